package dev.gme.benchmarks;

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
public final class PaperSizeStudy {
  private final Size size;

  /**
   * How much.
   *
   * @param speakers of which {@code withOneMore} have one recording more than the others
   */
  record Size(
      int speakers, int recordings, int withOneMore, int iterations, int steps, int batch) {}

  /** 13,687 speakers of 6 recordings and 2,554 of 7. */
  public PaperSizeStudy() {
    this(new Size(16_241, 6, 2_554, 10, 25, 5000));
  }

  PaperSizeStudy(Size size) {
    this.size = size;
  }

  /**
   * Runs it.
   *
   * @param progress told what is being done
   * @return the lines of a Markdown table
   */
  public List<String> run(Consumer<String> progress) {
    List<String> lines = new ArrayList<>();
    lines.add("| step | seconds | resident before, MiB | peak, MiB |");
    lines.add("|---|---|---|---|");
    int[] labels = labels();
    FloatMatrix vectors =
        measured(
            lines, progress, "draw the vectors", () -> new SimulatedVectors(2).draw(labels, 1));
    TrainingData data = TrainingData.of(vectors, labels);
    SpeakerStatistics statistics =
        measured(
            lines,
            progress,
            "statistics for EM, one pass",
            () -> SpeakerStatistics.gather(data, Progress.NONE));
    HtPlda plda =
        measured(
            lines,
            progress,
            "EM, " + size.iterations + " iterations from the scatter",
            () ->
                new GaussianPldaEm(Stopping.after(size.iterations), true)
                    .train(
                        statistics,
                        PldaStart.fromScatter(statistics, SimulatedEmbeddings.SPEAKER_DIMENSION),
                        Progress.NONE)
                    .model());
    measured(
        lines,
        progress,
        "VB, " + size.iterations + " iterations, nu = 2",
        () ->
            HtPldaVb.standard()
                .withIterations(size.iterations)
                .train(data, plda.withNu(2), Progress.NONE));
    GmeExtractor start = plda.withNu(2).extractor();
    // Patience for all steps, so that every run makes the same number of them.
    DescentOptions descent =
        DescentOptions.builder().steps(size.steps).patience(size.steps).build();
    measured(
        lines,
        progress,
        "BXE, " + 2 * size.steps + " minibatches of " + size.batch + " x " + size.batch + ", looks",
        () ->
            new BxeTrainer(BxeOptions.standard().withBatch(size.batch), descent)
                .train(data, start, Progress.NONE));
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "%d vectors, %d speakers, %d threads.",
            labels.length,
            size.speakers,
            Workers.threads()));
    return lines;
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

  private static <T> T measured(
      List<String> lines, Consumer<String> progress, String what, Supplier<T> work) {
    progress.accept(what);
    ResidentMemory memory = ResidentMemory.start();
    long start = System.nanoTime();
    T out = work.get();
    double seconds = (System.nanoTime() - start) * 1e-9;
    lines.add(
        String.format(
            Locale.ROOT, "| %s | %.1f | %s | %s |", what, seconds, memory.before(), memory.peak()));
    return out;
  }
}
