package dev.gme.benchmarks.study;

import dev.gme.benchmarks.measure.ResidentMemory;
import dev.gme.benchmarks.workload.SimulatedEmbeddings;
import dev.gme.benchmarks.workload.SimulatedVectors;
import dev.gme.core.Progress;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.parallel.Workers;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.BxeTrainer;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.plda.GaussianPldaEm;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.PldaStart;
import dev.gme.core.train.plda.Stopping;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Training at the paper's size (docs/studies/paper-size.md): 100,000 vectors of 600 dimensions of
 * 16,241 speakers, d = 200; ten iterations of EM, ten of VB and fifty minibatches of 5000 × 5000,
 * with wall time and peak memory of each.
 */
public final class PaperSizeStudy implements Study {
  /** About what each step takes, as docs/studies/paper-size.md has it. */
  private static final List<Double> SECONDS = List.of(3.0, 1.0, 1.2, 21.6, 30.0);

  private final Size size;

  /**
   * The amount of data and of training.
   *
   * @param speakers of which {@code withOneMore} have one recording more than the others
   */
  record Size(
      int speakers, int recordings, int withOneMore, int iterations, int steps, int batch) {}

  /** The study of the page: 13,687 speakers of 6 recordings and 2,554 of 7. */
  public PaperSizeStudy() {
    this(new Size(16_241, 6, 2_554, 10, 25, 5000));
  }

  PaperSizeStudy(Size size) {
    this.size = size;
  }

  @Override
  public StudyResult run(Consumer<String> progress) {
    Steps steps = new Steps(new CountedSteps(SECONDS, progress));
    int[] labels = labels();
    FloatMatrix vectors =
        steps.measure("draw the vectors", () -> new SimulatedVectors(2).draw(labels, 1));
    TrainingData data = TrainingData.of(vectors, labels);
    SpeakerStatistics statistics =
        steps.measure(
            "statistics for EM, one pass", () -> SpeakerStatistics.gather(data, Progress.NONE));
    HtPlda plda =
        steps.measure(
            "EM, " + size.iterations + " iterations from the scatter",
            () ->
                new GaussianPldaEm(Stopping.after(size.iterations))
                    .train(
                        statistics,
                        PldaStart.fromScatter(statistics, SimulatedEmbeddings.SPEAKER_DIMENSION),
                        Progress.NONE)
                    .model());
    steps.measure(
        "VB, " + size.iterations + " iterations, nu = 2",
        () ->
            HtPldaVb.DEFAULT
                .withIterations(size.iterations)
                .train(data, plda.withNu(2), Progress.NONE));
    GmeExtractor start = plda.withNu(2).extractor();
    // Patience for all steps, so that every run makes the same number of them.
    DescentOptions descent =
        DescentOptions.builder().steps(size.steps).patience(size.steps).build();
    steps.measure(
        "BXE, "
            + 2 * size.steps
            + " minibatches of "
            + size.batch
            + " x "
            + size.batch
            + ", held-out loss",
        () ->
            new BxeTrainer(BxeOptions.DEFAULT.withBatch(size.batch), descent)
                .train(data, start, Progress.NONE));
    return new StudyResult(
        List.of(
            new StudyTable(
                "", List.of("step", "seconds", "resident before, MiB", "peak, MiB"), steps.rows)),
        List.of(
            String.format(
                Locale.ROOT,
                "%d vectors, %d speakers, %d threads.",
                labels.length,
                size.speakers,
                Workers.threads())));
  }

  private int[] labels() {
    int[] out = new int[size.speakers * size.recordings + size.withOneMore];
    int at = 0;
    for (int s = 0; s < size.speakers; s++) {
      for (int r = 0; r < size.recordings + (s < size.withOneMore ? 1 : 0); r++) {
        out[at++] = s;
      }
    }
    return out;
  }

  /** The rows of the table as they come. */
  private static final class Steps {
    private final Consumer<String> progress;
    private final List<List<Cell>> rows = new ArrayList<>();

    Steps(Consumer<String> progress) {
      this.progress = progress;
    }

    <T> T measure(String what, Supplier<T> work) {
      progress.accept(what);
      ResidentMemory memory = ResidentMemory.start();
      long start = System.nanoTime();
      T out = work.get();
      double seconds = (System.nanoTime() - start) * 1e-9;
      rows.add(
          List.of(
              Cell.text(what),
              Cell.number("%.1f", seconds),
              Cell.number("%.0f", memory.before()),
              Cell.number("%.0f", memory.peak())));
      return out;
    }
  }
}
