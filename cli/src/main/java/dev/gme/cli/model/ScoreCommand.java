package dev.gme.cli.model;

import dev.gme.cli.files.JsonOption;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.TrialOptions;
import dev.gme.cli.files.Valid;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.score.CountSink;
import dev.gme.core.score.HistogramSink;
import dev.gme.core.score.MatrixSink;
import dev.gme.core.score.ScoreBins;
import dev.gme.core.score.TileScorer;
import dev.gme.core.score.TopPerEnrolmentSink;
import dev.gme.core.score.TopPerTestSink;
import dev.gme.core.score.TopScores;
import dev.gme.formats.lists.FileSuffixes;
import dev.gme.formats.numpy.NpyMatrixWriter;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.formats.table.TextScoreSink;
import dev.gme.formats.table.TrialList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Scores enrolments against tests. */
@Command(
    name = "score",
    description = {
      "Score enrolments against tests: the trials of a list, or all pairs.",
      "Scores are natural log-likelihood ratios unless --norm or --cosine is given, calibrated if"
          + " the model has a calibration ('gme calibrate append'). They go to"
          + " stdout or --out: as text, as a matrix for .npy (ids beside it in .rows and .cols), or"
          + " as BOSARIS's HDF5 for .h5."
    },
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  gme score -m ht.gme --enrol e.scp --models spk2utt --trials trials > scores",
      "  gme score -m ht.gme --enrol a.npz --test b.npz --out scores.npy",
      "  gme score -m ht.gme --enrol a.npz --test b.npz --top 5",
      "  gme score -m ht.gme -e e.scp --trials trials --norm as --cohort train.scp",
      "  gme score --cosine -e e.scp --trials trials --norm as --cohort train.scp"
    })
public final class ScoreCommand implements Callable<Integer> {
  /** How scores are written; trials of a list also in its own layout. */
  enum Format {
    SCORES,
    WESPEAKER,
    NIST,
    TABLE,
    BOSARIS,
    NPY;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Mixin ScoreInput input;

  @Option(
      names = "--trials",
      paramLabel = "FILE",
      description = "The trials to score, in any layout; without it all pairs are.")
  Path trials;

  @Mixin TrialOptions trialOptions;

  @Option(
      names = "--tolerance",
      paramLabel = "NAT",
      description = "Root mean square error allowed (default: ${DEFAULT-VALUE}).")
  double tolerance = TileScorer.DEFAULT_TOLERANCE;

  @Option(names = "--exact", description = "Score in double without approximation; slower.")
  boolean exact;

  @Option(
      names = "--uncalibrated",
      description =
          "Leave out the calibration that 'gme calibrate append' put into the model, for example to"
              + " train another one.")
  boolean uncalibrated;

  @Mixin ScoreNormOptions norm;
  @Mixin ScoreMatrixOutput matrix;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Where to write; stdout if not given.")
  Path out;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "${COMPLETION-CANDIDATES}; without it by the name of --out, else scores (enrol test"
              + " score).")
  Format format;

  @Mixin JsonOption json;
  @Spec CommandSpec spec;

  private final Terminal terminal;
  private final Map<String, Object> summary = new LinkedHashMap<>();

  public ScoreCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    TileScorer scorer = Valid.of(spec, () -> new TileScorer(exact ? 0 : tolerance));
    norm.check(spec);
    matrix.check(spec);
    Valid.require(
        trials == null || !matrix.isWanted(),
        spec,
        "--top, --threshold, --quantiles and --histogram are of all pairs, not of --trials");
    Valid.require(
        !json.isWanted() || out != null || matrix.isWanted(),
        spec,
        "--json reports on scores that go elsewhere: give --out FILE");
    Format as = format == null ? byName() : format;
    Valid.require(
        out != null || (as != Format.NPY && as != Format.BOSARIS),
        spec,
        "a matrix of scores needs a file: give --out FILE");
    Valid.require(
        trials == null || as != Format.NPY, spec, "--format npy is of all pairs, not of --trials");
    input.readModel();
    ScoreInput.Side enrol = input.enrolled();
    ScoreInput.Side test = input.tested();
    PairScores scores =
        new PairScores(enrol, test, scorer, norm.fit(input, enrol, test, scorer), calibration());
    long start = System.nanoTime();
    try (LineProgress progress = LineProgress.of(terminal, "scoring")) {
      long n =
          trials == null
              ? all(scores, enrol, test, as, progress)
              : list(scores, enrol, test, as, progress);
      report(scores, n, (System.nanoTime() - start) / 1e9);
    }
    return 0;
  }

  /** The model's calibration, where the scores are what it was trained for. */
  private Optional<Calibration> calibration() {
    Optional<Calibration> known = uncalibrated ? Optional.empty() : input.calibration();
    if (known.isPresent() && (input.cosine || norm.isWanted())) {
      terminal.say(
          "The model's calibration is left out: it is for plain log-likelihood ratios, not for "
              + (input.cosine ? "cosines." : "normalized scores."));
      return Optional.empty();
    }
    known.ifPresent(c -> terminal.say("Calibration: " + c + "."));
    return known;
  }

  private Format byName() {
    String name = out == null ? "" : out.getFileName().toString();
    return name.endsWith(".npy")
        ? Format.NPY
        : name.matches(".*\\.(h5|hdf5)") ? Format.BOSARIS : Format.SCORES;
  }

  private long list(
      PairScores scores,
      ScoreInput.Side enrol,
      ScoreInput.Side test,
      Format as,
      LineProgress progress)
      throws IOException {
    TrialList asked = trialOptions.read(trials);
    Map<String, Integer> models = numbers(enrol.ids(), asked.enrolIds(), asked.source());
    Map<String, Integer> tests = numbers(test.ids(), asked.testIds(), asked.source());
    TrialList known = asked;
    if (input.enrolment.allowMissing) {
      known = asked.known(models::containsKey, tests::containsKey);
      int skipped = asked.size() - known.size();
      summary.put("missing", skipped);
      if (skipped > 0) {
        terminal.say(
            "warning: passed over " + skipped + " of " + asked.size() + " trials without a vector");
      }
    } else {
      asked.require(models::containsKey, tests::containsKey);
    }
    TrialList list = known;
    int[] e = models(list.enrolIds(), models);
    int[] t = models(list.testIds(), tests);
    int n = list.size();
    float[] values =
        scores.list(
            IntStream.range(0, n).map(i -> e[list.enrol(i)]).toArray(),
            IntStream.range(0, n).map(i -> t[list.test(i)]).toArray(),
            progress);
    write(list.withScores(values), as);
    return n;
  }

  /** The number of every id, also by the name that a list has for it. */
  private static Map<String, Integer> numbers(List<String> ids, List<String> asked, String source) {
    Map<String, Integer> out = new HashMap<>(2 * ids.size());
    for (int i = 0; i < ids.size(); i++) {
      out.put(ids.get(i), i);
    }
    UnaryOperator<String> naming = FileSuffixes.naming(source, asked, out::containsKey);
    asked.stream()
        .filter(id -> !naming.apply(id).equals(id))
        .forEach(id -> out.put(id, out.get(naming.apply(id))));
    return out;
  }

  /** Where each id of a list is; those that no trial has any more are nowhere. */
  private static int[] models(List<String> ids, Map<String, Integer> numbers) {
    return ids.stream().mapToInt(id -> numbers.getOrDefault(id, -1)).toArray();
  }

  private void write(TrialList scored, Format as) throws IOException {
    ListLayout layout = ListLayout.of(as.toString());
    if (out == null) {
      ListWriter.write(terminal.out(), scored, layout);
    } else {
      ListWriter.write(out, scored, layout);
    }
  }

  private long all(
      PairScores scores,
      ScoreInput.Side enrol,
      ScoreInput.Side test,
      Format as,
      LineProgress progress)
      throws IOException {
    int rows = enrol.ids().size();
    int cols = test.ids().size();
    if (matrix.isWanted()) {
      some(scores, enrol.ids(), test.ids(), progress);
    } else if (as == Format.NPY) {
      try (NpyMatrixWriter writer = NpyMatrixWriter.create(out, rows, cols)) {
        scores.all(new MatrixSink(cols, writer), progress);
        writer.commit();
      }
      ScoreMatrixFiles.writeIds(out, enrol.ids(), test.ids());
    } else if (as == Format.SCORES) {
      try (TextScoreSink sink =
          out == null
              ? TextScoreSink.to(terminal.out(), enrol.ids(), test.ids())
              : TextScoreSink.create(out, enrol.ids(), test.ids())) {
        scores.all(sink, progress);
        sink.commit();
      }
    } else {
      MatrixSink sink = new MatrixSink(rows, cols);
      scores.all(sink, progress);
      write(TrialList.allPairs(enrol.ids(), test.ids()).withScores(sink.matrix().array()), as);
    }
    return (long) rows * cols;
  }

  private void some(
      PairScores scores, List<String> enrol, List<String> test, LineProgress progress) {
    if (matrix.top != null) {
      boolean perEnrol = matrix.per == ScoreMatrixOutput.Per.ENROL;
      TopScores best;
      if (perEnrol) {
        TopPerEnrolmentSink sink = new TopPerEnrolmentSink(enrol.size(), matrix.top);
        scores.all(sink, progress);
        best = sink.top();
      } else {
        TopPerTestSink sink = new TopPerTestSink(test.size(), matrix.top);
        scores.all(sink, progress);
        best = sink.top();
      }
      matrix.print(
          json, "top", matrix.topLines(best, perEnrol ? enrol : test, perEnrol ? test : enrol));
    } else if (!matrix.thresholds.isEmpty()) {
      CountSink sink = new CountSink(matrix.thresholds.stream().mapToDouble(t -> t).toArray());
      scores.all(sink, progress);
      List<Map<String, Object>> lines = new ArrayList<>();
      for (int i = 0; i < matrix.thresholds.size(); i++) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("threshold", matrix.thresholds.get(i));
        line.put("scores", sink.count(i));
        line.put("of", (long) enrol.size() * test.size());
        lines.add(line);
      }
      matrix.print(json, "thresholds", lines);
    } else {
      ScoreBins bins =
          matrix.quantiles
              ? ScoreBins.fine()
              : Valid.of(
                  spec,
                  () -> ScoreBins.uniform(matrix.histogram.first(), matrix.histogram.last(), 20));
      HistogramSink sink = new HistogramSink(bins);
      scores.all(sink, progress);
      matrix.print(
          json,
          matrix.quantiles ? "quantiles" : "histogram",
          matrix.quantiles
              ? matrix.quantileLines(sink.histogram())
              : ScoreMatrixOutput.binLines(sink.histogram()));
    }
  }

  private String error(double bound, boolean calibrated) {
    return String.format(
        Locale.ROOT,
        "; error of log-likelihood ratios%s at most %.2g nat rms, %.2g for a single one",
        calibrated ? " before calibration" : "",
        tolerance,
        bound);
  }

  private void report(PairScores scores, long n, double seconds) {
    terminal.out().flush();
    String bound =
        scores
            .errorBound()
            .map(b -> b == 0 ? "; exact in double" : error(b, scores.isCalibrated()))
            .orElse("");
    terminal.say(
        String.format(
            Locale.ROOT,
            "%,d %s in %.2f s (%,.0f a second)%s.",
            n,
            scores.kind(),
            seconds,
            n / seconds,
            bound));
    if (json.isWanted() && !matrix.isWanted()) {
      summary.put("out", out.toString());
      summary.put("trials", n);
      summary.put("kind", scores.kind());
      summary.put("seconds", seconds);
      scores.errorBound().ifPresent(b -> summary.put("error_bound", b));
      json.print(summary);
    }
  }
}
