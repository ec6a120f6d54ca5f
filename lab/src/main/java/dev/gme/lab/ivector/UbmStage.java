package dev.gme.lab.ivector;

import dev.gme.core.Checkpoints;
import dev.gme.formats.io.Sha256;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.corpus.DataSize;
import dev.gme.frontend.corpus.FrameSample;
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
    RecipeOptions.Mixture mixture = options.mixture();
    parameters.put("gaussians", Integer.toString(mixture.gaussians()));
    parameters.put("full", Boolean.toString(mixture.covariances() == Covariances.FULL));
    parameters.put("iterations", Integer.toString(mixture.iterations()));
    parameters.put("max-frames", Integer.toString(mixture.maxFrames()));
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
            options.mixture().maxFrames());
    new DataSize(sample.recordings(), sample.total())
        .advice(options.mixture().gaussians(), options.extractor().dimension())
        .ifPresent(run.say());
    Map<Covariances, Checkpoints> kept = new EnumMap<>(Covariances.class);
    kept.put(Covariances.DIAGONAL, run.checkpoints(stage, ""));
    kept.put(Covariances.FULL, run.checkpoints(stage, "-full"));
    UbmTraining.Result trained =
        options.ubm().train(sample, Optional.of(options.features()), kept::get, run.progress());
    run.write(FILE, FrontendArtefacts.UBM, trained.ubm(), stage);
    return String.format(
        Locale.ROOT,
        "%d Gaussians of %d dimensions, log-likelihood of a frame %.3f",
        trained.gaussians(),
        trained.dimension(),
        trained.objective().get(trained.objective().size() - 1));
  }

  /** The mixture of the stage. */
  FrontendArtefacts.Ubm ubm() throws IOException {
    return run.read(FILE, FrontendArtefacts.UBM);
  }
}
