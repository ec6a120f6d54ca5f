package dev.gme.lab.ivector;

import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.corpus.StatisticsFiles;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.lab.cache.Stage;
import java.io.IOException;
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
  private final UbmStage ubmStage;

  ExtractorStage(RecipeRun run, UbmStage ubmStage) {
    this.run = run;
    this.ubmStage = ubmStage;
  }

  /**
   * Aligns the training recordings, if it must be; gives the digest of the stage.
   *
   * @param ubm digest of the mixture
   */
  String align(String ubm, List<String> train) throws IOException {
    Stage stage = run.stage("statistics", ubm, PRUNING.toMap(), COUNTS, SUMS, TOTAL);
    return run.run(
        stage,
        () -> {
          try (StatisticsFiles.Writer writer =
              new StatisticsFiles.Writer(
                  ubmStage.ubm().mixture(),
                  PRUNING,
                  train.size(),
                  run.file(COUNTS),
                  run.file(SUMS))) {
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
    RecipeOptions.Extractor options = run.options().extractor();
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("dim", Integer.toString(options.dimension()));
    parameters.put("iterations", Integer.toString(options.iterations()));
    parameters.put("seed", Long.toString(run.options().seed()));
    Stage stage = run.stage("extractor", statistics, parameters, FILE);
    return run.run(stage, () -> train(stage));
  }

  private String train(Stage stage) throws IOException {
    GmmStatistics total = run.read(TOTAL, FrontendArtefacts.GMM_STATISTICS);
    ExtractorTraining training =
        new ExtractorTraining(ubmStage.ubm(), run.options().ivectors(), PRUNING);
    ExtractorTraining.Result trained;
    try (StatisticsFiles source = StatisticsFiles.open(run.file(COUNTS), run.file(SUMS))) {
      trained =
          training.train(
              source,
              total,
              Optional.of(run.options().features()),
              run.checkpoints(stage, ""),
              run.progress());
    }
    run.write(FILE, FrontendArtefacts.IVECTOR_EXTRACTOR, trained.system(), stage);
    return String.format(
        Locale.ROOT,
        "%d dimensions, log evidence of a recording from %.1f to %.1f",
        run.options().extractor().dimension(),
        trained.objective().get(0),
        trained.objective().get(trained.objective().size() - 1));
  }
}
