package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.OptionHelp;
import dev.gme.cli.files.TrialOptions;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.formats.table.ScoreAbout;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.score.LlrAccuracy;
import dev.gme.lab.score.PairSummary;
import dev.gme.lab.score.ScoredList;
import dev.gme.lab.score.ScoredSides;
import dev.gme.lab.score.Side;
import dev.gme.lab.score.SideFiles;
import dev.gme.lab.score.TrialPairs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Scores enrolments against tests. */
@Command(
    name = "score",
    description = {
      "Score enrolments against test recordings: the trials of a list, or all pairs.",
      "Scores are natural log-likelihood ratios unless --norm or --cosine is given, calibrated if"
          + " the model has a calibration ('gme calibrate append'). They are written to stdout or"
          + " --out: as text, in the order of the list or of the files, and under the names of"
          + " other formats in these: .csv and .tsv with a header, .npz, .npy (a matrix, ids"
          + " beside it in .rows and .cols), and .h5 as BOSARIS has it. What the scores are is"
          + " written into .npz and .h5, and beside other files into NAME.about.json."
    },
    footer = {
      "  gme score -m gme.gme -e kaldi/eval.scp --models kaldi/enrol.spk2utt \\",
      "      --trials kaldi/trials --out gme.txt",
      "  gme score -m gme.gme -e kaldi/train.scp --test kaldi/eval.scp --out all.npy",
      "  gme score -m gme.gme -e kaldi/train.scp --test kaldi/eval.scp --top 5",
      "  gme score -m gme.gme -e kaldi/eval.scp --models kaldi/enrol.spk2utt \\",
      "      --trials kaldi/trials --norm as --cohort kaldi/train.scp --out as.txt",
      "  gme score -m head.gme -e kaldi/eval.scp --side utt2dur --top 5",
      "  gme score --cosine -e kaldi/eval.scp --top 5"
    })
public final class ScoreCommand extends JsonCommand {
  @Mixin ScoreInput input;

  @Option(
      names = "--trials",
      paramLabel = "FILE",
      description = "The trials to score, in any layout; unless given, all pairs are scored.")
  Path trials;

  @Mixin TrialOptions trialOptions;

  @Option(
      names = "--tolerance",
      paramLabel = "NAT",
      description =
          "Root mean square error of the scores that is allowed. Fewer than some 10^6 trials are"
              + " scored exactly, which takes less time.")
  double tolerance = LlrAccuracy.DEFAULT_TOLERANCE;

  @Option(
      names = "--exact",
      description =
          "Score in double precision without approximation, which is slower for many trials.")
  boolean exact;

  @Option(
      names = "--uncalibrated",
      description =
          "Leave out the calibration that 'gme calibrate append' put into the model, for example to"
              + " train another one.")
  boolean uncalibrated;

  @Mixin ScoreNormOptions norm;
  @Mixin ScoreMatrixOutput matrix;
  @Mixin ScoreTarget target;

  private final Map<String, Object> summary = new LinkedHashMap<>();

  @Override
  public Integer call() throws IOException {
    LlrAccuracy llr =
        exact ? LlrAccuracy.EXACT : CheckedOptions.of(spec, () -> LlrAccuracy.within(tolerance));
    input.check(spec);
    norm.check(spec);
    matrix.check(spec);
    CheckedOptions.require(
        trials == null || !matrix.isWanted(),
        spec,
        "--top, --threshold, --quantiles and --histogram are of all pairs, not of --trials");
    CheckedOptions.require(
        target.out.isStdout() || !matrix.isWanted(),
        spec,
        "--top, --threshold, --quantiles and --histogram go to standard output, not to --out");
    CheckedOptions.require(
        !json.isWanted() || !target.out.isStdout() || matrix.isWanted(),
        spec,
        "--json reports on scores that go elsewhere: give --out FILE");
    target.check(spec, trials != null);
    // Before anything that takes long.
    Optional<TrialList> asked =
        trials == null ? Optional.empty() : Optional.of(trialOptions.read(trials).asKey());
    asked.ifPresent(input::lookAt);
    input.readModel();
    SideFiles files = input.files(llr);
    input.noteNetworks();
    Side enrol = input.enrolled(files);
    ScoredSides sides =
        norm.normalized(ScoredSides.of(files.scoring(), enrol, input.tested(files)), files);
    Optional<Calibration> calibration = calibration();
    if (calibration.isPresent()) {
      sides = sides.calibrated(calibration.get());
    }
    long start = System.nanoTime();
    ScoreReport report;
    try (LineProgress progress = LineProgress.of(terminal, "scoring")) {
      if (asked.isPresent()) {
        report = list(asked.get(), sides, progress);
      } else if (matrix.isWanted()) {
        PairSummary.Self self =
            input.isOneFile() ? PairSummary.Self.EXCLUDED : PairSummary.Self.INCLUDED;
        report = matrix.print(sides, self, json, progress);
      } else {
        report = target.writeAll(sides, about(sides), progress);
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    report(sides, report, calibration.isPresent(), seconds);
    return 0;
  }

  /** The model's calibration, where the scores are what it was trained for. */
  private Optional<Calibration> calibration() throws IOException {
    Optional<Calibration> known = uncalibrated ? Optional.empty() : input.calibration();
    if (known.isPresent() && (input.cosine || norm.isWanted())) {
      input.model.noteCalibration(
          "it is for plain log-likelihood ratios, not for "
              + (input.cosine ? "cosines" : "normalized scores"));
      return Optional.empty();
    }
    known.ifPresent(c -> terminal.say("Calibration: " + c + "."));
    return known;
  }

  private ScoreReport list(TrialList asked, ScoredSides sides, LineProgress progress)
      throws IOException {
    List<String> enrol = sides.enrol().ids();
    List<String> test = sides.test().ids();
    boolean allowMissing = input.enrolment.allowMissing;
    TrialPairs pairs =
        OptionHelp.naming(
            "missing",
            "--models, --allow-missing",
            () ->
                allowMissing
                    ? TrialPairs.ofKnown(asked, enrol, test)
                    : TrialPairs.of(asked, enrol, test));
    int skipped = asked.size() - pairs.list().size();
    if (allowMissing) {
      summary.put("missing", skipped);
    }
    if (skipped > 0) {
      terminal.say(
          "warning: passed over " + skipped + " of " + asked.size() + " trials without a vector");
    }
    ScoredList scored = sides.list(pairs, progress);
    target.write(scored.list(), about(sides));
    return scored.report();
  }

  private ScoreAbout about(ScoredSides sides) {
    ScoreAbout.Kind kind =
        norm.isWanted()
            ? ScoreAbout.Kind.NORMALIZED
            : input.cosine ? ScoreAbout.Kind.COSINE : ScoreAbout.Kind.LLR;
    return input.about(kind, sides.description());
  }

  private String error(ScoreReport report, boolean calibrated) {
    return String.format(
        Locale.ROOT,
        "; errors of log-likelihood ratios%s: at most %.2g nat rms, at most %.2g among %,d scores"
            + " that were compared with exact ones, and below %.2g for any single one in the worst"
            + " case",
        calibrated ? " before calibration" : "",
        tolerance,
        report.largestError(),
        report.checked(),
        report.errorBound());
  }

  private void report(ScoredSides sides, ScoreReport report, boolean calibrated, double seconds)
      throws IOException {
    double bound = report.errorBound();
    terminal.say(
        String.format(
            Locale.ROOT,
            "%,d %s in %.2f s (%,.0f a second)%s.",
            report.trials(),
            sides.description(),
            seconds,
            report.trials() / seconds,
            input.cosine ? "" : bound == 0 ? "; exact in double" : error(report, calibrated)));
    if (json.isWanted() && !matrix.isWanted()) {
      summary.put("out", target.out.file().orElseThrow().toString());
      summary.put("trials", report.trials());
      summary.put("kind", sides.description());
      summary.put("seconds", seconds);
      input.isHeadApplied().ifPresent(applied -> summary.put("head_applied", applied));
      if (!input.cosine) {
        summary.put("error_bound", bound);
        summary.put("errors_checked", report.checked());
        summary.put("largest_error_checked", report.largestError());
      }
      json.print(summary);
    }
  }
}
