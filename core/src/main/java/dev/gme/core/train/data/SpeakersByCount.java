package dev.gme.core.train.data;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The f_s of speakers, kept by their n_s: all that EM needs where there are too many speakers to
 * keep the f_s of each. What two parts of the speakers gave adds up.
 *
 * <pre>{@code
 * for (SpeakersByCount.Group g : statistics.byCount().groups().groups()) {
 *   System.out.println(g.speakers() + " speakers of " + g.count() + " recordings");
 * }
 * }</pre>
 */
public final class SpeakersByCount {
  private final int dim;
  private final TreeMap<Double, Group> groups = new TreeMap<>();

  /**
   * Speakers of one n_s.
   *
   * @param count n_s
   * @param speakers how many they are
   * @param sum Σ f_s
   * @param rows their f_s where they are at most as many as dimensions; else Φ = Σ f_s f_s'
   * @param isProduct whether {@code rows} is Φ
   */
  @SuppressWarnings("ArrayRecordComponent") // passed around here only
  public record Group(
      double count, long speakers, double[] sum, DoubleMatrix rows, boolean isProduct) {
    /** Φ = Σ f_s f_s'. */
    public DoubleMatrix product() {
      return isProduct ? rows : rows.gram();
    }

    private Group plus(Group other) {
      double[] all = sum.clone();
      Blas.axpy(all.length, 1, other.sum, 0, all, 0);
      boolean isFew =
          !isProduct && !other.isProduct && rows.rows() + other.rows.rows() <= rows.cols();
      return new Group(
          count,
          speakers + other.speakers,
          all,
          isFew ? rows.above(other.rows) : product().plus(other.product()),
          !isFew);
    }

    /** With f_s − n_s t in the place of f_s. */
    private Group movedBy(double[] shift) {
      int d = shift.length;
      double[] out = rows.array().clone();
      double[] moved = sum.clone();
      for (int i = 0; i < d; i++) {
        moved[i] -= speakers * count * shift[i];
        for (int k = 0; k < rows.rows() && !isProduct; k++) {
          out[k * d + i] -= count * shift[i];
        }
        for (int j = 0; j < d && isProduct; j++) {
          out[i * d + j] +=
              speakers * count * count * shift[i] * shift[j]
                  - count * (sum[i] * shift[j] + shift[i] * sum[j]);
        }
      }
      return new Group(count, speakers, moved, DoubleMatrix.wrap(rows.rows(), d, out), isProduct);
    }
  }

  SpeakersByCount(int dim) {
    this.dim = dim;
  }

  /** Of speakers of these n_s and f_s, a speaker a row. */
  public static SpeakersByCount of(double[] n, DoubleMatrix f) {
    SpeakersByCount out = new SpeakersByCount(f.cols());
    TreeMap<Double, List<Integer>> members = new TreeMap<>();
    for (int s = 0; s < n.length; s++) {
      members.computeIfAbsent(n[s], c -> new ArrayList<>()).add(s);
    }
    members.forEach(
        (count, all) -> {
          DoubleMatrix rows = f.selectRows(all.stream().mapToInt(s -> s).toArray());
          double[] sum = new double[f.cols()];
          for (int r = 0; r < rows.rows(); r++) {
            Blas.axpy(sum.length, 1, rows.array(), r * sum.length, sum, 0);
          }
          boolean isFew = rows.rows() <= rows.cols();
          out.groups.put(
              count, new Group(count, rows.rows(), sum, isFew ? rows : rows.gram(), !isFew));
        });
    return out;
  }

  SpeakersByCount plus(SpeakersByCount other) {
    SpeakersByCount out = new SpeakersByCount(dim);
    out.groups.putAll(groups);
    other.groups.forEach((count, group) -> out.groups.merge(count, group, Group::plus));
    return out;
  }

  SpeakersByCount movedBy(double[] shift) {
    SpeakersByCount out = new SpeakersByCount(dim);
    groups.forEach((count, group) -> out.groups.put(count, group.movedBy(shift)));
    return out;
  }

  void put(Group group) {
    groups.put(group.count, group);
  }

  /** The groups, of ascending n_s. */
  public List<Group> groups() {
    return List.copyOf(groups.values());
  }

  long speakers() {
    return groups.values().stream().mapToLong(Group::speakers).sum();
  }
}
