package dev.gme.core.simulate;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.HtPlda;
import dev.gme.core.parallel.Workers;

/**
 * Draws databases from a heavy-tailed PLDA model (docs/math.md 3.1): for every speaker z ~ N(0, I),
 * for every recording τ ~ Gamma(ν/2, rate ν/2) and r = μ + F z + η with η ~ N(0, (τW)⁻¹).
 *
 * <pre>{@code
 * SimulatedDatabase train = new Simulator(truth).draw(1500, RecordingCounts.fixed(8), 1);
 * }</pre>
 */
public final class Simulator {
  /** Below it, noise is drawn that doubles cannot hold. */
  public static final double LEAST_NU = 0.1;

  private final double[] mean;
  private final double nu;
  private final int dim;
  private final int d;

  /** F', d x D. */
  private final double[] loading;

  /** L⁻¹ with W = LL': g → L⁻ᵀg has covariance W⁻¹. */
  private final double[] inverseRoot;

  /**
   * A simulator that draws from a model.
   *
   * @param model a model with ν of at least {@link #LEAST_NU}
   */
  public Simulator(HtPlda model) {
    mean = model.mean();
    nu = model.nu();
    if (nu < LEAST_NU) {
      throw new IllegalArgumentException(
          "simulation needs nu of at least " + LEAST_NU + ", found " + nu);
    }
    dim = model.inputDimension();
    d = model.speakerDimension();
    loading = PlainAlgebra.transpose(model.f().array(), dim, d);
    inverseRoot = PlainAlgebra.inverseCholesky(model.w().array(), dim);
  }

  /** Draws that many speakers with their recordings. */
  public SimulatedDatabase draw(int speakers, RecordingCounts counts, long seed) {
    if (speakers < 0) {
      throw new IllegalArgumentException(
          "the number of speakers must not be negative, found " + speakers);
    }
    // Each speaker has a stream of random numbers, so threads may take speakers in any order.
    int[] start = new int[speakers + 1];
    for (int s = 0; s < speakers; s++) {
      start[s + 1] = Math.addExact(start[s], counts.draw(new SeededRandom(seed, 2L * s)));
    }
    int n = start[speakers];
    double[] vectors = new double[Math.multiplyExact(n, dim)];
    double[] z = new double[Math.multiplyExact(speakers, d)];
    double[] tau = new double[n];
    int[] labels = new int[n];
    Workers.forEach(
        speakers,
        s -> {
          SeededRandom random = new SeededRandom(seed, 2L * s + 1);
          double[] zs = random.gaussians(d);
          System.arraycopy(zs, 0, z, s * d, d);
          double[] centre = mean.clone();
          PlainAlgebra.addTransposeTimes(loading, zs, d, dim, centre, 0);
          for (int j = start[s]; j < start[s + 1]; j++) {
            labels[j] = s;
            tau[j] = drawTau(random);
            drawRecording(random, centre, tau[j], vectors, j * dim);
          }
        });
    return new SimulatedDatabase(
        DoubleMatrix.wrap(n, dim, vectors), labels, DoubleMatrix.wrap(speakers, d, z), tau);
  }

  private double drawTau(SeededRandom random) {
    return nu == Double.POSITIVE_INFINITY ? 1 : random.nextGamma(nu / 2) / (nu / 2);
  }

  private void drawRecording(
      SeededRandom random, double[] centre, double tau, double[] out, int off) {
    double[] g = random.gaussians(dim);
    double scale = 1 / StrictMath.sqrt(tau);
    for (int i = 0; i < dim; i++) {
      g[i] *= scale;
      out[off + i] = centre[i];
    }
    PlainAlgebra.addTransposeTimes(inverseRoot, g, dim, dim, out, off);
  }
}
