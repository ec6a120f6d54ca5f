package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.CpuTime;
import dev.gme.benchmarks.measure.ResidentMemory;
import dev.gme.benchmarks.measure.Stopwatch;
import dev.gme.core.Progress;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.linalg.NativeBuffers;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.parallel.Workers;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorStatistics;
import dev.gme.frontend.ivector.IvectorTrainer;
import dev.gme.frontend.ivector.IvectorUpdate;
import dev.gme.frontend.ivector.RecordingStatistics;
import dev.gme.frontend.ivector.StatisticsSource;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Extraction and one EM iteration of a large extractor on simulated statistics, on all threads:
 * wall time, memory, and the share of the speed of a large matrix product.
 */
final class LargeExtractorBench {
  private static final int GEMM = 2048;

  private final Size size;

  /** C, P, D and how many utterances. */
  record Size(int components, int frameDimension, int dimension, int utterances) {}

  LargeExtractorBench(Size size) {
    this.size = size;
  }

  List<Measurement> run(Consumer<String> progress) {
    String what =
        size.components + " x " + size.frameDimension + " x " + size.dimension + ", simulated";
    progress.accept("front end: one EM iteration of an extractor of " + what);
    Source source = new Source(size);
    Iteration em = Iteration.of(source);
    progress.accept("front end: extraction of " + what);
    IvectorExtractor model = trainer(size).start(source.ubm());
    RecordingStatistics batch = source.read(0, Math.min(128, size.utterances));
    model.posteriors(batch); // the first call makes what all later ones use
    double gemm = 0;
    double extraction = Double.POSITIVE_INFINITY;
    double wall = Double.POSITIVE_INFINITY;
    for (int round = 0; round < 3; round++) {
      gemm = Math.max(gemm, gemmSpeed());
      double before = CpuTime.ofProcess();
      wall = Math.min(wall, Stopwatch.best(1, () -> model.posteriors(batch).means()));
      extraction = Math.min(extraction, CpuTime.ofProcess() - before);
    }
    double perSecond = batch.recordings() / extraction;
    return List.of(
        Measurement.of(
            "dgemm", 1e-9 * gemm, "GFLOP/s", "of 2048 x 2048 x 2048, a second of one core"),
        Measurement.of(
            "large_extraction_per_second",
            batch.recordings() / wall,
            "1/s",
            what + ": utterances, means and precisions, all threads, wall time"),
        Measurement.of(
            "large_extraction_per_core_second", perSecond, "1/s", "the same, processor time"),
        Measurement.of(
            "large_extraction_gemm_share",
            100 * perSecond * extractionWork() / gemm,
            "%",
            "operations of the formulas over processor time, of the speed of that dgemm"),
        Measurement.of(
            "large_em_iteration",
            em.wall,
            "s",
            what + ": " + size.utterances + " utterances, all threads, wall time"),
        Measurement.of(
            "large_em_processor", em.processor, "s", "the same, processor time of all threads"),
        Measurement.of("large_em_statistics", em.statistics, "s", "of which the E-step"),
        Measurement.of(
            "large_em_gemm_share",
            100 * size.utterances * (extractionWork() + trainingWork()) / em.statistics / gemm,
            "%",
            "of the E-step, counted as above"),
        Measurement.of("large_em_peak", em.peak, "MiB", "resident, at most"));
  }

  private static IvectorTrainer trainer(Size size) {
    return new IvectorTrainer(
        new IvectorTrainer.Options(size.dimension, 1, IvectorUpdate.DEFAULT, 0.1, 1));
  }

  /**
   * What an EM iteration takes.
   *
   * @param statistics processor time of the E-step
   * @param processor that of all
   * @param peak of the resident memory, with the first extractor, in MiB
   */
  private record Iteration(double wall, double statistics, double processor, double peak) {
    static Iteration of(Source source) {
      GmmStatistics total = source.total();
      ResidentMemory memory = ResidentMemory.start();
      IvectorExtractor model = trainer(source.size).start(source.ubm());
      long start = System.nanoTime();
      double before = CpuTime.ofProcess();
      IvectorStatistics s = IvectorStatistics.gather(model, source, Progress.NONE);
      double statistics = CpuTime.ofProcess() - before;
      IvectorUpdate.DEFAULT.apply(model, s, total);
      return new Iteration(
          (System.nanoTime() - start) * 1e-9,
          statistics,
          CpuTime.ofProcess() - before,
          memory.peak());
    }
  }

  /** J by packed products, g, a Cholesky factor and two solutions. */
  private double extractionWork() {
    double d = size.dimension;
    return size.components * d * (d + 1)
        + 2.0 * size.components * size.frameDimension * d
        + d * d * d / 3
        + 2 * d * d;
  }

  /** The inverse, and the sums A and C; not that J's matrices are made for every batch. */
  private double trainingWork() {
    double d = size.dimension;
    return 2 * d * d * d / 3
        + size.components * d * (d + 1)
        + 2.0 * size.components * size.frameDimension * d;
  }

  /** Operations per second of processor time of products on all threads, one each. */
  private static double gemmSpeed() {
    int threads = Workers.threads();
    DoubleBuffer a = filled(GEMM * GEMM);
    DoubleBuffer b = filled(GEMM * GEMM);
    DoubleBuffer[] c = new DoubleBuffer[threads];
    Arrays.setAll(c, i -> NativeBuffers.doubles(GEMM * GEMM));
    double before = CpuTime.ofProcess();
    Workers.forEach(
        threads,
        i ->
            Blas.gemm(
                1,
                MatrixView.of(a, GEMM, GEMM),
                MatrixView.of(b, GEMM, GEMM),
                0,
                MatrixView.of(c[i], GEMM, GEMM)));
    return 2.0 * threads * GEMM * GEMM * GEMM / (CpuTime.ofProcess() - before);
  }

  private static DoubleBuffer filled(int n) {
    DoubleBuffer out = NativeBuffers.doubles(n);
    for (int i = 0; i < n; i++) {
      out.put(i, i % 7 - 3);
    }
    return out;
  }

  /** Rows that come again and again. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Repeated(int rows, float[][] distinct) implements RowSource {
    @Override
    public int cols() {
      return distinct[0].length;
    }

    @Override
    public DoubleMatrix doubles(int from, int to) {
      int d = cols();
      double[] out = new double[(to - from) * d];
      for (int i = from; i < to; i++) {
        float[] row = distinct[i % distinct.length];
        for (int k = 0; k < d; k++) {
          out[(i - from) * d + k] = row[k];
        }
      }
      return DoubleMatrix.wrap(to - from, d, out);
    }
  }

  /** Some statistics in memory that stand for many: only their number matters to the time. */
  private static final class Source implements StatisticsSource {
    private static final int DISTINCT = 64;

    private final Size size;
    private final float[][] n;
    private final float[][] f;

    Source(Size size) {
      this.size = size;
      Random random = new Random(3);
      n = new float[DISTINCT][size.components];
      f = new float[DISTINCT][size.components * size.frameDimension];
      for (int i = 0; i < DISTINCT; i++) {
        for (int c = 0; c < size.components; c++) {
          n[i][c] = 5 * random.nextFloat();
          for (int k = 0; k < size.frameDimension; k++) {
            f[i][c * size.frameDimension + k] =
                (float) (Math.sqrt(n[i][c]) * random.nextGaussian());
          }
        }
      }
    }

    @Override
    public RowSource counts() {
      return new Repeated(size.utterances, n);
    }

    @Override
    public RowSource sums() {
      return new Repeated(size.utterances, f);
    }

    DiagonalGmm ubm() {
      double[] weights = new double[size.components];
      Arrays.fill(weights, 1.0 / size.components);
      double[] ones = new double[size.components * size.frameDimension];
      Arrays.fill(ones, 1);
      return DiagonalGmm.of(
          weights,
          DoubleMatrix.zeros(size.components, size.frameDimension),
          DoubleMatrix.wrap(size.components, size.frameDimension, ones));
    }

    /** Sums of all recordings, with the second moments of unit variances. */
    GmmStatistics total() {
      double[] counts = new double[size.components];
      double[] sums = new double[size.components * size.frameDimension];
      double[] squares = new double[sums.length];
      for (int i = 0; i < size.utterances; i++) {
        for (int c = 0; c < counts.length; c++) {
          counts[c] += n[i % DISTINCT][c];
        }
        for (int k = 0; k < sums.length; k++) {
          sums[k] += f[i % DISTINCT][k];
        }
      }
      for (int k = 0; k < squares.length; k++) {
        // Enough that what T explains leaves something.
        squares[k] = 4 * counts[k / size.frameDimension];
      }
      return GmmStatistics.of(
          counts,
          DoubleMatrix.wrap(size.components, size.frameDimension, sums),
          DoubleMatrix.wrap(size.components, size.frameDimension, squares));
    }
  }
}
