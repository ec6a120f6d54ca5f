package dev.gme.core.train.adapt;

import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.math.TailProbability;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether recordings look like those that a model was made for (docs/math.md 12.4), by the
 * directions in which the model has no speakers. Two things tell of another domain: too many
 * recordings whose noise is larger than the model has any, and noise that has a common direction,
 * which is a shift of the mean. Thresholds and what data of the own domain give are in
 * docs/studies/adaptation.md.
 *
 * <pre>{@code
 * DomainCheck check = DomainCheck.of(model, vectors, OptionalDouble.empty());
 * check.warning().ifPresent(System.err::println);
 * }</pre>
 *
 * @param recordings how many were looked at
 * @param unusual the share of them with noise so large that the model expects it of {@link
 *     #UNUSUAL} of its recordings
 * @param shift the share of the noise, as squared length, that is one and the same in all of them
 * @param isFreedomKnown whether the model says of how many recordings its noise was learned; where
 *     it does not, {@code unusual} may be the model's fault
 */
public record DomainCheck(int recordings, double unusual, double shift, boolean isFreedomKnown) {
  /** A recording is called unusual below this tail probability. */
  public static final double UNUSUAL = 0.001;

  /** Beyond this share of unusual recordings another domain is likely. */
  public static final double MOST_UNUSUAL = 0.5;

  /** Beyond this share of common noise another domain is likely. */
  public static final double MOST_SHIFT = 0.1;

  /** Fewer recordings say little. */
  public static final int FEWEST = 100;

  /** Fewer speakers may differ from the mean together. */
  public static final int FEWEST_SPEAKERS = 20;

  /** Recordings that are looked at; more would not change the shares. */
  private static final int MOST = 20_000;

  /**
   * Looks at recordings as a model sees them.
   *
   * @param freedom of the noise: training recordings less speakers. A covariance learned of few
   *     fits those few, so that all others look noisier (docs/math.md 12.4)
   */
  public static Optional<DomainCheck> of(
      Pipeline model, RowSource vectors, OptionalDouble freedom) {
    GmeExtractor extractor = model.extractor();
    if (extractor.speakerDimension() == extractor.inputDimension() || vectors.rows() == 0) {
      return Optional.empty();
    }
    RowSource ready = model.preprocessing().view(some(vectors));
    int n = extractor.inputDimension() - extractor.speakerDimension();
    double[] q = Complement.norms(extractor, ready);
    GmeExtractor plain = extractor.withNu(Double.POSITIVE_INFINITY);
    double[] mean = DomainStatistics.gather(ready, plain, false, Progress.NONE).mean();
    double common = Complement.norms(plain, DoubleMatrix.wrap(1, mean.length, mean))[0];
    double average = Arrays.stream(q).average().orElse(0);
    double rows = q.length;
    // Of independent recordings 1/N is common by chance.
    double shift = average > 0 && rows > 1 ? (rows * common / average - 1) / (rows - 1) : 0;
    // Hotelling: with a covariance of f degrees of freedom, the tail is that of a t-distribution.
    double left = freedom.orElse(Double.POSITIVE_INFINITY) - extractor.inputDimension() + 1;
    boolean known = freedom.isPresent() && left > 0;
    double nu = known ? 1 / (1 / extractor.nu() + 1 / left) : extractor.nu();
    double scale = known ? left / freedom.getAsDouble() : 1;
    long unusual =
        Arrays.stream(q).filter(v -> TailProbability.of(scale * v, n, nu) < UNUSUAL).count();
    return Optional.of(
        new DomainCheck(q.length, unusual / rows, Math.max(0, Math.min(1, shift)), known));
  }

  /** All rows, or as many at equal distances as are enough. */
  private static RowSource some(RowSource vectors) {
    int n = vectors.rows();
    if (n <= MOST) {
      return vectors;
    }
    int[] rows = new int[MOST];
    for (int i = 0; i < MOST; i++) {
      rows[i] = (int) ((long) i * n / MOST);
    }
    return vectors.doubles(rows);
  }

  /** Whether the recordings are likely to be of another domain. */
  public boolean isAnotherDomain() {
    return recordings >= FEWEST && (isNoisier() || shift > MOST_SHIFT);
  }

  private boolean isNoisier() {
    return isFreedomKnown && unusual > MOST_UNUSUAL;
  }

  /** A sentence for users where the recordings are likely to be of another domain. */
  public Optional<String> warning() {
    if (!isAnotherDomain()) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "the recordings look like another domain than the model's, or are of fewer than %d"
                + " speakers: %.1f %% of them are unusual for it, and %.0f %% of their noise is one"
                + " common shift (usual: below %.0f %%)",
            FEWEST_SPEAKERS,
            100 * unusual,
            100 * shift,
            100 * MOST_SHIFT));
  }

  /** What to do about it. */
  public static String help() {
    return "adapt the model to recordings of this kind, which need no labels";
  }
}
