package dev.gme.core.score.norm;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.score.ScoreKind;
import java.util.List;
import java.util.OptionalInt;

/**
 * How scores are normalized by a cohort (docs/math.md 7.8).
 *
 * <pre>{@code
 * ScoreKind<MetaEmbeddings> llr = ScoreKind.llr();
 * ScoreNormalizer as = ScoreNormalization.adaptiveS(200)
 *     .fit(llr, ScoredSide.of(enrol), ScoredSide.of(test), ScoredSide.of(cohort));
 * llr.scorer(enrol, test).transformed(as).all(sink);
 * }</pre>
 *
 * @param method which side's statistics are used, and how
 * @param topN how many of the highest cohort scores count on each side; 0 for all
 */
public record ScoreNormalization(Method method, int topN) {
  /** The number of highest cohort scores that adaptive normalization takes unless told. */
  public static final int DEFAULT_TOP_N = 200;

  /** Whose cohort statistics normalize a score. */
  public enum Method {
    /** The statistics of the enrolment. */
    Z,
    /** The statistics of the test recording. */
    T,
    /** The mean of both normalized scores. */
    S,
    /** The enrolment first, and then the statistics of the test recording on normalized scores. */
    ZT
  }

  public ScoreNormalization {
    if (topN < 0 || topN == 1) {
      throw new GmeException(
          "at least the 2 highest cohort scores are needed for a deviation, found " + topN,
          "200 to 400 of some thousands are usual");
    }
    if (method == Method.ZT && topN != 0) {
      throw new IllegalArgumentException("zt takes all scores of the cohort, found top " + topN);
    }
  }

  public static ScoreNormalization z() {
    return new ScoreNormalization(Method.Z, 0);
  }

  public static ScoreNormalization t() {
    return new ScoreNormalization(Method.T, 0);
  }

  public static ScoreNormalization s() {
    return new ScoreNormalization(Method.S, 0);
  }

  public static ScoreNormalization zt() {
    return new ScoreNormalization(Method.ZT, 0);
  }

  /** s by the highest scores of either side, which each side chooses for itself (as-norm1). */
  public static ScoreNormalization adaptiveS(int topN) {
    if (topN == 0) {
      throw new IllegalArgumentException("adaptive normalization needs the number of scores");
    }
    return new ScoreNormalization(Method.S, topN);
  }

  /** The words that {@link #named} knows. */
  public static final List<String> NAMES = List.of("z", "t", "s", "zt", "as");

  /**
   * The way that users call by a word: z, t, s, zt or as.
   *
   * @param topN how many of the highest scores as takes; empty for {@link #DEFAULT_TOP_N}
   */
  public static ScoreNormalization named(String word, OptionalInt topN) {
    if (topN.isPresent() && !word.equals("as")) {
      throw new GmeException(
          "only as takes the highest scores of the cohort, " + word + " takes all",
          "choose as, or leave the number out");
    }
    return switch (word) {
      case "z" -> z();
      case "t" -> t();
      case "s" -> s();
      case "zt" -> zt();
      case "as" -> adaptiveS(topN.orElse(DEFAULT_TOP_N));
      default ->
          throw new GmeException(
              "there is no normalization '" + word + "'",
              "choose one of " + String.join(", ", NAMES));
    };
  }

  /** Measures the statistics, with one cohort for both sides, without telling how far it is. */
  public <S> ScoreNormalizer fit(
      ScoreKind<S> kind, ScoredSide<S> enrol, ScoredSide<S> test, ScoredSide<S> cohort) {
    return fit(kind, enrol, test, cohort, Progress.NONE);
  }

  /**
   * Measures the statistics, with one cohort for both sides.
   *
   * @param kind the kind of scores that are to be normalized
   */
  public <S> ScoreNormalizer fit(
      ScoreKind<S> kind,
      ScoredSide<S> enrol,
      ScoredSide<S> test,
      ScoredSide<S> cohort,
      Progress progress) {
    return fit(kind, enrol, test, cohort, cohort, progress);
  }

  /**
   * Measures the statistics with a cohort for each side. No matrix of cohort scores is kept; means
   * and deviations are summed in double, from scores of the scorer's tolerance.
   *
   * @param kind the kind of scores that are to be normalized
   * @param asTest the cohort that enrolments are scored against
   * @param asEnrolment the cohort that test recordings are scored against
   */
  public <S> ScoreNormalizer fit(
      ScoreKind<S> kind,
      ScoredSide<S> enrol,
      ScoredSide<S> test,
      ScoredSide<S> asTest,
      ScoredSide<S> asEnrolment,
      Progress progress) {
    CohortStatistics ofEnrol =
        method == Method.T ? null : ofEnrolments(kind, enrol, asTest, progress);
    CohortStatistics ofTest =
        method == Method.Z ? null : ofTests(kind, test, asTest, asEnrolment, progress);
    int most = Math.max(asTest.size(), asEnrolment.size());
    return ScoreNormalizer.of(topN > most ? withTop(Math.max(2, most)) : this, ofEnrol, ofTest);
  }

  /**
   * The statistics of enrolments alone, as {@link #fit} measures them. Those of a part of the
   * enrolments are the same as among all, if scores are: cut into the same blocks ({@link
   * dev.gme.core.score.CellScorer}).
   *
   * @param asTest the cohort that enrolments are scored against
   */
  public <S> CohortStatistics ofEnrolments(
      ScoreKind<S> kind, ScoredSide<S> enrol, ScoredSide<S> asTest, Progress progress) {
    return new CohortScoring<>(kind, progress).statistics("enrolment", enrol, asTest, topN);
  }

  /**
   * The statistics of test recordings alone, as {@link #fit} measures them.
   *
   * @param asTest the cohort that enrolments are scored against, which zt asks for
   * @param asEnrolment the cohort that test recordings are scored against
   */
  public <S> CohortStatistics ofTests(
      ScoreKind<S> kind,
      ScoredSide<S> test,
      ScoredSide<S> asTest,
      ScoredSide<S> asEnrolment,
      Progress progress) {
    CohortScoring<S> scoring = new CohortScoring<>(kind, progress);
    return method == Method.ZT
        ? scoring.ofNormalized(
            "test recording",
            test,
            asEnrolment,
            scoring.statistics("cohort member", asEnrolment, asTest, 0))
        : scoring.statistics("test recording", test, asEnrolment, topN);
  }

  /** What was asked for is not what is said to have been done where the cohort is smaller. */
  private ScoreNormalization withTop(int n) {
    return new ScoreNormalization(method, n);
  }

  /** The name of the variant: {@code z}, {@code t}, {@code s}, {@code zt} or {@code as(200)}. */
  @Override
  public String toString() {
    return switch (method) {
      case Z -> topN == 0 ? "z" : "z(" + topN + ")";
      case T -> topN == 0 ? "t" : "t(" + topN + ")";
      case S -> topN == 0 ? "s" : "as(" + topN + ")";
      case ZT -> "zt";
    };
  }
}
