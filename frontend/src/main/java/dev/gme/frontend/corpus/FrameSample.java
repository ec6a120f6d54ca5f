package dev.gme.frontend.corpus;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/**
 * Frames to train a mixture on, in memory: all there are, or so many of them spread evenly over all
 * recordings.
 *
 * @param frames the chosen ones
 * @param total how many there are
 * @param recordings of how many recordings
 */
public record FrameSample(FloatMatrix frames, long total, int recordings) {
  /** 14 hours of speech, 1.2 GB at 60 dimensions: more hardly changes a mixture of 2048. */
  public static final int MOST = 5_000_000;

  /** The number of frames that were chosen. */
  public int size() {
    return frames.rows();
  }

  /**
   * Reads archives twice: to count, then to choose.
   *
   * @param wanted which recordings
   */
  public static FrameSample read(List<Path> archives, Predicate<String> wanted, int most)
      throws IOException {
    long[] total = {0};
    int[] shape = {0, 0};
    FeatureFiles.read(
        archives,
        (id, frames) -> {
          if (wanted.test(id)) {
            if (shape[1] != 0 && frames.cols() != shape[1]) {
              throw new GmeException(
                  "the frames of '"
                      + id
                      + "' have "
                      + frames.cols()
                      + " dimensions, those before "
                      + shape[1],
                  "give features of one kind");
            }
            shape[1] = frames.cols();
            shape[0]++;
            total[0] += frames.rows();
          }
        });
    if (total[0] == 0) {
      throw new GmeException(
          archives.get(0) + " has no frames to train on", "check the features and the list");
    }
    int n = (int) Math.min(most, total[0]);
    int d = shape[1];
    float[] out = new float[Math.multiplyExact(n, d)];
    long[] at = {0, 0};
    FeatureFiles.read(
        archives,
        (id, frames) -> {
          if (wanted.test(id)) {
            double[] x = frames.array();
            for (int t = 0; t < frames.rows(); t++) {
              // Frame k of the total is chosen where k·n/total reaches a new whole number.
              long rank = at[0]++ * n / total[0];
              if (rank == at[1]) {
                for (int j = 0; j < d; j++) {
                  out[(int) at[1] * d + j] = (float) x[t * d + j];
                }
                at[1]++;
              }
            }
          }
        });
    return new FrameSample(FloatMatrix.wrap(n, d, out), total[0], shape[0]);
  }
}
