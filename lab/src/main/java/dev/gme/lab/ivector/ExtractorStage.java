package dev.gme.lab.ivector;

import dev.gme.core.Trained;
import dev.gme.formats.artefact.Artefact;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.corpus.StatisticsFiles;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorTrainer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Frames and a mixture to statistics, and these to an extractor. */
final class ExtractorStage {
  private static final Pruning PRUNING = Pruning.usual();

  private final RecipeRun run;
  private final UbmStage ubm;
  private final Path counts;
  private final Path sums;
  private final Path total;

  ExtractorStage(RecipeRun run, UbmStage ubm) {
    this.run = run;
    this.ubm = ubm;
    this.counts = run.file("counts.npy");
    this.sums = run.file("sums.npy");
    this.total = run.file("total.safetensors");
  }

  /**
   * Aligns the training recordings, if it must be; gives the digest of the stage.
   *
   * @param mixture digest of the mixture
   */
  String align(String mixture, List<String> train) throws IOException {
    Stages.Stage stage =
        new Stages.Stage(
            "statistics",
            mixture,
            Map.of("pruning", PRUNING.toString()),
            List.of(counts, sums, total));
    return run.place()
        .run(
            stage,
            () -> {
              try (StatisticsFiles.Writer writer =
                  new StatisticsFiles.Writer(ubm.mixture(), PRUNING, train.size(), counts, sums)) {
                run.readFrames(train, (id, frames) -> writer.add(frames, run.progress()));
                Artefact.write(
                    total,
                    FrontendArtefacts.GMM_STATISTICS,
                    writer.commit(),
                    run.place().provenance(stage));
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
    Stages.Stage stage =
        new Stages.Stage(
            "extractor", statistics, parameters, List.of(run.file("extractor.safetensors")));
    return run.place().run(stage, () -> train(stage));
  }

  private String train(Stages.Stage stage) throws IOException {
    GaussianMixture mixture = ubm.mixture();
    GmmStatistics sum = Artefact.read(total, FrontendArtefacts.GMM_STATISTICS).value();
    IvectorTrainer trainer = new IvectorTrainer(run.options().ivectors());
    Trained<IvectorExtractor> t;
    try (StatisticsFiles source = StatisticsFiles.open(counts, sums)) {
      t =
          run.place()
              .checkpointed(
                  stage,
                  "",
                  run.place().provenance(stage),
                  kept -> trainer.train(trainer.start(mixture), source, sum, kept, run.progress()));
    }
    Artefact.write(
        run.file("extractor.safetensors"),
        FrontendArtefacts.IVECTOR_EXTRACTOR,
        new IvectorSystem(Optional.of(run.options().features()), mixture, PRUNING, t.model()),
        run.place().provenance(stage));
    run.place().removeCheckpoints(stage);
    return String.format(
        Locale.ROOT,
        "%d dimensions, log evidence of a recording from %.1f to %.1f",
        run.options().dimension(),
        t.objective().get(0),
        t.objective().get(t.objective().size() - 1));
  }
}
