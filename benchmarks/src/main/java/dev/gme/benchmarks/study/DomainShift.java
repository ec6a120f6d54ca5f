package dev.gme.benchmarks.study;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Qr;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;

/**
 * What makes another domain of data drawn from a model. In each the mean moves as well, by {@link
 * #MEAN_SHIFT} standard deviations of the noise in every direction.
 */
enum DomainShift {
  /**
   * Along random orthogonal axes all vectors are stretched by the exponential of {@link #STRETCH}
   * g.
   */
  AFFINE("affine", 1) {
    @Override
    DoubleMatrix change(HtPlda truth, DoubleMatrix clean, DoubleMatrix noise, Random of) {
      int dim = truth.inputDimension();
      DoubleMatrix axes = Qr.of(DoubleMatrix.wrap(dim, dim, of.domain().gaussians(dim * dim))).q();
      double[] gain = of.domain().gaussians(dim);
      for (int k = 0; k < dim; k++) {
        gain[k] = Math.exp(STRETCH * gain[k]);
      }
      return clean.plus(noise).times(axes).scaleColumns(gain).timesTranspose(axes);
    }
  },

  /** Further noise, of {@link #CHANNEL} times the variance, in {@link #DIRECTIONS} directions. */
  CHANNEL_NOISE("channel noise in 15 directions", 2) {
    @Override
    DoubleMatrix change(HtPlda truth, DoubleMatrix clean, DoubleMatrix noise, Random of) {
      int dim = truth.inputDimension();
      DoubleMatrix directions =
          DoubleMatrix.wrap(DIRECTIONS, dim, of.domain().gaussians(DIRECTIONS * dim))
              .times(Math.sqrt(CHANNEL / dim))
              .timesTranspose(root(truth));
      int n = clean.rows();
      DoubleMatrix strength =
          DoubleMatrix.wrap(n, DIRECTIONS, of.recordings().gaussians(n * DIRECTIONS));
      return clean.plus(noise).plus(strength.times(directions));
    }
  },

  /** The noise has twice the variance. */
  STRONG_NOISE("noise twice as strong", 3) {
    @Override
    DoubleMatrix change(HtPlda truth, DoubleMatrix clean, DoubleMatrix noise, Random of) {
      return clean.plus(noise.times(Math.sqrt(2)));
    }
  };

  static final double MEAN_SHIFT = 0.7;
  static final double STRETCH = 0.3;
  static final double CHANNEL = 13;
  static final int DIRECTIONS = 15;

  private final String title;

  /** Of random numbers: each shift has its own. */
  private final int stream;

  DomainShift(String title, int stream) {
    this.title = title;
    this.stream = stream;
  }

  /** Numbers that are one for all recordings of a domain, and others for each set of them. */
  private record Random(SeededRandom domain, SeededRandom recordings) {}

  String title() {
    return title;
  }

  /**
   * Recordings of the target domain.
   *
   * @param seed of the recordings
   * @param domainSeed of the domain: sets of one domain share it
   */
  SimulatedCorpus.Recordings draw(
      HtPlda truth, int speakers, int recordings, long seed, long domainSeed) {
    SimulatedDatabase drawn =
        new Simulator(truth).draw(speakers, RecordingCounts.fixed(recordings), seed);
    DoubleMatrix clean = drawn.z().selectRows(drawn.speakers()).timesTranspose(truth.f());
    DoubleMatrix noise = drawn.vectors().minusFromRows(truth.mean()).minus(clean);
    Random of =
        new Random(
            new SeededRandom(domainSeed, 100 + stream), new SeededRandom(seed, 200 + stream));
    double[] shift = root(truth).times(of.domain().gaussians(truth.inputDimension()));
    double[] minus = truth.mean();
    for (int i = 0; i < minus.length; i++) {
      minus[i] = -minus[i] - MEAN_SHIFT * shift[i];
    }
    return new SimulatedCorpus.Recordings(
        change(truth, clean, noise, of).minusFromRows(minus), drawn.speakers());
  }

  /** The vectors of the domain, about the mean, of what speakers and noise contribute. */
  abstract DoubleMatrix change(HtPlda truth, DoubleMatrix clean, DoubleMatrix noise, Random of);

  /** L with LL' = Σw. */
  private static DoubleMatrix root(HtPlda truth) {
    return Cholesky.of(Cholesky.of(truth.w()).inverse()).factor();
  }
}
