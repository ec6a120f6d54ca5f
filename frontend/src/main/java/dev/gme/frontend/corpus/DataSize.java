package dev.gme.frontend.corpus;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How much there is to train on, and how large a model it can carry. The paper's sizes are the
 * largest that are ever chosen; smaller data get smaller ones (docs/studies/audio.md has the
 * reasons).
 *
 * <pre>{@code
 * int gaussians = new DataSize(240, 52_000).gaussians();   // 32
 * }</pre>
 *
 * @param recordings of all speakers
 * @param frames of speech in them
 */
public record DataSize(int recordings, long frames) {
  /** Gaussians of the paper's mixture. */
  public static final int PAPER_GAUSSIANS = 2048;

  /** Dimension of the paper's i-vectors. */
  public static final int PAPER_DIMENSION = 600;

  /**
   * Second derivatives reach over nine frames, so that a thousand frames are about a hundred
   * independent ones, which give a variance to 14 %.
   */
  public static final int FRAMES_PER_GAUSSIAN = 1000;

  /** Every recording tells of each dimension once. */
  public static final int RECORDINGS_PER_DIMENSION = 4;

  private static final int FEWEST_GAUSSIANS = 16;
  private static final int FEWEST_DIMENSIONS = 10;

  /** Counts the recordings and frames of archives. */
  public static DataSize of(List<Path> archives) throws IOException {
    int[] recordings = {0};
    long[] total = {0};
    FeatureFiles.read(
        archives,
        (id, frames) -> {
          recordings[0]++;
          total[0] += frames.rows();
        });
    return new DataSize(recordings[0], total[0]);
  }

  /** The largest power of two that leaves {@value #FRAMES_PER_GAUSSIAN} frames to a Gaussian. */
  public int gaussians() {
    int n = FEWEST_GAUSSIANS;
    while (2L * n * FRAMES_PER_GAUSSIAN <= frames && n < PAPER_GAUSSIANS) {
      n *= 2;
    }
    return n;
  }

  /** A dimension for every {@value #RECORDINGS_PER_DIMENSION} recordings. */
  public int dimension() {
    int fitting = recordings / RECORDINGS_PER_DIMENSION;
    return Math.max(FEWEST_DIMENSIONS, Math.min(PAPER_DIMENSION, fitting));
  }

  /** What to say where more than twice as much was asked for. */
  public Optional<String> advice(int gaussians, int dimension) {
    if (gaussians <= 2 * gaussians() && dimension <= 2 * dimension()) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "the training data are small, %,d frames of %,d recordings, for %d Gaussians and %d"
                + " dimensions: %d Gaussians and %d dimensions would suit them better and be faster",
            frames,
            recordings,
            gaussians,
            dimension,
            Math.min(gaussians, gaussians()),
            Math.min(dimension, dimension())));
  }
}
