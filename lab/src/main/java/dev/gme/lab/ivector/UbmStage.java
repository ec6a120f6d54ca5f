package dev.gme.lab.ivector;

import dev.gme.core.Checkpoints;
import dev.gme.core.Trained;
import dev.gme.formats.io.Sha256;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.corpus.DataSize;
import dev.gme.frontend.corpus.FrameSample;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.frontend.gmm.UbmTrainer.Covariances;
import dev.gme.lab.cache.Stage;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Frames to a mixture, {@code ubm.safetensors}. */
final class UbmStage {
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
    String inputs = new Sha256().add(features).add(String.join(" ", train)).hex();
    Stage stage = run.stage("ubm", inputs, parameters, FILE);
    return run.run(stage, () -> train(stage, train));
  }

  private String train(Stage stage, List<String> train) throws IOException {
    FrameSample sample =
        FrameSample.read(
            List.of(run.file(FeatureStage.FRAMES)),
            Set.copyOf(train)::contains,
            options.maxFrames());
    DataSize size = new DataSize(sample.recordings(), sample.total());
    size.advice(options.gaussians(), options.dimension()).ifPresent(run.say());
    UbmTrainer trainer = new UbmTrainer(options.ubm());
    Map<Covariances, Checkpoints> kept = new EnumMap<>(Covariances.class);
    kept.put(Covariances.DIAGONAL, run.checkpoints(stage, ""));
    kept.put(Covariances.FULL, run.checkpoints(stage, "-full"));
    Trained<? extends GaussianMixture> t =
        trainer.train(
            sample.frames(),
            options.full() ? Covariances.FULL : Covariances.DIAGONAL,
            kept::get,
            run.progress());
    GaussianMixture mixture = t.model();
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

  /** The mixture of the stage. */
  GaussianMixture mixture() throws IOException {
    return run.read(FILE, FrontendArtefacts.UBM).mixture();
  }
}
