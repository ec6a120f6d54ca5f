package dev.gme.lab.experiment;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.model.Enrolment;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.data.EvaluationSet;
import dev.gme.lab.data.TrainSet;
import dev.gme.lab.evaluate.TrialSpeakerLists;
import dev.gme.lab.system.NamedSystems;
import dev.gme.lab.system.SpeakerDimension;
import dev.gme.lab.system.StepDefaults;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The systems of the paper on heavy-tailed data drawn from the model.
 *
 * <pre>{@code
 * ExperimentPlan plan = new SimulatedExperiment(300, 1).plan();
 * }</pre>
 *
 * @param speakers test speakers, of four recordings; twice as many are trained on
 * @param seed of the data, of training and of the bootstrap
 */
public record SimulatedExperiment(int speakers, long seed) {
  /** The name of the one evaluation set. */
  public static final String SET = "simulated";

  private static final int DIMENSION = 100;
  private static final int SPEAKER_DIMENSION = 40;
  private static final double NU = 2;
  private static final int TRAIN_RECORDINGS = 10;
  private static final int TESTS = 3;
  private static final int LEAST_SPEAKERS = 10;
  private static final int MOST_SPEAKERS = 5000;

  public SimulatedExperiment {
    if (speakers < LEAST_SPEAKERS || speakers > MOST_SPEAKERS) {
      throw new IllegalArgumentException(
          String.format(
              "speakers must be from %d to %d, found %d", LEAST_SPEAKERS, MOST_SPEAKERS, speakers));
    }
  }

  /** What is drawn, in two sentences. */
  public String description() {
    return String.format(
        Locale.ROOT,
        """
        Simulated %d speakers with %d recordings each to train on, and %d others with %d to test.
        A recording is a vector of %d dimensions, with noise of %.0f degrees of freedom.
        """,
        2 * speakers,
        TRAIN_RECORDINGS,
        speakers,
        1 + TESTS,
        DIMENSION,
        NU);
  }

  /** Draws the data that the systems are trained and evaluated on. */
  public ExperimentPlan plan() {
    Simulator simulator =
        new Simulator(
            ModelRecipe.of(DIMENSION, SPEAKER_DIMENSION, NU).withSpectrum(25, 2).draw(seed));
    LabelledVectors train =
        vectors(
            "train",
            simulator.draw(2 * speakers, RecordingCounts.fixed(TRAIN_RECORDINGS), 2 * seed));
    LabelledVectors test =
        vectors("test", simulator.draw(speakers, RecordingCounts.fixed(1 + TESTS), 2 * seed + 1));
    NamedSystems systems =
        new NamedSystems(
            StepDefaults.DEFAULT
                .withDimension(SpeakerDimension.exactly(SPEAKER_DIMENSION))
                .withNu(NU)
                .withBxe(BxeOptions.DEFAULT, DescentOptions.builder().seed(seed).build()));
    return new ExperimentPlan(
        "Simulated heavy-tailed data",
        new TrainSet(train),
        Optional.empty(),
        List.of(set(test)),
        systems.get(NamedSystems.PAPER),
        seed,
        OperatingPoint.SRE16,
        List.of(CostPreset.SRE16),
        BootstrapOptions.DEFAULT.withSeed(seed));
  }

  private static LabelledVectors vectors(String name, SimulatedDatabase data) {
    List<String> ids = new ArrayList<>();
    Map<String, String> speakerOf = new HashMap<>();
    for (int i = 0; i < data.speakers().length; i++) {
      String id = String.format(Locale.ROOT, "%s-%05d", name, i);
      ids.add(id);
      speakerOf.put(id, String.format(Locale.ROOT, "%s-speaker-%04d", name, data.speakers()[i]));
    }
    return LabelledVectors.of(name, ids, FloatMatrix.of(data.vectors())).withSpeakers(speakerOf);
  }

  /** The first recording of every speaker against the others of all speakers. */
  private static EvaluationSet set(LabelledVectors test) {
    List<String> enrolIds = new ArrayList<>();
    List<String> testIds = new ArrayList<>();
    for (int i = 0; i < test.size(); i++) {
      (i % (1 + TESTS) == 0 ? enrolIds : testIds).add(test.ids().get(i));
    }
    int cols = testIds.size();
    int[] enrol = new int[Math.multiplyExact(enrolIds.size(), cols)];
    int[] tests = new int[enrol.length];
    boolean[] isTarget = new boolean[enrol.length];
    for (int t = 0; t < enrol.length; t++) {
      enrol[t] = t / cols;
      tests[t] = t % cols;
      isTarget[t] = enrol[t] == tests[t] / TESTS;
    }
    TrialList trials = TrialList.of(enrolIds, testIds, enrol, tests).withLabels(isTarget);
    Map<String, String> speakers = new HashMap<>();
    for (int i = 0; i < test.size(); i++) {
      speakers.put(test.ids().get(i), test.speakers().orElseThrow().get(i));
    }
    return new EvaluationSet(
        SET,
        test,
        EnrolmentModels.ofRecordings(test),
        Enrolment.POOLED,
        trials,
        Optional.of(TrialSpeakerLists.of(trials, speakers, speakers, "the simulated speakers")),
        List.of(),
        List.of());
  }
}
