package dev.gme.core.diarize;

import dev.gme.core.GmeException;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.metric.Interval;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How uncertain error rates over several recordings are, because others might have been recorded:
 * recordings are drawn again, with replacement, and their times summed (docs/math.md 7.7, 9.9).
 *
 * <pre>{@code
 * DiarizationBootstrap bootstrap = DiarizationBootstrap.of(errors, 1000, 1);
 * Interval der = bootstrap.interval(DiarizationError::der, 0.95);
 * }</pre>
 */
public final class DiarizationBootstrap {
  private final List<DiarizationError> replicates;

  private DiarizationBootstrap(List<DiarizationError> replicates) {
    this.replicates = replicates;
  }

  /** Draws the recordings so many times; the same seed gives the same draws. */
  public static DiarizationBootstrap of(List<DiarizationError> errors, int replicates, long seed) {
    if (errors.size() < 2) {
      throw new GmeException(
          "intervals over recordings need at least 2 of them, found " + errors.size(),
          "score more recordings");
    }
    DiarizationError[] out = new DiarizationError[replicates];
    for (int r = 0; r < replicates; r++) {
      SeededRandom random = new SeededRandom(seed, r);
      DiarizationError sum = DiarizationError.NONE;
      for (int i = 0; i < errors.size(); i++) {
        sum = sum.plus(errors.get(random.nextInt(errors.size())));
      }
      out[r] = sum;
    }
    return new DiarizationBootstrap(List.of(out));
  }

  /** The interval of a rate, or of anything computed from the sums. */
  public Interval interval(ToDoubleFunction<DiarizationError> rate, double confidence) {
    return Interval.ofQuantiles(replicates.stream().mapToDouble(rate).toArray(), confidence);
  }
}
