package dev.gme.lab.ivector;

import dev.gme.core.Trained;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.corpus.StatisticsFiles;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorTrainer;
import dev.gme.lab.cache.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Frames and a mixture to statistics, and these to an extractor. */
final class ExtractorStage {
  /** The file of the extractor. */
  static final String FILE = "extractor.safetensors";

  private static final Pruning PRUNING = Pruning.DEFAULT;
  private static final String COUNTS = "counts.npy";
  private static final String SUMS = "sums.npy";
  private static final String TOTAL = "total.safetensors";

  private final RecipeRun run;
  private final UbmStage ubm;
  private final Path counts;
  private final Path sums;

  ExtractorStage(RecipeRun run, UbmStage ubm) {
    this.run = run;
    this.ubm = ubm;
    this.counts = run.file(COUNTS);
    this.sums = run.file(SUMS);
  }

  /**
   * Aligns the training recordings, if it must be; gives the digest of the stage.
   *
   * @param mixture digest of the mixture
   */
  String align(String mixture, List<String> train) throws IOException {
    Stage stage =
        run.stage(
            "statistics", mixture, Map.of("pruning", PRUNING.toString()), COUNTS, SUMS, TOTAL);
    return run.run(
        stage,
        () -> {
          try (StatisticsFiles.Writer writer =
              new StatisticsFiles.Writer(ubm.mixture(), PRUNING, train.size(), counts, sums)) {
            run.readFrames(train, (id, frames) -> writer.add(frames, run.progress()));
            run.write(TOTAL, FrontendArtefacts.GMM_STATISTICS, writer.commit(), stage);
          }
          return train.size() + " training recordings aligned";
        });
  }

  /**
   * Trains, if it must be; gives the digest of the stage.
   *
   * @param statistics digest of the statistics
   */
  String train(String statistics) throws IOException {
    RecipeOptions options = run.options();
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("dim", Integer.toString(options.dimension()));
    parameters.put("iterations", Integer.toString(options.iterations()));
    parameters.put("seed", Long.toString(options.seed()));
    Stage stage = run.stage("extractor", statistics, parameters, FILE);
    return run.run(stage, () -> train(stage));
  }

  private String train(Stage stage) throws IOException {
    GaussianMixture mixture = ubm.mixture();
    GmmStatistics sum = run.read(TOTAL, FrontendArtefacts.GMM_STATISTICS);
    IvectorTrainer trainer = new IvectorTrainer(run.options().ivectors());
    Trained<IvectorExtractor> t;
    try (StatisticsFiles source = StatisticsFiles.open(counts, sums)) {
      t =
          trainer.train(
              trainer.start(mixture), source, sum, run.checkpoints(stage, ""), run.progress());
    }
    run.write(
        FILE,
        FrontendArtefacts.IVECTOR_EXTRACTOR,
        new IvectorSystem(Optional.of(run.options().features()), mixture, PRUNING, t.model()),
        stage);
    return String.format(
        Locale.ROOT,
        "%d dimensions, log evidence of a recording from %.1f to %.1f",
        run.options().dimension(),
        t.objective().get(0),
        t.objective().get(t.objective().size() - 1));
  }
}
