package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.CpuTime;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.feature.Mfcc;
import dev.gme.frontend.gmm.Alignment;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.GmmUpdate;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorStatistics;
import dev.gme.frontend.ivector.IvectorTrainer;
import dev.gme.frontend.ivector.IvectorUpdate;
import dev.gme.frontend.ivector.RecordingStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * The steps of the front end at sizes that Kaldi's programs were timed at on one core (its times
 * are in the notes), and an extractor of the paper's size. Times on one thread are processor times.
 */
public final class FrontendBench implements Benchmark {
  private final Size size;

  /**
   * The amount of work.
   *
   * @param seconds of audio for MFCC
   * @param frames for the mixture
   * @param utterances that these frames are cut into
   * @param paper the large extractor
   */
  record Size(
      int seconds,
      int frames,
      int gaussians,
      int dim,
      int utterances,
      int rounds,
      LargeExtractorBench.Size paper) {}

  /** Kaldi's sizes and the paper's. */
  public FrontendBench() {
    this(
        new Size(
            1695, 50_040, 256, 100, 120, 5, new LargeExtractorBench.Size(2048, 60, 600, 1000)));
  }

  FrontendBench(Size size) {
    this.size = size;
  }

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    List<Measurement> out = new ArrayList<>();
    progress.accept("front end: MFCC of " + size.seconds + " s of audio");
    mfcc(out);
    progress.accept("front end: a mixture of " + size.gaussians);
    DiagonalGmm ubm = mixture(out);
    progress.accept("front end: i-vectors of " + size.dim + " dimensions");
    extractor(ubm, out);
    out.addAll(new LargeExtractorBench(size.paper).run(progress));
    return out;
  }

  private void mfcc(List<Measurement> out) {
    Random random = new Random(1);
    float[] samples = new float[80_000];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = 1000 * (random.nextFloat() - 0.5f);
    }
    Audio piece = Audio.wrap(8000, samples);
    Mfcc mfcc = new Mfcc(Mfcc.Options.paper(8000));
    double ten = CpuTime.best(10 * size.rounds, () -> mfcc.compute(piece));
    out.add(
        Measurement.of(
            "mfcc_seconds",
            ten * size.seconds / piece.seconds(),
            "s",
            size.seconds + " s of 8 kHz audio, 20 MFCC, one thread (Kaldi 0.46 s for 1695 s)"));
    int frames = mfcc.compute(piece).rows();
    out.add(
        Measurement.of("mfcc_frames_per_second", frames / ten, "1/s", "the same on one thread"));
  }

  private FloatMatrix frames() {
    Random random = new Random(2);
    float[] x = new float[size.frames * 60];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextGaussian();
    }
    return FloatMatrix.wrap(size.frames, 60, x);
  }

  private DiagonalGmm mixture(List<Measurement> out) {
    FloatMatrix frames = frames();
    double[] weights = new double[size.gaussians];
    java.util.Arrays.fill(weights, 1.0 / size.gaussians);
    double[] ones = new double[size.gaussians * 60];
    java.util.Arrays.fill(ones, 1);
    DiagonalGmm start =
        DiagonalGmm.of(
            weights,
            frames.doubles(0, size.gaussians),
            DoubleMatrix.wrap(size.gaussians, 60, ones));
    DiagonalGmm[] last = {start};
    double seconds =
        CpuTime.best(
            size.rounds,
            () ->
                last[0] = GmmUpdate.DEFAULT.apply(last[0], GmmStatistics.gather(last[0], frames)));
    out.add(
        Measurement.of(
            "ubm_iteration",
            seconds,
            "s",
            size.gaussians
                + " diagonal Gaussians, "
                + size.frames
                + " frames x 60, one thread (Kaldi 0.82 s for 256 and 50040)"));
    out.add(
        Measurement.of(
            "ubm_frames_per_second", size.frames / seconds, "1/s", "the same on one thread"));
    return last[0];
  }

  private void extractor(DiagonalGmm ubm, List<Measurement> out) {
    FloatMatrix frames = frames();
    int each = size.frames / size.utterances;
    Alignment alignment = Alignment.of(ubm, Pruning.DEFAULT);
    List<GmmStatistics> parts = new ArrayList<>();
    double align =
        CpuTime.best(
            size.rounds,
            () -> {
              parts.clear();
              for (int u = 0; u < size.utterances; u++) {
                DoubleMatrix f = frames.doubles(u * each, (u + 1) * each);
                parts.add(GmmStatistics.gather(ubm, f, alignment.posteriors(f), 2));
              }
            });
    GmmStatistics total = parts.stream().reduce(GmmStatistics::plus).orElseThrow();
    RecordingStatistics recordings = RecordingStatistics.of(parts);
    IvectorUpdate update = IvectorUpdate.DEFAULT;
    IvectorExtractor start =
        new IvectorTrainer(new IvectorTrainer.Options(size.dim, 1, update, 0.1, 1)).start(ubm);
    IvectorStatistics[] s = new IvectorStatistics[1];
    double gather =
        CpuTime.best(
            size.rounds, () -> s[0] = IvectorStatistics.gather(start, recordings, Progress.NONE));
    IvectorExtractor[] next = new IvectorExtractor[1];
    double estimate = CpuTime.best(size.rounds, () -> next[0] = update.apply(start, s[0], total));
    double extract = CpuTime.best(size.rounds, () -> next[0].posteriors(recordings).means());
    String what = size.utterances + " utterances at " + size.gaussians + " x 60 x " + size.dim;
    out.add(
        Measurement.of(
            "alignment", align, "s", what + ": posteriors and statistics of order 2, one thread"));
    out.add(
        Measurement.of(
            "ivector_statistics",
            gather,
            "s",
            what + ": the E-step, one thread (Kaldi, with the sums over frames, 1.5 s)"));
    out.add(
        Measurement.of(
            "ivector_reestimation",
            estimate,
            "s",
            what + ": the M-step, one thread (Kaldi 1.0 s)"));
    out.add(
        Measurement.of("ivector_extraction", extract, "s", what + ", one thread (Kaldi 0.32 s)"));
  }
}
