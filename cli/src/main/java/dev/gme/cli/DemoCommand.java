package dev.gme.cli;

import dev.gme.cli.terminal.ProgressLine;
import dev.gme.cli.terminal.Terminal;
import dev.gme.cli.terminal.TextTable;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.Figures;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.Cosine;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Simulates speakers and recordings, scores them by the true model, and prints how well it did. */
@Command(
    name = "demo",
    description = {
      "Simulate heavy-tailed speaker data, score it and print the error rates.",
      "Every speaker is enrolled with one recording, then with three; three more recordings of each"
          + " speaker are tried against all of them."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  gme demo", "  gme demo --speakers 600 --seed 2"})
final class DemoCommand implements Callable<Integer> {
  private static final int DIMENSION = 150;
  private static final int SPEAKER_DIMENSION = 40;
  private static final double NU = 2;

  /** Three recordings to enrol a speaker, and as many to test. */
  private static final int ENROL = 3;

  private static final int TEST = 3;

  /** All scores of a system are in one array. */
  private static final int MAX_SPEAKERS = (int) Math.sqrt(Integer.MAX_VALUE / (double) TEST);

  @Option(
      names = "--speakers",
      paramLabel = "N",
      description = "How many speakers to simulate (default: ${DEFAULT-VALUE}).")
  int speakers = 300;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "Another seed draws other data (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Spec CommandSpec spec;

  private final Terminal terminal;

  DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (speakers < 2 || speakers > MAX_SPEAKERS) {
      throw new ParameterException(
          spec.commandLine(),
          "--speakers must be from 2 to " + MAX_SPEAKERS + ", found " + speakers);
    }
    HtPlda truth = ModelRecipe.of(DIMENSION, SPEAKER_DIMENSION, NU).withSpectrum(25, 2).draw(seed);
    SimulatedDatabase data =
        new Simulator(truth).draw(speakers, RecordingCounts.fixed(ENROL + TEST), seed);
    terminal.say(
        String.format(
            Locale.ROOT,
            """
            Simulated %d speakers with %d recordings each, as vectors of %d dimensions.
            A recording's noise is t-distributed with %.0f degrees of freedom.
            """,
            speakers,
            ENROL + TEST,
            DIMENSION,
            NU));

    int[] testRows = rows(ENROL, ENROL + TEST);
    DoubleMatrix vectors = data.vectors();
    DoubleMatrix test = vectors.selectRows(testRows);
    TextTable table = new TextTable("system", "enrolment", "EER %", "Cprm_min", "Cllr", "min Cllr");
    DoubleMatrix centred = vectors.minusFromRows(truth.mean());
    try (ProgressLine line = terminal.progress("systems scored")) {
      int done = 0;
      for (int n : new int[] {1, ENROL}) {
        int[][] models = models(n);
        line.update(done++, 6);
        evaluate(
            table,
            "cosine",
            n,
            Cosine.scores(Enrolment.means(centred, models), centred.selectRows(testRows)));
        for (double nu : new double[] {Double.POSITIVE_INFINITY, NU}) {
          line.update(done++, 6);
          GmeExtractor extractor = truth.extractor().withNu(nu);
          MetaEmbeddings enrolled = Enrolment.POOLED.embed(extractor, vectors, models);
          String name = nu == NU ? "heavy-tailed PLDA, nu = 2" : "Gaussian PLDA, nu = Infinity";
          evaluate(table, name, n, enrolled.llr(extractor.embed(test)));
        }
      }
    }
    table.lines().forEach(terminal.out()::println);
    terminal.out().flush();
    terminal.say(
        """

        EER: ROC convex hull. Cprm_min: mean of minDCF at target priors 0.01 and 0.005,
        unit costs. Cosine is no likelihood ratio, so it has no Cllr. The PLDA
        parameters are the true ones; only nu differs.""");
    return 0;
  }

  /** Recordings from (included) to (excluded) of every speaker. */
  private int[] rows(int from, int to) {
    int[] out = new int[speakers * (to - from)];
    for (int i = 0; i < out.length; i++) {
      out[i] = i / (to - from) * (ENROL + TEST) + from + i % (to - from);
    }
    return out;
  }

  /** The first n recordings of every speaker. */
  private int[][] models(int n) {
    int[][] out = new int[speakers][n];
    for (int s = 0; s < speakers; s++) {
      for (int i = 0; i < n; i++) {
        out[s][i] = s * (ENROL + TEST) + i;
      }
    }
    return out;
  }

  private void evaluate(TextTable table, String name, int enrolled, DoubleMatrix scores) {
    int[] models = IntStream.range(0, speakers).toArray();
    int[] tests = IntStream.range(0, speakers * TEST).map(row -> row / TEST).toArray();
    Figures figures = Figures.of(ScoredTrials.ofAllPairs(scores, models, tests));
    boolean isLlr = !name.equals("cosine");
    table.row(
        name,
        enrolled == 1 ? "1 recording" : enrolled + " pooled",
        format("%.2f", 100 * figures.eer()),
        format("%.3f", figures.cprmMin()),
        isLlr ? format("%.3f", figures.cllr()) : "-",
        format("%.3f", figures.minCllr()));
  }

  private static String format(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
