package dev.gme.core.train.data;

import dev.gme.core.GmeException;
import dev.gme.core.Internal;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.SymmetricEigen;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What training data are refused for, each rule once: training throws the refusals, {@link
 * DataReport} lists them. That of the noise is {@link NoiseEstimate}'s, that of numbers {@link
 * dev.gme.core.model.FiniteVectors}'.
 */
@Internal
public final class DataRules {
  /** So many items are named in a message. */
  static final int NAMED = 5;

  private DataRules() {}

  public static void enforce(Optional<GmeException> refusal) {
    if (refusal.isPresent()) {
      throw refusal.get();
    }
  }

  public static Optional<GmeException> severalSpeakers(int speakers) {
    return refuseIf(
        speakers < 2,
        "training needs at least two speakers, found " + speakers,
        "give recordings of more speakers, or check the labels");
  }

  /** The means of M speakers span M − 1 directions. */
  public static Optional<GmeException> speakerDimension(int d, int speakers) {
    return refuseIf(
        d >= speakers,
        "a speaker dimension of "
            + d
            + " needs at least "
            + (d + 1)
            + " speakers, found "
            + speakers,
        "choose a speaker dimension of at most "
            + (speakers - 1)
            + ", or give recordings of more speakers");
  }

  public static Optional<GmeException> constantColumns(SpeakerScatter scatter) {
    List<Integer> constant = scatter.constantColumns();
    boolean one = constant.size() == 1;
    return refuseIf(
        !constant.isEmpty(),
        (one ? "column " : "columns ")
            + named(constant)
            + " (from 0) of the vectors "
            + (one ? "is" : "are")
            + " the same in all recordings",
        "leave " + (one ? "it" : "them") + " out of the vectors");
  }

  /** The first few of some numbers or names, and how many more there are. */
  static String named(List<?> items) {
    String first =
        items.stream().limit(NAMED).map(String::valueOf).collect(Collectors.joining(", "));
    int more = items.size() - NAMED;
    return more > 0 ? first + " and " + more + " more" : first;
  }

  /** The number of directions in which speakers' means vary, compared with the noise. */
  public static int speakerDirections(SpeakerScatter scatter, NoiseEstimate noise) {
    double[] relative =
        SymmetricEigen.of(scatter.between(), Cholesky.of(noise.covariance())).values();
    // In units of the noise, so that rounding errors of equal means do not pass for speakers.
    return NoiseEstimate.above(Math.max(NoiseEstimate.ZERO, 1e-10 * relative[0]), relative);
  }

  public static Optional<GmeException> speakersDiffer(int directions) {
    return refuseIf(
        directions == 0,
        "all speakers have the same mean vector: there is nothing to tell them apart by",
        "check the speaker labels of the training data");
  }

  private static Optional<GmeException> refuseIf(boolean is, String message, String help) {
    return is ? Optional.of(new GmeException(message, help)) : Optional.empty();
  }
}
