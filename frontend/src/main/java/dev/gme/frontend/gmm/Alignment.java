package dev.gme.frontend.gmm;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * Aligns frames with the components of a mixture. A diagonal mixture may choose the components that
 * a full one then weighs.
 *
 * <pre>{@code
 * Alignment a = Alignment.of(full, full.toDiagonal(), Pruning.DEFAULT);
 * GmmStatistics s = GmmStatistics.gather(full, frames, a.posteriors(frames), 1);
 * }</pre>
 */
public final class Alignment {
  /** Frames of a task: their likelihoods under 2048 components fill 4 MB. */
  static final int BLOCK = 256;

  private final GaussianMixture mixture;
  private final GaussianMixture selector;
  private final Pruning pruning;

  private Alignment(GaussianMixture mixture, GaussianMixture selector, Pruning pruning) {
    if (mixture.components() != selector.components()
        || mixture.dimension() != selector.dimension()) {
      throw new IllegalArgumentException("the two mixtures differ in size");
    }
    this.mixture = mixture;
    this.selector = selector;
    this.pruning = pruning;
  }

  /** The mixture chooses for itself. */
  public static Alignment of(GaussianMixture mixture, Pruning pruning) {
    return new Alignment(mixture, mixture, pruning);
  }

  /** Components are chosen by the likelihoods of a diagonal mixture of the same order. */
  public static Alignment of(FullGmm mixture, DiagonalGmm selector, Pruning pruning) {
    return new Alignment(mixture, selector, pruning);
  }

  /** Which components are chosen for each frame, the most likely one first. */
  public int[][] select(RowSource frames) {
    int[][] out = new int[frames.rows()][];
    forBlocks(
        frames,
        (from, block) -> {
          double[] l = selector.logLikelihoods(block).array();
          for (int t = 0; t < block.rows(); t++) {
            out[from + t] = pruning.best(l, t * selector.components(), selector.components());
          }
        });
    return out;
  }

  public FramePosteriors posteriors(RowSource frames) {
    return posteriors(frames, new double[frames.rows()]);
  }

  /** Also puts log Σ exp ℓ over the chosen components of every frame into the array. */
  FramePosteriors posteriors(RowSource frames, double[] logSums) {
    int c = mixture.components();
    return posteriors(
        frames,
        logSums,
        (from, block) -> {
          double[] l = selector.logLikelihoods(block).array();
          int[][] chosen = new int[block.rows()][];
          for (int t = 0; t < chosen.length; t++) {
            chosen[t] = pruning.best(l, t * c, c);
          }
          return new Chosen(
              chosen, selector == mixture ? picked(l, chosen, c) : weighed(block, chosen));
        });
  }

  /** Posteriors of components that are given, such as the selection in a file. */
  public FramePosteriors posteriors(RowSource frames, int[][] chosen) {
    if (chosen.length != frames.rows()) {
      throw new IllegalArgumentException(
          chosen.length + " lists of components for " + frames.rows() + " frames");
    }
    int c = mixture.components();
    return posteriors(
        frames,
        new double[chosen.length],
        (from, block) -> {
          int[][] part = Arrays.copyOfRange(chosen, from, from + block.rows());
          return new Chosen(
              part,
              mixture instanceof FullGmm
                  ? weighed(block, part)
                  : picked(mixture.logLikelihoods(block).array(), part, c));
        });
  }

  /** Chosen components of a block of frames, and their ℓ. */
  private static final class Chosen {
    final int[][] components;
    final double[][] logLikelihoods;

    Chosen(int[][] components, double[][] logLikelihoods) {
      this.components = components;
      this.logLikelihoods = logLikelihoods;
    }
  }

  private interface Choice {
    Chosen of(int from, DoubleMatrix block);
  }

  private FramePosteriors posteriors(RowSource frames, double[] logSums, Choice choice) {
    int[][] components = new int[frames.rows()][];
    double[][] values = new double[frames.rows()][];
    forBlocks(
        frames,
        (from, block) -> {
          Chosen chosen = choice.of(from, block);
          for (int t = 0; t < block.rows(); t++) {
            Pruning.Kept kept = pruning.prune(chosen.components[t], chosen.logLikelihoods[t]);
            components[from + t] = kept.components();
            values[from + t] = kept.posteriors();
            logSums[from + t] = kept.logSum();
          }
        });
    return FramePosteriors.of(components, values);
  }

  private static double[][] picked(double[] l, int[][] chosen, int c) {
    double[][] out = new double[chosen.length][];
    for (int t = 0; t < out.length; t++) {
      out[t] = new double[chosen[t].length];
      for (int i = 0; i < out[t].length; i++) {
        out[t][i] = l[t * c + chosen[t][i]];
      }
    }
    return out;
  }

  /** ℓ of the full mixture: for each component one product with all frames that chose it. */
  private double[][] weighed(DoubleMatrix block, int[][] chosen) {
    FullGmm full = (FullGmm) mixture;
    double[][] out = new double[chosen.length][];
    for (int t = 0; t < out.length; t++) {
      out[t] = new double[chosen[t].length];
    }
    FramePosteriors.ByComponent by = FramePosteriors.of(chosen, out).byComponent(full.components());
    for (int c = 0; c < full.components(); c++) {
      int[] rows = new int[by.start(c + 1) - by.start(c)];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = by.frame(by.start(c) + i);
      }
      double[] l = full.logLikelihoods(c, block.selectRows(rows));
      for (int i = 0; i < rows.length; i++) {
        int[] list = chosen[rows[i]];
        int at = 0;
        while (list[at] != c) {
          at++;
        }
        out[rows[i]][at] = l[i];
      }
    }
    return out;
  }

  /** Work on a block of frames; blocks are independent of each other. */
  interface BlockTask {
    void accept(int from, DoubleMatrix block);
  }

  static void forBlocks(RowSource frames, BlockTask task) {
    int n = frames.rows();
    Workers.forEach(
        (n + BLOCK - 1) / BLOCK,
        b -> {
          int from = b * BLOCK;
          task.accept(from, frames.doubles(from, Math.min(n, from + BLOCK)));
        });
  }
}
