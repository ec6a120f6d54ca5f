package dev.gme.frontend.corpus;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.parallel.Workers;
import dev.gme.formats.numpy.NpyMatrixWriter;
import dev.gme.formats.numpy.NpyRows;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.gmm.Alignment;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.RecordingLeaves;
import dev.gme.frontend.ivector.StatisticsSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * n_c and f_c of many recordings in two .npy files, a recording a row: training goes through them
 * once an iteration without holding more than a batch.
 *
 * <pre>{@code
 * try (StatisticsFiles s = StatisticsFiles.open(counts, sums)) {
 *   trainer.train(ubm, s, total, progress);
 * }
 * }</pre>
 */
public final class StatisticsFiles implements StatisticsSource, Closeable {
  private final NpyRows counts;
  private final NpyRows sums;

  private StatisticsFiles(NpyRows counts, NpyRows sums) {
    this.counts = counts;
    this.sums = sums;
  }

  public static StatisticsFiles open(Path counts, Path sums) throws IOException {
    NpyRows n = NpyRows.open(counts);
    NpyRows f = NpyRows.open(sums);
    if (n.rows() != f.rows() || n.cols() == 0 || f.cols() % n.cols() != 0) {
      n.close();
      f.close();
      throw new GmeException(
          counts + " and " + sums + " do not belong together", "gather the statistics again");
    }
    return new StatisticsFiles(n, f);
  }

  @Override
  public RowSource counts() {
    return counts;
  }

  @Override
  public RowSource sums() {
    return sums;
  }

  @Override
  public void close() throws IOException {
    counts.close();
    sums.close();
  }

  /**
   * Aligns recordings and writes their statistics; gives the sum of those that are for training.
   */
  public static final class Writer implements Closeable {
    private final GaussianMixture ubm;
    private final Alignment alignment;
    private final int recordings;
    private final NpyMatrixWriter counts;
    private final NpyMatrixWriter sums;
    private final List<DoubleMatrix> waiting = new ArrayList<>();
    private int written;
    private final RecordingLeaves leaves;

    /** The sum of the leaf that is not complete yet. */
    private GmmStatistics leaf;

    private GmmStatistics total;

    /**
     * Files to be filled.
     *
     * @param recordings how many there will be
     */
    public Writer(
        GaussianMixture ubm, Pruning pruning, int recordings, Path countFile, Path sumFile)
        throws IOException {
      this.ubm = ubm;
      this.alignment = IvectorSystem.alignment(ubm, pruning);
      this.recordings = recordings;
      this.counts = NpyMatrixWriter.create(countFile, recordings, ubm.components());
      this.leaves = RecordingLeaves.ofFrames(recordings);
      this.sums =
          NpyMatrixWriter.create(
              sumFile, recordings, Math.multiplyExact(ubm.components(), ubm.dimension()));
    }

    /** The frames of the next recording. */
    public void add(DoubleMatrix frames, Progress progress) {
      if (frames.cols() != ubm.dimension()) {
        throw new GmeException(
            "frames of dimension "
                + frames.cols()
                + " for a mixture of dimension "
                + ubm.dimension(),
            "give the features that the mixture was trained on");
      }
      waiting.add(frames);
      if (waiting.size() >= block()) {
        progress.step("statistics", written, recordings);
        flush();
      }
    }

    /** Full second moments are 59 MB a recording at 2048 components of 60 dimensions. */
    private int block() {
      return ubm instanceof DiagonalGmm ? 32 : 4;
    }

    private void flush() {
      GmmStatistics[] gathered = new GmmStatistics[waiting.size()];
      Workers.forEach(
          gathered.length,
          i -> {
            DoubleMatrix frames = waiting.get(i);
            gathered[i] = GmmStatistics.gather(ubm, frames, alignment.posteriors(frames), 2);
          });
      for (GmmStatistics s : gathered) {
        write(counts, s.counts());
        write(sums, s.sums().array());
        leaf = leaf == null ? s : leaf.plus(s);
        written++;
        if (written % leaves.limit() == 0) {
          addLeaf();
        }
      }
      waiting.clear();
    }

    private void addLeaf() {
      if (leaf != null) {
        total = total == null ? leaf : total.plus(leaf);
        leaf = null;
      }
    }

    private void write(NpyMatrixWriter to, double[] values) {
      float[] row = new float[values.length];
      for (int i = 0; i < row.length; i++) {
        row[i] = (float) values[i];
      }
      to.write(written, 0, row, 0, row.length);
    }

    /** Puts the files into their places and gives the sum of all statistics, of order 2. */
    public GmmStatistics commit() throws IOException {
      flush();
      addLeaf();
      if (total == null) {
        throw new GmeException(
            "there are no recordings to gather statistics of", "check the features and the list");
      }
      counts.commit();
      sums.commit();
      return total;
    }

    @Override
    public void close() throws IOException {
      counts.close();
      sums.close();
    }
  }
}
