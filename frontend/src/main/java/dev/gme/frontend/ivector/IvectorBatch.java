package dev.gme.frontend.ivector;

import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * φ and E = L⁻¹ + φφ' of a batch of recordings at a time, for the E-step, in memory that is used
 * again: as garbage it would soon be more than all the rest.
 */
final class IvectorBatch {
  /**
   * Components whose T'Σ⁻¹T are held at a time: 369 MB of 2.95 GB at 2048 x 600. To make them anew
   * for every batch of 256 recordings adds a seventh to the processor time.
   */
  private static final int COMPONENTS = 256;

  /** Recordings whose statistics are read at a time; they are garbage when whitened. */
  private static final int READ = 32;

  private final ComponentBlock block;
  private final int components;
  private final int dimension;
  private final double[] counts;
  private final double[] whitened;
  private final double[] g;
  private final double[] means;
  private final double[] gains;

  /** J, and E in its place in the end. */
  private final double[][] moments;

  private int size;

  /** Elements of the arrays of a full batch. */
  static long doubles(int components, int frameDimension, int dimension) {
    long packed = Packed.length(dimension);
    long most = IvectorExtractor.batch(dimension);
    return (Math.min(COMPONENTS, components) + most) * packed
        + most * components * (frameDimension + 1)
        + (long) Math.min(COMPONENTS, components) * frameDimension * dimension;
  }

  /**
   * For extractors of the size of x.
   *
   * @param recordings how many there are in all
   */
  IvectorBatch(IvectorExtractor x, int recordings) {
    int most = Math.min(IvectorExtractor.batch(x.dimension()), recordings);
    this.components = x.components();
    this.dimension = x.dimension();
    this.block = new ComponentBlock(x, Math.min(COMPONENTS, components));
    this.counts = new double[most * components];
    this.whitened = new double[Math.multiplyExact(most, components * x.frameDimension())];
    this.g = new double[most * dimension];
    this.means = new double[most * dimension];
    this.gains = new double[most];
    this.moments = new double[most][Packed.length(dimension)];
  }

  /** How many recordings it takes. */
  int capacity() {
    return moments.length;
  }

  /** Works on recordings {@code from} (included) to {@code to} (excluded). */
  void load(IvectorExtractor x, StatisticsSource source, int from, int to) {
    size = to - from;
    for (int at = from; at < to; at += READ) {
      RecordingStatistics s = source.read(at, Math.min(to, at + READ));
      double[] n = s.counts().array();
      System.arraycopy(n, 0, counts, (at - from) * components, n.length);
      x.whiten(s, whitened, at - from);
    }
    Arrays.fill(g, 0);
    for (double[] row : moments) {
      Arrays.fill(row, 0);
    }
    for (int c = 0; c < components; c += block.capacity()) {
      block.fill(x, c, Math.min(components, c + block.capacity()));
      block.addTo(size, whitened, counts, g, moments);
    }
    Workers.forEach(
        size,
        i -> {
          double[] own = Arrays.copyOfRange(g, i * dimension, (i + 1) * dimension);
          RecordingPosterior p = new RecordingPosterior(own, moments[i], from + i);
          System.arraycopy(p.mean(), 0, means, i * dimension, dimension);
          gains[i] = p.gain();
          p.moment(moments[i]);
        });
  }

  /** How many recordings were loaded; what follows has a row for each, and may have more. */
  int size() {
    return size;
  }

  /** The counts n_c of each recording. */
  double[] counts() {
    return counts;
  }

  /** Whitened first moments L_c⁻¹f̃_c. */
  double[] whitened() {
    return whitened;
  }

  /** The posterior means φ. */
  double[] means() {
    return means;
  }

  /** The log evidence of one recording but for its part k that does not depend on T. */
  double gain(int i) {
    return gains[i];
  }

  /** The second moments E, packed. */
  double[][] moments() {
    return moments;
  }
}
