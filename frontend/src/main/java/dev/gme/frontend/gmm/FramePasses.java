package dev.gme.frontend.gmm;

import dev.gme.core.linalg.RowSource;
import java.util.Optional;

/**
 * Frames as the training of a diagonal mixture sees them: an E-step over all of them, wherever they
 * are. On one computer it is a pass over rows, elsewhere a job on a cluster.
 *
 * <pre>{@code
 * Trained<DiagonalGmm> ubm = trainer.train(FramePasses.of(frames), Checkpoints.NONE, progress);
 * }</pre>
 */
public interface FramePasses {
  /** How many frames there are. */
  long frames();

  /** P, of every frame. */
  int dimension();

  /** The first frame. */
  double[] first();

  /**
   * The statistics of order 2 of all frames: the {@link dev.gme.core.parallel.TreeSum} of {@link
   * GmmStatistics#ofLeaf} over the {@link FrameLeaves}.
   */
  GmmStatistics statistics(DiagonalGmm mixture);

  /** The frames themselves, where they are on this computer: k-means draws from them. */
  default Optional<RowSource> rows() {
    return Optional.empty();
  }

  /** Frames on this computer. */
  static FramePasses of(RowSource frames) {
    return new FramePasses() {
      @Override
      public long frames() {
        return frames.rows();
      }

      @Override
      public int dimension() {
        return frames.cols();
      }

      @Override
      public double[] first() {
        return frames.doubles(0, 1).row(0);
      }

      @Override
      public GmmStatistics statistics(DiagonalGmm mixture) {
        return GmmStatistics.gather(mixture, frames);
      }

      @Override
      public Optional<RowSource> rows() {
        return Optional.of(frames);
      }
    };
  }
}
