package dev.gme.core.math;

/**
 * Random numbers that are the same everywhere: the generator xoshiro256++ of Blackman and Vigna
 * (2019), seeded by SplitMix64, and textbook methods with {@link StrictMath} on top. (What the
 * JDK's own generators return is not promised to stay.)
 *
 * <p>Numbered streams of one seed are independent for all practical purposes: parallel work takes a
 * stream per item, not per thread.
 */
public final class SeededRandom {
  /** SplitMix64's increment, the golden ratio in 64 bits. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long s0;
  private long s1;
  private long s2;
  private long s3;

  /** The second of a pair of Gaussians, or NaN. */
  private double spare = Double.NaN;

  public SeededRandom(long seed) {
    this(seed, 0);
  }

  /** Stream {@code stream} of a seed. */
  public SeededRandom(long seed, long stream) {
    // The stream is scrambled before it meets the seed, so that (1, 2) and (2, 1) differ.
    long state = mix(seed) ^ mix(GOLDEN * (stream + 1));
    s0 = mix(state += GOLDEN);
    s1 = mix(state += GOLDEN);
    s2 = mix(state += GOLDEN);
    s3 = mix(state + GOLDEN);
  }

  private static long mix(long x) {
    long z = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  public long nextLong() {
    long result = Long.rotateLeft(s0 + s3, 23) + s0;
    long t = s1 << 17;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = Long.rotateLeft(s3, 45);
    return result;
  }

  /** Uniform on [0, 1), 53 bits. */
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1p-53;
  }

  /** Uniform on {0, …, n−1}. */
  public int nextInt(int n) {
    if (n < 1) {
      throw new IllegalArgumentException("n must be at least 1, found " + n);
    }
    // Rejection keeps it exactly uniform.
    long limit = Long.MAX_VALUE - Long.MAX_VALUE % n;
    long x = nextLong() >>> 1;
    while (x >= limit) {
      x = nextLong() >>> 1;
    }
    return (int) (x % n);
  }

  /** Standard normal, by Marsaglia's polar method. */
  public double nextGaussian() {
    if (!Double.isNaN(spare)) {
      double out = spare;
      spare = Double.NaN;
      return out;
    }
    double u;
    double v;
    double s;
    do {
      u = 2 * nextDouble() - 1;
      v = 2 * nextDouble() - 1;
      s = u * u + v * v;
    } while (s >= 1 || s == 0);
    double factor = StrictMath.sqrt(-2 * StrictMath.log(s) / s);
    spare = v * factor;
    return u * factor;
  }

  public double[] gaussians(int n) {
    double[] out = new double[n];
    for (int i = 0; i < n; i++) {
      out[i] = nextGaussian();
    }
    return out;
  }

  /** Gamma with the given shape and rate 1, by the method of Marsaglia and Tsang (2000). */
  public double nextGamma(double shape) {
    if (!(shape > 0 && shape < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("the shape must be positive and finite, found " + shape);
    }
    if (shape < 1) {
      // Γ(a) = Γ(a+1) U^(1/a); 1 − U is never 0.
      return nextGamma(shape + 1) * StrictMath.pow(1 - nextDouble(), 1 / shape);
    }
    double d = shape - 1.0 / 3;
    double c = 1 / StrictMath.sqrt(9 * d);
    while (true) {
      double x = nextGaussian();
      double v = 1 + c * x;
      if (v > 0) {
        v = v * v * v;
        double logU = StrictMath.log(1 - nextDouble());
        if (logU < 0.5 * x * x + d - d * v + d * StrictMath.log(v)) {
          return d * v;
        }
      }
    }
  }
}
