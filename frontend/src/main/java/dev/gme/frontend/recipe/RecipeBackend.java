package dev.gme.frontend.recipe;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.Figures;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing.Plan;
import dev.gme.core.train.PldaRecipe;
import dev.gme.core.train.TrainingData;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.frontend.recipe.IvectorRecipe.Data;
import dev.gme.frontend.recipe.IvectorRecipe.Row;
import dev.gme.frontend.recipe.IvectorRecipe.Trials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What follows the i-vectors of a recipe: PLDA, Gaussian and heavy-tailed, scores and figures. */
final class RecipeBackend {
  private final Data data;
  private final RecipeOptions options;
  private final Workplace place;
  private final Consumer<String> say;
  private final Progress progress;

  RecipeBackend(
      Data data, RecipeOptions options, Workplace place, Consumer<String> say, Progress progress) {
    this.data = data;
    this.options = options;
    this.place = place;
    this.say = say;
    this.progress = progress;
  }

  /**
   * Trains, if it must be.
   *
   * @param vectors digest of the i-vectors
   */
  void train(String vectors) throws IOException {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("speaker-dim", Integer.toString(options.speakerDimension()));
    parameters.put("nu", Double.toString(options.nu()));
    parameters.put("length-norm", Boolean.toString(options.lengthNorm()));
    Path gaussian = place.file("gaussian.safetensors");
    Path heavy = place.file("heavy-tailed.safetensors");
    Stages.Stage stage = new Stages.Stage("backend", vectors, parameters, List.of(gaussian, heavy));
    place.run(
        stage,
        () -> {
          LabelledVectors train = VectorFiles.read(place.file("train.npz"));
          List<String> speakers =
              train
                  .speakers()
                  .orElseThrow(
                      () ->
                          new GmeException(
                              "not all training recordings have a speaker", "complete utt2spk"));
          List<String> distinct = speakers.stream().distinct().toList();
          Map<String, Integer> number = new LinkedHashMap<>();
          distinct.forEach(s -> number.put(s, number.size()));
          TrainingData labelled =
              TrainingData.of(train.vectors(), speakers.stream().mapToInt(number::get).toArray());
          int d =
              options.speakerDimension() > 0
                  ? options.speakerDimension()
                  : Math.max(
                      1, Math.min(Math.min(200, options.dimension() / 2), distinct.size() - 1));
          PldaRecipe recipe =
              PldaRecipe.gaussian(d)
                  .preprocessedBy(
                      options.lengthNorm()
                          ? List.of(Plan.centre(), Plan.whitenTotal(), Plan.length(), Plan.centre())
                          : List.of(Plan.centre()));
          Pipeline plain = recipe.train(labelled, progress).model();
          Artefact.write(gaussian, ArtefactKind.EXTRACTOR, plain, place.provenance(stage));
          Pipeline tailed = plain.withExtractor(plain.extractor().withNu(options.nu()));
          Artefact.write(heavy, ArtefactKind.EXTRACTOR, tailed, place.provenance(stage));
          return "PLDA of " + d + " speaker dimensions from " + distinct.size() + " speakers";
        });
  }

  /** Scores all lists of trials. */
  List<Row> evaluate() throws IOException {
    if (data.eval().isEmpty()) {
      throw new GmeException("there are trials but no evaluation recordings", "give --eval");
    }
    LabelledVectors vectors = VectorFiles.read(place.file("eval.npz"));
    DoubleMatrix train = VectorFiles.read(place.file("train.npz")).vectors().toDoubles();
    double[] shares = new double[train.rows()];
    Arrays.fill(shares, 1.0 / train.rows());
    double[] mean = train.transposeTimes(shares);
    Pipeline gaussian = pipeline("gaussian.safetensors");
    Pipeline heavy = pipeline("heavy-tailed.safetensors");
    List<Row> rows = new ArrayList<>();
    boolean missing = options.maxSkipped() >= 1;
    for (Trials t : data.trials()) {
      TrialTable table = TrialTable.read(t.file(), t.models(), vectors, missing);
      if (table.left() > 0) {
        say.accept(
            table.name() + ": " + table.left() + " trials of missing recordings are left out");
      }
      Map<String, double[]> systems = new LinkedHashMap<>();
      systems.put("cosine", table.cosine(mean));
      systems.put("gaussian", table.llr(gaussian, progress));
      systems.put("heavy-tailed", table.llr(heavy, progress));
      for (Map.Entry<String, double[]> s : systems.entrySet()) {
        ListWriter.write(
            place.file("scores-" + s.getKey() + "-" + table.name() + ".txt"),
            table.scored(s.getValue()),
            ListLayout.SCORES);
        for (TrialTable.Part p : table.figures(s.getValue())) {
          rows.add(
              new Row(
                  table.name(),
                  p.condition(),
                  p.targets(),
                  p.nontargets(),
                  s.getKey(),
                  p.figures()));
        }
      }
    }
    Stages.write(place.file("figures.tsv"), lines(rows));
    return rows;
  }

  private Pipeline pipeline(String name) throws IOException {
    return Artefact.read(place.file(name), ArtefactKind.EXTRACTOR).value();
  }

  private static List<String> lines(List<Row> rows) {
    List<String> out = new ArrayList<>();
    out.add("trials\tcondition\ttargets\tnontargets\tsystem\teer\tcprm_min\tcllr\tmin_cllr");
    for (Row r : rows) {
      Figures f = r.figures();
      out.add(
          String.join(
              "\t",
              r.trials(),
              r.condition().isEmpty() ? "all" : r.condition(),
              Integer.toString(r.targets()),
              Integer.toString(r.nontargets()),
              r.system(),
              Double.toString(f.eer()),
              Double.toString(f.cprmMin()),
              r.system().equals("cosine") ? "" : Double.toString(f.cllr()),
              Double.toString(f.minCllr())));
    }
    return out;
  }
}
