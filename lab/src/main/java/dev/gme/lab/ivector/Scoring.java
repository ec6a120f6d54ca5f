package dev.gme.lab.ivector;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.lab.ivector.IvectorRecipe.Trials;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Scores the lists of trials by all systems and writes scores and figures. */
final class Scoring {
  private final RecipeRun run;

  Scoring(RecipeRun run) {
    this.run = run;
  }

  List<ScoredList> run() throws IOException {
    if (run.data().eval().isEmpty()) {
      throw new GmeException("there are trials but no evaluation recordings", "give --eval");
    }
    LabelledVectors vectors = VectorFiles.read(run.file("eval.npz"));
    double[] mean = trainingMean();
    Pipeline gaussian = run.read(BackendStage.GAUSSIAN, ArtefactKind.EXTRACTOR);
    Pipeline heavy = run.read(BackendStage.HEAVY, ArtefactKind.EXTRACTOR);
    boolean missing = run.options().maxSkipped() >= 1;
    List<ScoredList> out = new ArrayList<>();
    for (Trials t : run.data().trials()) {
      TrialTable table = TrialTable.read(t.file(), t.models(), vectors, missing);
      if (table.left() > 0) {
        run.say()
            .accept(
                table.name() + ": " + table.left() + " trials of missing recordings are left out");
      }
      Map<String, double[]> scores = new LinkedHashMap<>();
      scores.put(ScoredList.COSINE, table.cosine(mean));
      scores.put("gaussian", table.llr(gaussian, run.progress()));
      scores.put("heavy-tailed", table.llr(heavy, run.progress()));
      ScoredList scored = new ScoredList(table.name(), table.trials(), scores);
      write(scored);
      out.add(scored);
    }
    List<String> lines = new ArrayList<>(List.of(FigureRow.HEADER));
    out.forEach(list -> list.figures().forEach(row -> lines.add(row.line())));
    TargetFile.writeLines(run.file("figures.tsv"), lines);
    return out;
  }

  private double[] trainingMean() throws IOException {
    DoubleMatrix train = VectorFiles.read(run.file("train.npz")).vectors().toDoubles();
    double[] shares = new double[train.rows()];
    Arrays.fill(shares, 1.0 / train.rows());
    return train.transposeTimes(shares);
  }

  private void write(ScoredList list) throws IOException {
    for (Map.Entry<String, double[]> s : list.scores().entrySet()) {
      ListWriter.write(
          run.file("scores-" + s.getKey() + "-" + list.name() + ".txt"),
          list.trials().withScores(s.getValue()),
          ListLayout.SCORES);
    }
  }
}
