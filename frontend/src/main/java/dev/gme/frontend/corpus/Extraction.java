package dev.gme.frontend.corpus;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.parallel.Workers;
import dev.gme.formats.LabelledVectors;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.gmm.Alignment;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.ivector.IvectorPosteriors;
import dev.gme.frontend.ivector.RecordingStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * From frames to i-vectors, a batch of recordings at a time.
 *
 * <pre>{@code
 * Extraction e = new Extraction(system, Extraction.Options.DEFAULT, progress);
 * FeatureFiles.read(archives, e::add);
 * LabelledVectors vectors = e.finish();
 * }</pre>
 */
public final class Extraction {
  /** Which vector stands for a recording. */
  public enum Estimate {
    /** The i-vector φ, the mean of the posterior. */
    POSTERIOR_MEAN,
    /** The maximum of the likelihood, without the prior (docs/math.md 8.5). */
    MAXIMUM_LIKELIHOOD
  }

  /**
   * How vectors are made.
   *
   * @param precisions whether the precisions of the posteriors are kept too
   * @param weight Kaldi's acoustic-weight: posteriors of frames are multiplied by it
   * @param maxCount Kaldi's max-count: recordings of more weighted frames are scaled down to it; 0
   *     for none
   */
  public record Options(Estimate estimate, boolean precisions, double weight, double maxCount) {
    /** I-vectors alone, of frames that count as what they are. */
    public static final Options DEFAULT = new Options(Estimate.POSTERIOR_MEAN, false, 1, 0);

    public Options {
      if (!(weight > 0 && weight < Double.POSITIVE_INFINITY) || !(maxCount >= 0)) {
        throw new GmeException(
            "expected a positive weight of frames and a largest count from 0 on, found "
                + weight
                + " and "
                + maxCount,
            "choose other values");
      }
    }
  }

  private static final int BATCH = 64;

  private final IvectorSystem system;
  private final Alignment alignment;
  private final Options options;
  private final Progress progress;
  private final List<DoubleMatrix> waiting = new ArrayList<>();
  private final List<String> ids = new ArrayList<>();
  private final List<float[]> vectors = new ArrayList<>();
  private final List<float[]> packed = new ArrayList<>();
  private int deficient;

  /** An extraction that waits for frames. */
  public Extraction(IvectorSystem system, Options options, Progress progress) {
    this.system = system;
    this.alignment = IvectorSystem.alignment(system.ubm(), system.pruning());
    this.options = options;
    this.progress = progress;
  }

  /** The frames of the next recording. */
  public void add(String id, DoubleMatrix frames) {
    if (frames.cols() != system.ubm().dimension()) {
      throw new GmeException(
          "the frames of '"
              + id
              + "' have "
              + frames.cols()
              + " dimensions, the extractor takes "
              + system.ubm().dimension(),
          "give the features that it was trained on");
    }
    ids.add(id);
    waiting.add(frames);
    if (waiting.size() == BATCH) {
      flush();
    }
  }

  private void flush() {
    if (waiting.isEmpty()) {
      return;
    }
    progress.step("i-vectors", vectors.size(), 0);
    GmmStatistics[] s = new GmmStatistics[waiting.size()];
    Workers.forEach(
        s.length,
        i ->
            s[i] =
                GmmStatistics.gather(
                    system.ubm(), waiting.get(i), alignment.posteriors(waiting.get(i)), 1));
    RecordingStatistics statistics =
        RecordingStatistics.of(Arrays.asList(s)).scaled(options.weight, options.maxCount);
    IvectorPosteriors p = system.extractor().posteriors(statistics);
    for (int i = 0; i < s.length; i++) {
      if (options.estimate == Estimate.MAXIMUM_LIKELIHOOD && s[i].total() == 0) {
        throw new GmeException(
            "'" + ids.get(vectors.size()) + "' has no frames, and without the prior no vector",
            "take it out, or use i-vectors with the prior");
      }
      vectors.add(floats(vector(p, i)));
      if (options.precisions) {
        packed.add(floats(lowerTriangle(p.precision(i))));
      }
    }
    waiting.clear();
  }

  private double[] vector(IvectorPosteriors p, int i) {
    if (options.estimate == Estimate.POSTERIOR_MEAN) {
      return p.mean(i);
    }
    IvectorPosteriors.PointEstimate e = p.withoutPrior(i);
    deficient += e.rank() < p.dimension() ? 1 : 0;
    return e.vector();
  }

  private static float[] floats(double[] x) {
    float[] out = new float[x.length];
    for (int k = 0; k < out.length; k++) {
      out[k] = (float) x[k];
    }
    return out;
  }

  private static double[] lowerTriangle(DoubleMatrix m) {
    int d = m.rows();
    double[] out = new double[d * (d + 1) / 2];
    for (int i = 0, at = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        out[at++] = m.get(i, j);
      }
    }
    return out;
  }

  /** The vectors of all recordings, in their order. */
  public LabelledVectors finish() {
    flush();
    if (ids.isEmpty()) {
      throw new GmeException("there are no frames to make i-vectors of", "check the features");
    }
    return LabelledVectors.of("the features", ids, matrix(vectors));
  }

  /** After {@link #finish}: precisions L, lower triangles row by row, a recording a row. */
  public FloatMatrix precisions() {
    return matrix(packed);
  }

  /** Recordings whose frames did not determine all dimensions of an estimate without prior. */
  public int rankDeficient() {
    return deficient;
  }

  private static FloatMatrix matrix(List<float[]> rows) {
    int d = rows.isEmpty() ? 0 : rows.get(0).length;
    float[] out = new float[Math.multiplyExact(rows.size(), d)];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, out, i * d, d);
    }
    return FloatMatrix.wrap(rows.size(), d, out);
  }
}
