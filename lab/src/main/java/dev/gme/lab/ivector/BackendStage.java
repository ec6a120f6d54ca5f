package dev.gme.lab.ivector;

import dev.gme.core.GmeException;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.lab.cache.Stage;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Training i-vectors to PLDA, Gaussian and heavy-tailed. */
final class BackendStage {
  static final String GAUSSIAN = "gaussian.safetensors";
  static final String HEAVY = "heavy-tailed.safetensors";
  private static final int MOST_SPEAKER_DIMENSIONS = 200;

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
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("speaker-dim", Integer.toString(options.speakerDimension()));
    parameters.put("nu", Double.toString(options.nu()));
    parameters.put("length-norm", Boolean.toString(options.lengthNorm()));
    Stage stage = run.stage("backend", vectors, parameters, GAUSSIAN, HEAVY);
    run.run(
        stage,
        () -> {
          LabelledVectors train = VectorFiles.read(run.file(VectorStage.TRAIN));
          int speakers = speakers(train);
          int d = speakerDimension(speakers);
          Pipeline plain = train(train, d);
          run.write(GAUSSIAN, ArtefactKind.EXTRACTOR, plain, stage);
          Pipeline tailed = plain.withExtractor(plain.extractor().withNu(options.nu()));
          run.write(HEAVY, ArtefactKind.EXTRACTOR, tailed, stage);
          return "PLDA of " + d + " speaker dimensions from " + speakers + " speakers";
        });
  }

  private static int speakers(LabelledVectors train) {
    List<String> all =
        train
            .speakers()
            .orElseThrow(
                () ->
                    new GmeException(
                        "not all training recordings have a speaker", "complete utt2spk"));
    return new HashSet<>(all).size();
  }

  private int speakerDimension(int speakers) {
    int usual = Math.min(MOST_SPEAKER_DIMENSIONS, options.dimension() / 2);
    return options.speakerDimension() > 0
        ? options.speakerDimension()
        : Math.max(1, Math.min(usual, speakers - 1));
  }

  private Pipeline train(LabelledVectors train, int d) {
    List<StepSpec> before =
        options.lengthNorm()
            ? List.of(
                StepSpec.centre(), StepSpec.whitenTotal(), StepSpec.length(), StepSpec.centre())
            : List.of(StepSpec.centre());
    TrainingData data = TrainingData.of(train.vectors(), train.speakerNumbers());
    return PldaRecipe.gaussian(d).preprocessedBy(before).train(data, run.progress()).model();
  }
}
