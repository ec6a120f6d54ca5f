package dev.gme.report;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.Bootstrap;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.Cosine;
import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.report.plot.Plot;
import dev.gme.report.result.SystemResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A report on simulated data, with all that a report can show: heavy-tailed recordings, scored by
 * heavy-tailed PLDA, Gaussian PLDA and cosine. Each speaker's first recording is enrolled, the
 * others are tests.
 */
final class ExampleReports {
  private static final int RECORDINGS = 6;

  private final int speakers;
  private final HtPlda model = ModelRecipe.of(40, 20, 2).withSpectrum(25, 2).draw(1);
  private final DoubleMatrix enrol;
  private final DoubleMatrix test;
  private final int[] enrolOf;
  private final int[] testOf;
  private final int[] noiseOf;
  private final int[] genderOf;

  ExampleReports(int speakers) {
    this.speakers = speakers;
    SimulatedDatabase data =
        new Simulator(model).draw(speakers, RecordingCounts.fixed(RECORDINGS), 7);
    int tests = speakers * (RECORDINGS - 1);
    int n = speakers * tests;
    int[] enrolRow = new int[speakers];
    int[] testRow = new int[tests];
    for (int s = 0; s < speakers; s++) {
      enrolRow[s] = s * RECORDINGS;
      for (int k = 0; k < RECORDINGS - 1; k++) {
        testRow[s * (RECORDINGS - 1) + k] = s * RECORDINGS + 1 + k;
      }
    }
    enrol = rows(data.vectors(), enrolRow);
    test = rows(data.vectors(), testRow);
    double[] tau = data.tau();
    enrolOf = new int[n];
    testOf = new int[n];
    noiseOf = new int[n];
    genderOf = new int[n];
    for (int i = 0; i < n; i++) {
      int e = i / tests;
      int t = i % tests;
      enrolOf[i] = e;
      testOf[i] = t;
      noiseOf[i] = tau[testRow[t]] > 1 ? 0 : tau[testRow[t]] > 0.3 ? 1 : 2;
      int s = t / (RECORDINGS - 1);
      genderOf[i] = e % 2 != s % 2 ? 2 : s % 2;
    }
  }

  private static DoubleMatrix rows(DoubleMatrix all, int[] rows) {
    int cols = all.cols();
    double[] out = new double[rows.length * cols];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(all.array(), rows[i] * cols, out, i * cols, cols);
    }
    return DoubleMatrix.wrap(rows.length, cols, out);
  }

  SystemResult plda(String name, double nu, int draws) {
    HtPlda used = model.withNu(nu);
    MetaEmbeddings e = used.extractor().extract(enrol);
    MetaEmbeddings t = used.extractor().extract(test);
    return begin(name, e.llr(t), draws)
        .precisions(e.b(), enrolOf, t.b(), testOf)
        .provenance("model", "the simulator's own, with ν = " + nu)
        .build();
  }

  SystemResult cosine(String name, int draws) {
    return begin(name, Cosine.scores(enrol, test), draws).scoresAreNotLlrs().build();
  }

  private SystemResult.Builder begin(String name, DoubleMatrix scores, int draws) {
    int tests = test.rows();
    int[] enrolSpeaker = Arrays.copyOf(enrolOf, enrolOf.length);
    int[] testSpeaker = Arrays.stream(testOf).map(t -> t / (RECORDINGS - 1)).toArray();
    boolean[] isTarget = new boolean[speakers * tests];
    for (int i = 0; i < isTarget.length; i++) {
      isTarget[i] = enrolSpeaker[i] == testSpeaker[i];
    }
    ScoredTrials trials =
        ScoredTrials.of(scores.array(), isTarget).withSpeakers(enrolSpeaker, testSpeaker);
    BootstrapOptions options = BootstrapOptions.DEFAULT.withReplicates(draws);
    return SystemResult.of(name, Evaluation.of(trials, EvaluationOptions.of(CostPreset.SRE16)))
        .intervals(Bootstrap.of(trials, options, Progress.NONE))
        .conditionIntervals(options, Progress.NONE)
        .condition("noise of the test", List.of("clean", "noisy", "very noisy"), noiseOf)
        .condition("gender", List.of("female", "male", "cross-gender"), genderOf);
  }

  /** A report with all that a report can show. */
  static Report of(int speakers, int draws) {
    ExampleReports example = new ExampleReports(speakers);
    return Report.of("Heavy-tailed recordings, three ways to score them")
        .preset(CostPreset.SRE16)
        .system(example.plda("heavy-tailed PLDA", 2, draws))
        .system(example.plda("Gaussian PLDA", Double.POSITIVE_INFINITY, draws))
        .system(example.cosine("cosine", draws))
        .provenance("data", "simulated, seed 7, " + speakers + " speakers")
        .provenance("trials", "every first recording against every other one")
        .build();
  }

  /** A report of so many systems, which differ in ν and have long names. */
  static Report ofMany(int systems, int speakers, int draws) {
    ExampleReports example = new ExampleReports(speakers);
    Report.Builder report = Report.of(systems + " systems").preset(CostPreset.SRE16);
    for (int i = 0; i < systems; i++) {
      double nu = 1.5 * Math.pow(1.6, i);
      String name = String.format(Locale.ROOT, "PLDA, heavy tails, ν = %.1f, uncalibrated", nu);
      report.system(example.plda(name, nu, draws));
    }
    return report.build();
  }

  /** Writes the example to a folder, to be looked at. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    Report report = of(Integer.parseInt(args[1]), 200);
    Files.writeString(folder.resolve("report.html"), report.html());
    for (Plot plot : report.plots()) {
      Files.writeString(folder.resolve(plot.id() + ".svg"), plot.svg());
      Files.write(folder.resolve(plot.id() + ".png"), plot.png(800));
    }
  }
}
