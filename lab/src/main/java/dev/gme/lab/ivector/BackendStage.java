package dev.gme.lab.ivector;

import dev.gme.core.GmeException;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.data.PreprocessingTrainer;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.lab.cache.Stage;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Training i-vectors to the systems of the recipe: cosine, Gaussian PLDA, and the same PLDA with ν
 * put in. This is the one place of the recipe that knows which systems there are.
 */
final class BackendStage {
  private static final String COSINE = "cosine";
  private static final String GAUSSIAN = "gaussian";
  private static final String HEAVY_TAILED = "heavy-tailed";

  private final RecipeRun run;
  private final RecipeOptions options;

  BackendStage(RecipeRun run) {
    this.run = run;
    this.options = run.options();
  }

  /**
   * Trains, if it must be.
   *
   * @param vectors digest of the i-vectors
   */
  void run(String vectors) throws IOException {
    int asked = options.speakerDimension();
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("speaker-dim", asked > 0 ? Integer.toString(asked) : "usual");
    parameters.put("nu", Double.toString(options.nu()));
    parameters.put("length-norm", Boolean.toString(options.lengthNorm()));
    Stage stage =
        run.stage("backend", vectors, parameters, file(COSINE), file(GAUSSIAN), file(HEAVY_TAILED));
    run.run(stage, () -> train(stage));
  }

  private static String file(String system) {
    return system + ".safetensors";
  }

  private String train(Stage stage) throws IOException {
    LabelledVectors train = VectorFiles.read(run.file(VectorStage.TRAIN));
    if (train.speakers().isEmpty()) {
      throw new GmeException("not all training recordings have a speaker", "complete utt2spk");
    }
    TrainingData data = TrainingData.of(train.vectors(), train.speakerNumbers());
    List<StepSpec> centre = List.of(StepSpec.centre());
    Preprocessing mean = new PreprocessingTrainer(centre).train(data, run.progress()).model();
    run.write(file(COSINE), ArtefactKind.PREPROCESSING, mean, stage);
    List<StepSpec> steps = options.lengthNorm() ? PldaRecipe.baseline() : centre;
    int d =
        options.speakerDimension() > 0
            ? options.speakerDimension()
            : PldaRecipe.usualSpeakerDimension(data, steps);
    Pipeline plain =
        PldaRecipe.gaussian(d).preprocessedBy(steps).train(data, run.progress()).model();
    run.write(file(GAUSSIAN), ArtefactKind.EXTRACTOR, plain, stage);
    Pipeline tailed = plain.withExtractor(plain.extractor().withNu(options.nu()));
    run.write(file(HEAVY_TAILED), ArtefactKind.EXTRACTOR, tailed, stage);
    return "PLDA of " + d + " speaker dimensions from " + data.speakers() + " speakers";
  }

  /** The systems that the stage has trained, this time or when it was last run. */
  List<RecipeSystem> systems() throws IOException {
    double nu = options.nu();
    String number = nu == Math.rint(nu) ? Long.toString((long) nu) : Double.toString(nu);
    Preprocessing mean = run.read(file(COSINE), ArtefactKind.PREPROCESSING);
    return List.of(
        new RecipeSystem(COSINE, "cosine", mean, Optional.empty()),
        system(GAUSSIAN, "Gaussian PLDA" + (options.lengthNorm() ? ", length norm" : "")),
        system(HEAVY_TAILED, "GME, nu = " + number));
  }

  private RecipeSystem system(String id, String label) throws IOException {
    Pipeline model = run.read(file(id), ArtefactKind.EXTRACTOR);
    return new RecipeSystem(id, label, model.preprocessing(), Optional.of(model.extractor()));
  }
}
