package dev.gme.core.train.adapt;

import dev.gme.core.Progress;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.GmeExtractor;

/**
 * Passes over the vectors of a domain, wherever they lie: all that {@link TargetDomain} needs of
 * them.
 *
 * <pre>{@code
 * TargetDomain target = TargetDomain.of(DomainPasses.of(vectors), model, 5, progress);
 * }</pre>
 */
public interface DomainPasses {
  /** How many vectors there are. */
  long vectors();

  /**
   * What one pass gathers: the sum over leaves of {@link DomainStatistics#leaf} vectors in their
   * order, by {@link dev.gme.core.parallel.TreeSum}.
   */
  DomainStatistics statistics(GmeExtractor model, boolean withSecond, Progress progress);

  /** Passes over vectors that are here. */
  static DomainPasses of(RowSource vectors) {
    return new DomainPasses() {
      @Override
      public long vectors() {
        return vectors.rows();
      }

      @Override
      public DomainStatistics statistics(
          GmeExtractor model, boolean withSecond, Progress progress) {
        return DomainStatistics.gather(vectors, model, withSecond, progress);
      }
    };
  }
}
