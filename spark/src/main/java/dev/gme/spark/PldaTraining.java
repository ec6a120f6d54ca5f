package dev.gme.spark;

import dev.gme.core.Checkpoints;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.plda.EmOptions;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.PldaPasses;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * How PLDA is trained on a cluster: by EM, then with a plugged-in ν and perhaps variational Bayes.
 *
 * <pre>{@code
 * var training =
 *     new PldaTraining(
 *         PldaTraining.chain("centre,lda 150,length"),
 *         OptionalInt.of(100),
 *         EmOptions.DEFAULT,
 *         2,
 *         Optional.of(HtPldaVb.DEFAULT));
 * }</pre>
 *
 * @param preprocessing the steps to learn first
 * @param dimension d; empty for the usual one
 * @param em how EM goes
 * @param nu ν, infinite for Gaussian PLDA
 * @param bayes variational Bayes, where it is wanted
 */
public record PldaTraining(
    List<StepSpec> preprocessing,
    OptionalInt dimension,
    EmOptions em,
    double nu,
    Optional<HtPldaVb> bayes) {
  public PldaTraining {
    preprocessing = List.copyOf(preprocessing);
  }

  /** The steps of a text such as {@code centre,lda 150,length}. */
  public static List<StepSpec> chain(String steps) {
    return Arrays.stream(steps.split(",")).map(String::strip).map(StepSpec::parse).toList();
  }

  /**
   * Step by step as 'gme train' does it, so that the last bits are the same.
   *
   * @param checkpoints where each stage is kept
   */
  Trained<Pipeline> train(
      PldaPasses passes, Function<String, Checkpoints> checkpoints, Progress progress) {
    int d = dimension.orElseGet(() -> PldaRecipe.usualSpeakerDimension(passes, preprocessing));
    Trained<Pipeline> gaussian =
        PldaRecipe.gaussian(d)
            .preprocessedBy(preprocessing)
            .withEm(em)
            .train(passes, checkpoints, progress);
    List<String> notes = new ArrayList<>(gaussian.notes());
    Pipeline model = gaussian.model();
    List<Double> objective = gaussian.objective();
    if (nu < Double.POSITIVE_INFINITY) {
      model = model.withExtractor(model.extractor().withNu(nu));
    }
    if (bayes.isPresent()) {
      GmeExtractor start = model.extractor();
      Trained<HtPlda> refined =
          bayes
              .get()
              .train(
                  passes, model.preprocessing(), start.model(), checkpoints.apply("vb"), progress);
      notes.addAll(refined.notes());
      objective = refined.objective();
      model = model.withExtractor(refined.model().extractor());
    }
    return new Trained<>(model, objective, notes.stream().distinct().toList());
  }
}
