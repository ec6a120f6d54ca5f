package dev.gme.core.train;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Speakers in groups of equal n_s. What an EM iteration needs of a group is Φ = Σ f_s f_s', so
 * where few different counts occur an iteration does not depend on the number of speakers. Where a
 * group is smaller than the dimension it keeps the f_s themselves, which are then the cheaper form
 * of Φ.
 */
final class SpeakerGroups {
  private final List<Group> groups = new ArrayList<>();
  private final int dim;

  SpeakerGroups(double[] n, DoubleMatrix f) {
    dim = f.cols();
    Map<Double, List<Integer>> byCount = new TreeMap<>();
    for (int s = 0; s < n.length; s++) {
      byCount.computeIfAbsent(n[s], c -> new ArrayList<>()).add(s);
    }
    List<Integer> few = new ArrayList<>();
    byCount.forEach(
        (count, speakers) -> {
          if (speakers.size() > dim) {
            int[] rows = speakers.stream().mapToInt(s -> s).toArray();
            groups.add(new Group(count, rows.length, f.selectRows(rows).gram()));
          } else {
            few.addAll(speakers);
          }
        });
    // All small groups together are one block of rows with a count each.
    if (!few.isEmpty()) {
      int[] rows = few.stream().mapToInt(s -> s).toArray();
      double[] counts = new double[rows.length];
      for (int i = 0; i < rows.length; i++) {
        counts[i] = n[rows[i]];
      }
      groups.add(new Group(counts, f.selectRows(rows)));
    }
  }

  /** Either one count with Φ of its many speakers, or speakers one by one. */
  private static final class Group {
    final double[] counts;
    final int speakers;
    final DoubleMatrix phi;
    final DoubleMatrix f;

    Group(double count, int speakers, DoubleMatrix phi) {
      this.counts = new double[] {count};
      this.speakers = speakers;
      this.phi = phi;
      this.f = null;
    }

    Group(double[] counts, DoubleMatrix f) {
      this.counts = counts;
      this.speakers = counts.length;
      this.phi = null;
      this.f = f;
    }
  }

  /** The factor that turns component k of y_s = G'f_s into z_s, from n_s and λ_k. */
  interface Gain {
    double of(double n, double lambda);
  }

  /** Sums over all speakers, in the basis of G. */
  static final class Sums {
    /** Σ f_s z_s', D x d. */
    final double[] fz;

    /** Σ z_s z_s', d x d. */
    final double[] zz;

    /** Σ n_s z_s z_s', d x d. */
    final double[] nzz;

    /** Σ_s y_sk z_sk, by k. */
    final double[] yz;

    Sums(int dim, int d) {
      fz = new double[dim * d];
      zz = new double[d * d];
      nzz = new double[d * d];
      yz = new double[d];
    }
  }

  /** With y_s = G'f_s and z_s = gain(n_s, λ) y_s. */
  Sums sums(DoubleMatrix g, double[] lambda, Gain gain) {
    int d = lambda.length;
    Sums out = new Sums(dim, d);
    for (Group group : groups) {
      if (group.phi != null) {
        addGroup(group, g, lambda, gain, out);
      } else {
        addSpeakers(group, g, lambda, gain, out);
      }
    }
    return out;
  }

  private void addGroup(Group group, DoubleMatrix g, double[] lambda, Gain gain, Sums out) {
    int d = lambda.length;
    double n = group.counts[0];
    double[] factor = new double[d];
    for (int k = 0; k < d; k++) {
      factor[k] = gain.of(n, lambda[k]);
    }
    DoubleMatrix phiG = group.phi.times(g);
    Blas.axpy(dim * d, 1, phiG.scaleColumns(factor).array(), 0, out.fz, 0);
    DoubleMatrix yy = g.transposeTimes(phiG).symmetrized();
    double[] zz = yy.scaleRows(factor).scaleColumns(factor).array();
    Blas.axpy(d * d, 1, zz, 0, out.zz, 0);
    Blas.axpy(d * d, n, zz, 0, out.nzz, 0);
    for (int k = 0; k < d; k++) {
      out.yz[k] += factor[k] * yy.get(k, k);
    }
  }

  private void addSpeakers(Group group, DoubleMatrix g, double[] lambda, Gain gain, Sums out) {
    int d = lambda.length;
    int m = group.counts.length;
    double[] z = group.f.times(g).array();
    double[] rootNz = new double[z.length];
    for (int s = 0; s < m; s++) {
      double root = Math.sqrt(group.counts[s]);
      for (int k = 0; k < d; k++) {
        double y = z[s * d + k];
        z[s * d + k] = gain.of(group.counts[s], lambda[k]) * y;
        rootNz[s * d + k] = root * z[s * d + k];
        out.yz[k] += y * z[s * d + k];
      }
    }
    Blas.gemm(
        Op.TRANSPOSE, Op.NONE, dim, d, m, 1, group.f.array(), 0, dim, z, 0, d, 1, out.fz, 0, d);
    Blas.syrk(Op.TRANSPOSE, d, m, 1, z, 0, d, 1, out.zz, 0, d);
    Blas.syrk(Op.TRANSPOSE, d, m, 1, rootNz, 0, d, 1, out.nzz, 0, d);
  }

  /** A function of a speaker's count, summed over all speakers. */
  double sumOver(java.util.function.DoubleUnaryOperator ofCount) {
    double sum = 0;
    for (Group group : groups) {
      if (group.phi != null) {
        sum += group.speakers * ofCount.applyAsDouble(group.counts[0]);
      } else {
        for (double n : group.counts) {
          sum += ofCount.applyAsDouble(n);
        }
      }
    }
    return sum;
  }
}
