package dev.gme.lab.ivector;

import dev.gme.core.Checkpoints;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.corpus.DataSize;
import dev.gme.frontend.corpus.FeatureFiles;
import dev.gme.frontend.corpus.FeatureNotes;
import dev.gme.frontend.corpus.StatisticsFiles;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorTrainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Trains an i-vector extractor on archives of frames.
 *
 * <pre>{@code
 * var training = new ExtractorTraining(ubm, IvectorTrainer.Options.DEFAULT, Pruning.DEFAULT);
 * IvectorSystem trained =
 *     training.train(archives, scratch, Checkpoints.NONE, note -> {}, Progress.NONE).system();
 * }</pre>
 *
 * @param ubm the mixture that frames are aligned with
 * @param pruning which Gaussians a frame is aligned with
 */
public record ExtractorTraining(
    FrontendArtefacts.Ubm ubm, IvectorTrainer.Options options, Pruning pruning) {
  /**
   * A trained extractor, with the way that led to it.
   *
   * @param system the extractor with its mixture and features
   * @param recordings how many it was trained on
   * @param objective log evidence of a recording after each iteration
   */
  public record Result(IvectorSystem system, int recordings, List<Double> objective) {}

  /** The number of Gaussians. */
  public int gaussians() {
    return ubm.mixture().components();
  }

  /** Bytes that training takes. */
  public long memory() {
    return IvectorTrainer.memory(gaussians(), ubm.mixture().dimension(), options.dimension());
  }

  /** What to know of the memory where there are so many recordings that it takes more. */
  private Optional<String> memoryOfMany(int recordings) {
    long bytes =
        IvectorTrainer.memory(
            gaussians(), ubm.mixture().dimension(), options.dimension(), recordings);
    return bytes > memory()
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "sums over %,d recordings are made in parts: training takes %.1f GiB of memory",
                recordings,
                (double) bytes / (1L << 30)))
        : Optional.empty();
  }

  /**
   * Trains the extractor; refuses frames that are not those of the mixture.
   *
   * @param scratch what the names of the files begin with in which statistics are kept meanwhile
   * @param say takes a sentence of advice, where the data are few
   */
  public Result train(
      List<Path> archives,
      Path scratch,
      Checkpoints checkpoints,
      Consumer<String> say,
      Progress progress)
      throws IOException {
    Optional<FeatureSpec> features = FeatureNotes.agree(archives, ubm.features());
    Path counts = scratch.resolveSibling(scratch.getFileName() + ".counts.npy");
    Path sums = scratch.resolveSibling(scratch.getFileName() + ".sums.npy");
    try {
      DataSize size = DataSize.of(archives);
      size.advice(1, options.dimension()).ifPresent(say);
      memoryOfMany(size.recordings()).ifPresent(say);
      GmmStatistics total;
      try (StatisticsFiles.Writer writer =
          new StatisticsFiles.Writer(ubm.mixture(), pruning, size.recordings(), counts, sums)) {
        FeatureFiles.read(archives, (id, frames) -> writer.add(frames, progress));
        total = writer.commit();
      }
      try (StatisticsFiles source = StatisticsFiles.open(counts, sums)) {
        return train(source, total, features, checkpoints, progress);
      }
    } finally {
      Files.deleteIfExists(counts);
      Files.deleteIfExists(sums);
    }
  }

  /**
   * Trains the extractor on recordings that have been aligned.
   *
   * @param total the sum of the statistics
   */
  Result train(
      StatisticsFiles statistics,
      GmmStatistics total,
      Optional<FeatureSpec> features,
      Checkpoints checkpoints,
      Progress progress) {
    IvectorTrainer trainer = new IvectorTrainer(options);
    Trained<IvectorExtractor> trained =
        trainer.train(trainer.start(ubm.mixture()), statistics, total, checkpoints, progress);
    return new Result(
        new IvectorSystem(features, ubm.mixture(), pruning, trained.model()),
        statistics.recordings(),
        trained.objective());
  }
}
