package dev.gme.lab.ivector;

import dev.gme.core.Trained;
import dev.gme.formats.io.Digest;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.corpus.DataSize;
import dev.gme.frontend.corpus.FrameSample;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.lab.cache.Stage;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Frames to a mixture, {@code ubm.safetensors}. */
final class UbmStage {
  /** Gaussians of the diagonal mixture that frames are tried with when covariances are full. */
  private static final int SELECTED = 20;

  private static final String FILE = "ubm.safetensors";

  private final RecipeRun run;
  private final RecipeOptions options;

  UbmStage(RecipeRun run) {
    this.run = run;
    this.options = run.options();
  }

  /**
   * Trains, if it must be; gives the digest of the stage.
   *
   * @param features digest of the frames
   */
  String run(String features, List<String> train) throws IOException {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("gaussians", Integer.toString(options.gaussians()));
    parameters.put("full", Boolean.toString(options.full()));
    parameters.put("iterations", Integer.toString(options.ubmIterations()));
    parameters.put("max-frames", Integer.toString(options.maxFrames()));
    parameters.put("seed", Long.toString(options.seed()));
    String inputs = new Digest().add(features).add(String.join(" ", train)).toString();
    Stage stage = run.stage("ubm", inputs, parameters, FILE);
    return run.run(stage, () -> train(stage, train));
  }

  private String train(Stage stage, List<String> train) throws IOException {
    FrameSample sample =
        FrameSample.read(
            List.of(run.file("features.ark")), Set.copyOf(train)::contains, options.maxFrames());
    DataSize size = new DataSize(sample.recordings(), sample.total());
    size.advice(options.gaussians(), options.dimension()).ifPresent(run.say());
    UbmTrainer trainer = new UbmTrainer(options.ubm());
    Trained<DiagonalGmm> t =
        trainer.train(sample.frames(), run.checkpoints(stage, ""), run.progress());
    GaussianMixture mixture = options.full() ? full(trainer, t.model(), sample, stage) : t.model();
    run.write(
        FILE,
        FrontendArtefacts.UBM,
        new FrontendArtefacts.Ubm(Optional.of(options.features()), mixture),
        stage);
    return String.format(
        Locale.ROOT,
        "%d Gaussians of %d dimensions, log-likelihood of a frame %.3f",
        mixture.components(),
        mixture.dimension(),
        t.objective().get(t.objective().size() - 1));
  }

  private GaussianMixture full(
      UbmTrainer trainer, DiagonalGmm diagonal, FrameSample sample, Stage stage)
      throws IOException {
    return trainer
        .trainFull(
            diagonal.toFull(),
            diagonal,
            SELECTED,
            sample.frames(),
            run.checkpoints(stage, "-full"),
            run.progress())
        .model();
  }

  /** The mixture of the stage. */
  GaussianMixture mixture() throws IOException {
    return run.read(FILE, FrontendArtefacts.UBM).mixture();
  }
}
