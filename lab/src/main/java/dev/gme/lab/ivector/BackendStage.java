package dev.gme.lab.ivector;

import dev.gme.core.GmeException;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.lab.cache.Stage;
import dev.gme.lab.data.TrainSet;
import dev.gme.lab.system.CachedSteps;
import dev.gme.lab.system.NamedSystems;
import dev.gme.lab.system.ScoredBy;
import dev.gme.lab.system.SpeakerDimension;
import dev.gme.lab.system.StepDefaults;
import dev.gme.lab.system.SystemModel;
import dev.gme.lab.system.SystemSpec;
import dev.gme.lab.system.SystemTrainer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Training i-vectors to the systems of the recipe, which are those that {@code gme experiment} has
 * under the same names: cosine, Gaussian PLDA, and PLDA with ν plugged in.
 */
final class BackendStage {
  private static final String FOLDER = "models";

  private final RecipeRun run;
  private final RecipeOptions.Backend options;

  BackendStage(RecipeRun run) {
    this.run = run;
    this.options = run.options().backend();
  }

  /** The chains of steps, in the order of their names. */
  private List<SystemSpec> specs() {
    int d = options.speakerDimension();
    StepDefaults defaults =
        StepDefaults.DEFAULT
            .withNu(options.nu())
            .withDimension(d > 0 ? SpeakerDimension.exactly(d) : SpeakerDimension.USUAL);
    NamedSystems plain = new NamedSystems(defaults);
    if (options.lengths() == RecipeOptions.Lengths.KEPT) {
      return plain.get(List.of("cosine", "gplda", "gme"));
    }
    NamedSystems normalized = new NamedSystems(defaults, PldaRecipe.baseline(), List.of());
    return List.of(plain.get("cosine"), plain.get("gplda-ln"), normalized.get("gme"));
  }

  /**
   * Trains, if it must be.
   *
   * @param vectors digest of the i-vectors
   */
  void run(String vectors) throws IOException {
    Map<String, String> parameters = new LinkedHashMap<>();
    specs().forEach(spec -> parameters.put(spec.id(), SystemSpec.text(spec.steps())));
    String[] files = specs().stream().map(BackendStage::file).toArray(String[]::new);
    Stage stage = run.stage("backend", vectors, parameters, files);
    run.run(stage, () -> train(stage));
  }

  /** Where an experiment has the model of this system, too. */
  private static String file(SystemSpec system) {
    return FOLDER + "/" + system.id() + ".gme";
  }

  private String train(Stage stage) throws IOException {
    LabelledVectors vectors = VectorFiles.read(run.file(VectorStage.TRAIN));
    if (vectors.speakers().isEmpty()) {
      throw new GmeException("not all training recordings have a speaker", "complete utt2spk");
    }
    TrainSet set = new TrainSet(vectors);
    SystemTrainer trainer =
        new SystemTrainer(new CachedSteps(run.store().inside("cache")), step -> run.progress());
    Files.createDirectories(run.file(FOLDER));
    int d = 0;
    for (SystemSpec spec : specs()) {
      SystemModel model = trainer.train(spec.steps(), set).model();
      if (model.extractor().isPresent()) {
        run.write(file(spec), ArtefactKind.EXTRACTOR, model.pipeline(), stage);
        d = model.requireExtractor().speakerDimension();
      } else {
        run.write(file(spec), ArtefactKind.PREPROCESSING, model.preprocessing(), stage);
      }
    }
    return "PLDA of " + d + " speaker dimensions from " + set.data().speakers() + " speakers";
  }

  /** The systems that the stage has trained, this time or when it was last run. */
  List<RecipeSystem> systems() throws IOException {
    List<RecipeSystem> out = new ArrayList<>();
    for (SystemSpec spec : specs()) {
      String file = file(spec);
      SystemModel model =
          spec.isLlr()
              ? SystemModel.of(run.read(file, ArtefactKind.EXTRACTOR))
              : SystemModel.NONE.withPreprocessing(run.read(file, ArtefactKind.PREPROCESSING));
      out.add(new RecipeSystem(spec, model.withScoring(ScoredBy.of(spec.steps()))));
    }
    return out;
  }
}
