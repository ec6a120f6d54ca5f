package dev.gme.frontend.recipe;

import dev.gme.core.Progress;
import dev.gme.core.metric.Figures;
import dev.gme.core.train.Trained;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.feature.FeaturePipeline;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorTrainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * From recordings to an extractor, i-vectors, backends and, with trials, figures: stage by stage,
 * each of which is passed over when nothing that it depends on has changed.
 *
 * <pre>{@code
 * IvectorRecipe recipe = new IvectorRecipe(data, out, RecipeOptions.paper(8000), "gme", say, progress);
 * recipe.run().figures().forEach(System.out::println);
 * }</pre>
 */
public final class IvectorRecipe {
  private final Data data;
  private final RecipeOptions options;
  private final Workplace place;
  private final Consumer<String> say;
  private final Progress progress;

  /**
   * What it works on.
   *
   * @param recordings of both lists
   * @param speakers of the training utterances
   * @param train ids of the training utterances
   * @param eval ids of the evaluation utterances; may be none
   * @param trials over the evaluation utterances; may be none
   */
  public record Data(
      Recordings recordings,
      Map<String, String> speakers,
      List<String> train,
      List<String> eval,
      List<Trials> trials) {}

  /**
   * A list of trials.
   *
   * @param models the recordings of each model, where enrolments are models
   */
  public record Trials(Path file, Optional<Path> models) {}

  /**
   * A line of the table of figures.
   *
   * @param condition empty for all trials of the list
   */
  public record Row(
      String trials,
      String condition,
      int targets,
      int nontargets,
      String system,
      Figures figures) {}

  /**
   * What came out.
   *
   * @param figures one line a system, list and condition
   * @param skipped recordings that could not be used
   */
  public record Result(List<Row> figures, Map<String, String> skipped) {}

  /**
   * A recipe.
   *
   * @param out folder for all files; made if it is not there
   * @param tool name and version, for provenance
   * @param say told about each stage
   */
  public IvectorRecipe(
      Data data,
      Path out,
      RecipeOptions options,
      String tool,
      Consumer<String> say,
      Progress progress) {
    this.data = data;
    this.options = options;
    this.place = new Workplace(out, tool, say);
    this.say = say;
    this.progress = progress;
  }

  public Result run() throws IOException {
    place.create();
    Set<String> all = new LinkedHashSet<>(data.train);
    all.addAll(data.eval);
    List<String> ids = new ArrayList<>(all);
    String features = features(ids);
    Skipped skipped = readSkipped();
    skipped.check(ids.size(), options.maxSkipped());
    List<String> train = data.train.stream().filter(id -> !skipped.contains(id)).toList();
    String ubm = ubm(features, train);
    String statistics = statistics(ubm, train);
    String extractor = extractor(statistics);
    String vectors = ivectors(extractor, train, skipped);
    RecipeBackend backend = new RecipeBackend(data, options, place, say, progress);
    backend.train(vectors);
    List<Row> figures = data.trials.isEmpty() ? List.of() : backend.evaluate();
    return new Result(figures, skipped.reasons());
  }

  private String features(List<String> ids) throws IOException {
    FeaturePipeline pipeline = options.features().pipeline();
    Stages.Stage stage =
        new Stages.Stage(
            "features",
            data.recordings.digest(ids),
            options.features().toMap(),
            List.of(
                place.file("features.ark"), place.file("features.scp"), place.file("skipped.txt")));
    return place.run(
        stage,
        () -> {
          Skipped skipped = new Skipped();
          FeatureFiles.Summary s =
              FeatureFiles.write(
                  data.recordings,
                  ids,
                  options.features().rate(),
                  audio -> FeatureFiles.array(pipeline.compute(audio)),
                  "ark,scp:" + place.file("features.ark") + "," + place.file("features.scp"),
                  skipped,
                  progress);
          List<String> lines = new ArrayList<>();
          skipped.reasons().forEach((id, reason) -> lines.add(id + " " + reason));
          Stages.write(place.file("skipped.txt"), lines);
          return String.format(
              Locale.ROOT,
              "%,d frames of %,d recordings, %.1f minutes of audio%s",
              s.frames(),
              s.recordings(),
              s.seconds() / 60,
              s.resampled() == 0 ? "" : ", " + s.resampled() + " resampled");
        });
  }

  private Skipped readSkipped() throws IOException {
    Skipped out = new Skipped();
    for (String line : Files.readAllLines(place.file("skipped.txt"))) {
      int blank = line.indexOf(' ');
      out.add(line.substring(0, blank), line.substring(blank + 1));
    }
    return out;
  }

  private String ubm(String features, List<String> train) throws IOException {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("gaussians", Integer.toString(options.gaussians()));
    parameters.put("full", Boolean.toString(options.full()));
    parameters.put("iterations", Integer.toString(options.ubmIterations()));
    parameters.put("max-frames", Integer.toString(options.maxFrames()));
    parameters.put("seed", Long.toString(options.seed()));
    Path target = place.file("ubm.safetensors");
    Stages.Stage stage =
        new Stages.Stage(
            "ubm",
            new Digest().add(features).add(String.join(" ", train)).toString(),
            parameters,
            List.of(target));
    return place.run(
        stage,
        () -> {
          FrameSample sample =
              FrameSample.read(List.of(place.file("features.ark")), in(train), options.maxFrames());
          RecipeOptions.advice(
                  options.gaussians(), options.dimension(), sample.total(), sample.recordings())
              .ifPresent(say);
          UbmTrainer trainer = new UbmTrainer(options.ubm());
          Provenance made = place.provenance(stage);
          Trained<DiagonalGmm> t =
              place.checkpointed(
                  stage, "", made, kept -> trainer.train(sample.frames(), kept, progress));
          GaussianMixture mixture = t.model();
          if (options.full()) {
            mixture =
                place
                    .checkpointed(
                        stage,
                        "-full",
                        made,
                        kept ->
                            trainer.trainFull(
                                t.model().toFull(), t.model(), 20, sample.frames(), kept, progress))
                    .model();
          }
          Artefact.write(
              target,
              FrontendArtefacts.UBM,
              new FrontendArtefacts.Ubm(Optional.of(options.features()), mixture),
              made);
          place.removeCheckpoints(stage);
          return String.format(
              Locale.ROOT,
              "%d Gaussians of %d dimensions, log-likelihood of a frame %.3f",
              mixture.components(),
              mixture.dimension(),
              last(t));
        });
  }

  private static double last(Trained<?> t) {
    return t.objective().get(t.objective().size() - 1);
  }

  private static Predicate<String> in(List<String> ids) {
    return Set.copyOf(ids)::contains;
  }

  private String statistics(String ubm, List<String> train) throws IOException {
    Pruning pruning = Pruning.usual();
    Path total = place.file("total.safetensors");
    Stages.Stage stage =
        new Stages.Stage(
            "statistics",
            ubm,
            Map.of("pruning", pruning.toString()),
            List.of(place.file("counts.npy"), place.file("sums.npy"), total));
    return place.run(
        stage,
        () -> {
          GaussianMixture mixture = mixture();
          try (StatisticsFiles.Writer writer =
              new StatisticsFiles.Writer(
                  mixture,
                  pruning,
                  train.size(),
                  place.file("counts.npy"),
                  place.file("sums.npy"))) {
            Predicate<String> wanted = in(train);
            FeatureFiles.read(
                List.of(place.file("features.ark")),
                (id, frames) -> {
                  if (wanted.test(id)) {
                    writer.add(frames, progress);
                  }
                });
            GmmStatistics sum = writer.commit();
            Artefact.write(total, FrontendArtefacts.GMM_STATISTICS, sum, place.provenance(stage));
          }
          return train.size() + " training recordings aligned";
        });
  }

  private GaussianMixture mixture() throws IOException {
    return Artefact.read(place.file("ubm.safetensors"), FrontendArtefacts.UBM).value().mixture();
  }

  private String extractor(String statistics) throws IOException {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("dim", Integer.toString(options.dimension()));
    parameters.put("iterations", Integer.toString(options.iterations()));
    parameters.put("seed", Long.toString(options.seed()));
    Path target = place.file("extractor.safetensors");
    Stages.Stage stage = new Stages.Stage("extractor", statistics, parameters, List.of(target));
    return place.run(
        stage,
        () -> {
          GaussianMixture mixture = mixture();
          GmmStatistics total =
              Artefact.read(place.file("total.safetensors"), FrontendArtefacts.GMM_STATISTICS)
                  .value();
          IvectorTrainer trainer = new IvectorTrainer(options.ivectors());
          Trained<IvectorExtractor> t;
          try (StatisticsFiles source =
              StatisticsFiles.open(place.file("counts.npy"), place.file("sums.npy"))) {
            t =
                place.checkpointed(
                    stage,
                    "",
                    place.provenance(stage),
                    kept -> trainer.train(trainer.start(mixture), source, total, kept, progress));
          }
          Artefact.write(
              target,
              FrontendArtefacts.IVECTOR_EXTRACTOR,
              new IvectorSystem(
                  Optional.of(options.features()), mixture, Pruning.usual(), t.model()),
              place.provenance(stage));
          place.removeCheckpoints(stage);
          return String.format(
              Locale.ROOT,
              "%d dimensions, log evidence of a recording from %.1f to %.1f",
              options.dimension(),
              t.objective().get(0),
              last(t));
        });
  }

  private String ivectors(String extractor, List<String> train, Skipped skipped)
      throws IOException {
    List<String> eval = data.eval.stream().filter(id -> !skipped.contains(id)).toList();
    List<Path> outputs = new ArrayList<>(List.of(place.file("train.npz")));
    if (!eval.isEmpty()) {
      outputs.add(place.file("eval.npz"));
    }
    Digest inputs = new Digest().add(extractor).add(data.speakers).add(String.join(" ", eval));
    Stages.Stage stage = new Stages.Stage("ivectors", inputs.toString(), Map.of(), outputs);
    return place.run(
        stage,
        () -> {
          IvectorSystem system =
              Artefact.read(
                      place.file("extractor.safetensors"), FrontendArtefacts.IVECTOR_EXTRACTOR)
                  .value();
          int n = extract(system, train, place.file("train.npz"));
          n += eval.isEmpty() ? 0 : extract(system, eval, place.file("eval.npz"));
          return n + " vectors of " + options.dimension() + " dimensions";
        });
  }

  private int extract(IvectorSystem system, List<String> ids, Path target) throws IOException {
    Extraction e = new Extraction(system, Extraction.Estimate.POSTERIOR_MEAN, false, progress);
    Predicate<String> wanted = in(ids);
    FeatureFiles.read(
        List.of(place.file("features.ark")),
        (id, frames) -> {
          if (wanted.test(id)) {
            e.add(id, frames);
          }
        });
    LabelledVectors v = e.finish();
    boolean labelled = v.ids().stream().allMatch(data.speakers::containsKey);
    VectorFiles.write(target, labelled ? v.withSpeakers(data.speakers) : v, VectorFormat.NPZ);
    return v.size();
  }

  /** utt2spk of a folder, or nothing where it has none. */
  public static Map<String, String> speakers(Path folder) throws IOException {
    Path list = folder.resolve("utt2spk");
    return Files.exists(list) ? KaldiLists.readPairs(list) : Map.of();
  }
}
