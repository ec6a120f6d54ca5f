package dev.gme.benchmarks.suite;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.sink.ScoreBand;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.ScoreTile;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Errors of scores against exact double: every ninth row and column of each tile, and all pairs of
 * one speaker (recording i of both sides is of speaker i). The first row and column, where errors
 * are largest, would count too much; each stands for its neighbours on both sides. Tiles that are
 * smaller than that, or of which such a sample finds nearly the tolerance, are computed in full.
 *
 * @param worstTile largest root mean square of a tile
 * @param bound what the scorer promises that no score exceeds
 */
record ScoreErrors(double all, double sameSpeaker, double worstTile, double max, double bound) {
  private static final int STEP = 9;

  /** The share of the tolerance from which on a tile is computed in full. */
  private static final double NEARLY = 0.95;

  static ScoreErrors of(double tolerance, MetaEmbeddings enrol, MetaEmbeddings test) {
    Sink sink = new Sink(tolerance, enrol, test);
    ScoreReport report = ScoreKind.llr(tolerance).scorer(enrol, test).all(sink);
    return new ScoreErrors(
        Math.sqrt(sink.sums[0] / sink.sums[1]),
        Math.sqrt(sink.sums[2] / sink.sums[3]),
        sink.worstTile,
        sink.max,
        report.errorBound());
  }

  static ScoreErrors larger(ScoreErrors x, ScoreErrors y) {
    return x == null
        ? y
        : new ScoreErrors(
            Math.max(x.all, y.all),
            Math.max(x.sameSpeaker, y.sameSpeaker),
            Math.max(x.worstTile, y.worstTile),
            Math.max(x.max, y.max),
            Math.max(x.bound, y.bound));
  }

  Map<String, Double> details() {
    Map<String, Double> out = new LinkedHashMap<>();
    out.put("rms_error_all", all);
    out.put("rms_error_same_speaker", sameSpeaker);
    out.put("rms_error_worst_tile", worstTile);
    out.put("max_error", max);
    out.put("max_error_bound", bound);
    return out;
  }

  /** Parts: Σe², their number, the same of one speaker, largest rms of a tile, largest |e|. */
  private static final class Sink implements ScoreSink<double[]> {
    private final double tolerance;
    private final MetaEmbeddings enrol;
    private final MetaEmbeddings test;
    final double[] sums = new double[4];
    double worstTile;
    double max;

    Sink(double tolerance, MetaEmbeddings enrol, MetaEmbeddings test) {
      this.tolerance = tolerance;
      this.enrol = enrol;
      this.test = test;
    }

    @Override
    public double[] open(ScoreBand band) {
      return new double[6];
    }

    @Override
    public void accept(double[] part, ScoreTile tile) {
      for (int i = 0; i < tile.rows(); i++) {
        int same = tile.find(tile.row(i));
        if (same >= 0) {
          double e = error(part, tile, i, same);
          part[2] += e * e;
          part[3]++;
        }
      }
      boolean small = Math.min(tile.rows(), tile.cols()) < STEP;
      double mean = mean(part, tile, small ? 1 : STEP);
      if (!small && mean > Math.pow(NEARLY * tolerance, 2)) {
        mean = mean(part, tile, 1);
      }
      double pairs = (double) tile.rows() * tile.cols();
      part[0] += mean * pairs;
      part[1] += pairs;
      part[4] = Math.max(part[4], Math.sqrt(mean));
    }

    /** The mean of e² over every {@code step}-th row and column. */
    private double mean(double[] part, ScoreTile tile, int step) {
      double sum = 0;
      int count = 0;
      for (int i = step / 2; i < tile.rows(); i += step) {
        for (int j = step / 2; j < tile.cols(); j += step) {
          double e = error(part, tile, i, j);
          sum += e * e;
          count++;
        }
      }
      return sum / count;
    }

    private double error(double[] part, ScoreTile tile, int i, int j) {
      double exact = enrol.get(tile.row(i)).llr(test.get(tile.col(j)));
      double e = tile.scores()[i * tile.cols() + j] - exact;
      part[5] = Math.max(part[5], Math.abs(e));
      return e;
    }

    @Override
    public void merge(double[] part) {
      for (int k = 0; k < 4; k++) {
        sums[k] += part[k];
      }
      worstTile = Math.max(worstTile, part[4]);
      max = Math.max(max, part[5]);
    }
  }
}
