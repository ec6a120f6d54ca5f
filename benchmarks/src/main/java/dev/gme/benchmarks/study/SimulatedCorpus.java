package dev.gme.benchmarks.study;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import java.util.Arrays;

/** Kinds of simulated data that a heavy-tailed PLDA model describes, or does not. */
enum SimulatedCorpus {
  /** Drawn from the model. */
  AS_MODELLED("as the model says") {
    @Override
    DoubleMatrix bend(HtPlda truth, SimulatedDatabase drawn) {
      return drawn.vectors();
    }
  },

  /** Every second recording has noise of another covariance, drawn like the first one. */
  TWO_CHANNELS("two channels") {
    @Override
    DoubleMatrix bend(HtPlda truth, SimulatedDatabase drawn) {
      int dim = truth.inputDimension();
      HtPlda other =
          ModelRecipe.of(dim, truth.speakerDimension(), truth.nu()).draw(OTHER_CHANNEL_SEED);
      DoubleMatrix clean = drawn.z().selectRows(drawn.speakers()).timesTranspose(truth.f());
      DoubleMatrix noise = drawn.vectors().minusFromRows(truth.mean()).minus(clean);
      // With W = LL', L'η is white: η becomes L_B⁻ᵀ L_A' η, here with recordings as rows.
      DoubleMatrix change =
          Cholesky.of(truth.w())
              .factor()
              .times(Cholesky.of(other.w()).solveLower(DoubleMatrix.identity(dim)));
      double[] r = drawn.vectors().array().clone();
      double[] difference = noise.times(change).minus(noise).array();
      for (int j = 1; j < noise.rows(); j += 2) {
        for (int i = j * dim; i < (j + 1) * dim; i++) {
          r[i] += difference[i];
        }
      }
      return DoubleMatrix.wrap(noise.rows(), dim, r);
    }
  },

  /** Speaker variables form two clusters, as those of women and men do. */
  TWO_CLUSTERS("two clusters of speakers") {
    @Override
    DoubleMatrix bend(HtPlda truth, SimulatedDatabase drawn) {
      int dim = truth.inputDimension();
      int d = truth.speakerDimension();
      double[] towards = new double[d];
      Arrays.fill(towards, CLUSTER_DISTANCE / 2 / Math.sqrt(d));
      double[] shift = truth.f().times(towards);
      double[] r = drawn.vectors().array().clone();
      int[] speakers = drawn.speakers();
      for (int j = 0; j < speakers.length; j++) {
        int sign = speakers[j] % 2 == 0 ? 1 : -1;
        for (int i = 0; i < dim; i++) {
          r[j * dim + i] += sign * shift[i];
        }
      }
      return DoubleMatrix.wrap(speakers.length, dim, r);
    }
  };

  static final long OTHER_CHANNEL_SEED = 77;

  /** Between the clusters' centres, in standard deviations of a cluster. */
  private static final double CLUSTER_DISTANCE = 6;

  private final String title;

  SimulatedCorpus(String title) {
    this.title = title;
  }

  /** Vectors and the speaker of each. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Recordings(DoubleMatrix vectors, int[] speakers) {}

  String title() {
    return title;
  }

  /** Draws recordings of new speakers. */
  Recordings draw(HtPlda truth, int speakers, int recordings, long seed) {
    SimulatedDatabase drawn =
        new Simulator(truth).draw(speakers, RecordingCounts.fixed(recordings), seed);
    return new Recordings(bend(truth, drawn), drawn.speakers());
  }

  /** Changes data drawn from the model into data of this kind. */
  abstract DoubleMatrix bend(HtPlda truth, SimulatedDatabase drawn);
}
