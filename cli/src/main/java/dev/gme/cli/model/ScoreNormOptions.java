package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.OldName;
import dev.gme.cli.terminal.Count;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.score.norm.ScoreNormalization;
import dev.gme.formats.lists.SpeakerLabels;
import dev.gme.lab.score.CohortOverlap;
import dev.gme.lab.score.ScoredSides;
import dev.gme.lab.score.Side;
import dev.gme.lab.score.SideFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Score normalization by a cohort; a mixin. */
final class ScoreNormOptions {
  /** What is normalized by what. */
  enum Norm {
    Z,
    T,
    S,
    ZT,
    AS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--norm",
      paramLabel = "WHICH",
      description = {
        "Normalize scores by a cohort: ${COMPLETION-CANDIDATES}.",
        "Cosines (--cosine) can be normalized too. Normalized scores are no log-likelihood ratios:"
            + " calibrate them afterwards."
      })
  Norm norm;

  @Option(
      names = "--cohort",
      paramLabel = "FILE",
      description = "The cohort for --norm: vectors or meta-embeddings of other speakers.")
  Path cohort;

  @OldName("--top-n")
  @Option(
      names = "--cohort-top",
      paramLabel = "N",
      description =
          "Number of highest cohort scores that --norm as takes (default: "
              + ScoreNormalization.DEFAULT_TOP_N
              + ").")
  Integer topN;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "The speaker of each recording, to warn of speakers that the cohort shares with the"
              + " trials.")
  Path labels;

  private final Terminal terminal;

  ScoreNormOptions(Terminal terminal) {
    this.terminal = terminal;
  }

  void check(CommandSpec spec) {
    CheckedOptions.require(
        (norm == null) == (cohort == null), spec, "--norm and --cohort need each other");
    CheckedOptions.require(topN == null || norm == Norm.AS, spec, "--cohort-top is for --norm as");
    if (norm != null) {
      CheckedOptions.of(spec, this::variant);
    }
  }

  boolean isWanted() {
    return norm != null;
  }

  private ScoreNormalization variant() {
    return ScoreNormalization.named(
        norm.toString(), topN == null ? OptionalInt.empty() : OptionalInt.of(topN));
  }

  /** The same sides with normalized scores, if these are wanted. */
  ScoredSides normalized(ScoredSides sides, SideFiles files) throws IOException {
    if (norm == null) {
      return sides;
    }
    Side others = files.recordings(cohort);
    warn("enrolment", sides.enrol(), others);
    warn("test", sides.test(), others);
    try (LineProgress progress = LineProgress.of(terminal, "scoring the cohort")) {
      return sides.normalized(variant(), others, progress);
    }
  }

  private void warn(String what, Side side, Side others) throws IOException {
    Set<String> known = side.allRecordings();
    known.addAll(others.allRecordings());
    CohortOverlap overlap =
        CohortOverlap.of(
            side, others, labels == null ? Map.of() : SpeakerLabels.read(labels, known::contains));
    if (!overlap.recordings().isEmpty()) {
      warn(
          Count.of(overlap.recordings().size(), "recording"),
          what,
          "which are left out of their own statistics");
    }
    if (!overlap.speakers().isEmpty()) {
      String one = overlap.speakers().iterator().next();
      warn(
          Count.of(overlap.speakers().size(), "speaker"),
          what,
          "for example " + one + "; take a cohort of other speakers");
    }
  }

  private void warn(String shared, String side, String more) {
    terminal.say("warning: the cohort has " + shared + " of the " + side + " side, " + more);
  }
}
