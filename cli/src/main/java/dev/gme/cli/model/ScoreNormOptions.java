package dev.gme.cli.model;

import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.Valid;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.norm.ScoreNormalization;
import dev.gme.core.score.norm.ScoreNormalizer;
import dev.gme.core.score.norm.ScoredSide;
import dev.gme.formats.lists.SpeakerLabels;
import dev.gme.lab.score.Side;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

  @Option(
      names = "--top-n",
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
    Valid.require((norm == null) == (cohort == null), spec, "--norm and --cohort need each other");
    Valid.require(topN == null || norm == Norm.AS, spec, "--top-n is for --norm as");
    if (norm != null) {
      Valid.of(spec, this::variant);
    }
  }

  boolean isWanted() {
    return norm != null;
  }

  private ScoreNormalization variant() {
    return switch (norm) {
      case Z -> ScoreNormalization.z();
      case T -> ScoreNormalization.t();
      case S -> ScoreNormalization.s();
      case ZT -> ScoreNormalization.zt();
      case AS ->
          ScoreNormalization.adaptiveS(topN == null ? ScoreNormalization.DEFAULT_TOP_N : topN);
    };
  }

  /** The normalizer of two sides, if one is wanted. */
  Optional<ScoreNormalizer> fit(
      ScoreInput input, Side enrol, Side test, ScoreKind<MetaEmbeddings> llr) throws IOException {
    if (norm == null) {
      return Optional.empty();
    }
    Side others = input.recordings(cohort);
    warn("enrolment", enrol, others);
    warn("test", test, others);
    Map<String, Integer> numbers = new HashMap<>();
    try (LineProgress progress = LineProgress.of(terminal, "scoring the cohort")) {
      return Optional.of(
          input.cosine
              ? variant()
                  .fit(
                      ScoreKind.cosine(),
                      vectors(enrol, numbers),
                      vectors(test, numbers),
                      vectors(others, numbers),
                      progress)
              : variant()
                  .fit(
                      llr,
                      embeddings(enrol, numbers),
                      embeddings(test, numbers),
                      embeddings(others, numbers),
                      progress));
    }
  }

  private static ScoredSide<DoubleMatrix> vectors(Side side, Map<String, Integer> numbers) {
    return ScoredSide.ofVectors(side.vectors(), recordings(side, numbers)).named(side.ids()::get);
  }

  private static ScoredSide<MetaEmbeddings> embeddings(Side side, Map<String, Integer> numbers) {
    return ScoredSide.ofPools(side.embeddings(), recordings(side, numbers)).named(side.ids()::get);
  }

  /** The recordings of each model by number: one number wherever a recording occurs. */
  private static int[][] recordings(Side side, Map<String, Integer> numbers) {
    int[][] of = new int[side.ids().size()][];
    for (int i = 0; i < of.length; i++) {
      List<Integer> found = new ArrayList<>();
      for (String id : side.recordings().get(i)) {
        int next = numbers.size();
        found.add(numbers.computeIfAbsent(id, r -> next));
      }
      of[i] = found.stream().mapToInt(n -> n).toArray();
    }
    return of;
  }

  private void warn(String what, Side side, Side others) throws IOException {
    Set<String> mine = all(side);
    Set<String> shared = new HashSet<>(mine);
    shared.retainAll(all(others));
    if (!shared.isEmpty()) {
      terminal.say(
          "warning: the cohort has "
              + shared.size()
              + " recordings of the "
              + what
              + " side, which are left out of their own statistics");
    }
    if (labels != null) {
      Set<String> known = new HashSet<>(mine);
      known.addAll(all(others));
      Map<String, String> speakers = SpeakerLabels.read(labels, known::contains);
      Set<String> sharedSpeakers = new TreeSet<>(speakers(mine, speakers));
      sharedSpeakers.retainAll(speakers(all(others), speakers));
      if (!sharedSpeakers.isEmpty()) {
        terminal.say(
            "warning: the cohort has "
                + sharedSpeakers.size()
                + " speakers of the "
                + what
                + " side, for example "
                + sharedSpeakers.iterator().next()
                + "; take a cohort of other speakers");
      }
    }
  }

  private static Set<String> all(Side side) {
    Set<String> out = new HashSet<>();
    side.recordings().forEach(out::addAll);
    return out;
  }

  private static Set<String> speakers(Set<String> recordings, Map<String, String> speakers) {
    Set<String> out = new HashSet<>();
    for (String id : recordings) {
      if (speakers.containsKey(id)) {
        out.add(speakers.get(id));
      }
    }
    return out;
  }
}
