package dev.gme.benchmarks;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.metric.Cllr;
import dev.gme.core.metric.Roc;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.GmeExtractor;
import java.util.List;

/**
 * What a system is judged by.
 *
 * @param eer equal-error rate on the convex hull, in percent
 * @param cprmMin mean of the least costs at target priors 0.01 and 0.005
 * @param cllr cost of the scores as log-likelihood ratios, in bits
 */
record Figures(double eer, double cprmMin, double cllr) {
  private static Figures of(double[] scores, boolean[] isTarget) {
    ScoredTrials trials = ScoredTrials.of(scores, isTarget);
    Roc roc = Roc.of(trials);
    return new Figures(100 * roc.eerRocch(), roc.cprmMin(), Cllr.of(trials));
  }

  /** Over every pair of different recordings, once, scored exactly. */
  static Figures ofAllPairs(GmeExtractor extractor, RowSource recordings, int[] speakers) {
    MetaEmbeddings all = extractor.embed(recordings);
    int n = all.size();
    double[] scores = new double[n * (n - 1) / 2];
    boolean[] isTarget = new boolean[scores.length];
    int block = 100;
    int at = 0;
    for (int from = 0; from < n; from += block) {
      int to = Math.min(n, from + block);
      double[] llr = range(all, from, to).llr(range(all, from, n)).array();
      for (int i = from; i < to; i++) {
        for (int j = i + 1; j < n; j++) {
          scores[at] = llr[(i - from) * (n - from) + j - from];
          isTarget[at++] = speakers[i] == speakers[j];
        }
      }
    }
    return of(scores, isTarget);
  }

  private static MetaEmbeddings range(MetaEmbeddings all, int from, int to) {
    int[][] rows = new int[to - from][];
    for (int i = from; i < to; i++) {
      rows[i - from] = new int[] {i};
    }
    return all.pool(rows);
  }

  static Figures mean(List<Figures> all) {
    return new Figures(
        all.stream().mapToDouble(Figures::eer).average().orElseThrow(),
        all.stream().mapToDouble(Figures::cprmMin).average().orElseThrow(),
        all.stream().mapToDouble(Figures::cllr).average().orElseThrow());
  }
}
