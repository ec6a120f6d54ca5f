package dev.gme.benchmarks.study;

import dev.gme.core.Progress;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.BxeTrainer;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.discriminative.StartTrainer;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.EnumMap;
import java.util.Map;

/** The ways from a Gaussian PLDA model to the systems that studies compare. */
enum WayToTrain {
  GAUSSIAN("Gaussian PLDA", "GPLDA"),
  PLUGGED_IN("plugged-in nu = 2", "nu = 2"),
  PLUGGED_IN_BXE("plugged-in, then BXE", "nu = 2, BXE"),
  VB("variational Bayes", "VB"),
  VB_BXE("variational Bayes, then BXE", "VB, BXE");

  static final double NU = 2;

  private final String title;
  private final String abbreviation;

  WayToTrain(String title, String abbreviation) {
    this.title = title;
    this.abbreviation = abbreviation;
  }

  String title() {
    return title;
  }

  /** A title for the head of a narrow column. */
  String abbreviation() {
    return abbreviation;
  }

  /**
   * Trains every system on the same data.
   *
   * @param gaussian trained on the same data
   * @param seed of discriminative training
   */
  static Map<WayToTrain, GmeExtractor> train(TrainingData data, HtPlda gaussian, long seed) {
    HtPlda pluggedIn = gaussian.withNu(NU);
    HtPlda vb = HtPldaVb.DEFAULT.train(data, pluggedIn, Progress.NONE).model();
    BxeTrainer bxe =
        new BxeTrainer(
            BxeOptions.DEFAULT.withBatch(1000), DescentOptions.builder().seed(seed).build());
    Map<WayToTrain, GmeExtractor> out = new EnumMap<>(WayToTrain.class);
    out.put(GAUSSIAN, gaussian.extractor());
    out.put(PLUGGED_IN, pluggedIn.extractor());
    out.put(PLUGGED_IN_BXE, train(bxe, data, pluggedIn));
    out.put(VB, vb.extractor());
    out.put(VB_BXE, train(bxe.withStarts(others -> vb(others, vb)), data, vb));
    return out;
  }

  /** Variational Bayes on some of the speakers. */
  private static StartTrainer.Start vb(TrainingData others, HtPlda like) {
    int d = Math.max(1, Math.min(like.speakerDimension(), others.speakers() - 1));
    return new StartTrainer.Start(
        PldaRecipe.gaussian(d).withNu(NU).then(HtPldaVb.DEFAULT).train(others).model().extractor(),
        others.vectors());
  }

  private static GmeExtractor train(BxeTrainer bxe, TrainingData data, HtPlda start) {
    return bxe.train(data, start.extractor(), Progress.NONE).model().extractor();
  }
}
