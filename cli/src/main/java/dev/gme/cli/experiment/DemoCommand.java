package dev.gme.cli.experiment;

import dev.gme.cli.files.JsonOption;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.HtPlda;
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
import dev.gme.lab.experiment.Experiment;
import dev.gme.lab.experiment.ExperimentOutput;
import dev.gme.lab.system.NamedSystems;
import dev.gme.lab.system.SpeakerDimension;
import dev.gme.lab.system.StepDefaults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The paper's table on simulated data. */
@Command(
    name = "demo",
    description = {
      "Simulate heavy-tailed speaker data, train and evaluate the systems of the paper on it.",
      "Every test speaker is enrolled with one recording; three more recordings of each speaker are"
          + " tested against all enrolments. A report page with plots is written as well."
    },
    footer = {"  gme demo", "  gme demo --seed 2 --out demo-2"})
public final class DemoCommand implements Callable<Integer> {
  private static final int DIMENSION = 100;
  private static final int SPEAKER_DIMENSION = 40;
  private static final double NU = 2;
  private static final int TRAIN_RECORDINGS = 10;
  private static final int TESTS = 3;
  private static final int MOST_SPEAKERS = 5000;
  private static final String SET = "simulated";

  @Option(
      names = "--speakers",
      paramLabel = "N",
      description =
          "Number of test speakers; there are twice as many training speakers (default:"
              + " ${DEFAULT-VALUE}).")
  int speakers = 300;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "Random seed of the simulated data (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FOLDER",
      description = "Where to write report, figures and scores (default: ${DEFAULT-VALUE}).")
  Path out = Path.of("gme-demo");

  @Mixin JsonOption json;

  @Spec CommandSpec spec;

  private final Terminal terminal;

  DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (speakers < 10 || speakers > MOST_SPEAKERS) {
      throw new ParameterException(
          spec.commandLine(),
          "--speakers must be from 10 to " + MOST_SPEAKERS + ", found " + speakers);
    }
    HtPlda truth = ModelRecipe.of(DIMENSION, SPEAKER_DIMENSION, NU).withSpectrum(25, 2).draw(seed);
    Simulator simulator = new Simulator(truth);
    LabelledVectors train =
        vectors(
            "train",
            simulator.draw(2 * speakers, RecordingCounts.fixed(TRAIN_RECORDINGS), 2 * seed));
    LabelledVectors test =
        vectors("test", simulator.draw(speakers, RecordingCounts.fixed(1 + TESTS), 2 * seed + 1));
    terminal.say(
        String.format(
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
            NU));
    ExperimentOutput output =
        new ExperimentRun(terminal, out.toAbsolutePath().normalize(), false, false)
            .run(plan(train, test));
    if (json.isWanted()) {
      json.print(output.json());
    } else {
      output.lines().forEach(terminal.out()::println);
    }
    Path scores = out.resolve("scores").resolve(SET);
    terminal.say(
        String.format(
            """

            Next: open the report, and try
              gme evaluate %1$s/gme.txt --key %1$s/key.tsv
              gme decide %1$s/gme-bxe.txt --prior 0.01 --out decisions.txt
              gme experiment recipes/folder.yaml --set vectors=FILE --set lists=FOLDER
            the last with vectors and lists of your own; recipes/README.md says which.""",
            scores));
    return 0;
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

  private Experiment.Plan plan(LabelledVectors train, LabelledVectors test) {
    NamedSystems systems =
        new NamedSystems(
            StepDefaults.DEFAULT
                .withDimension(SpeakerDimension.exactly(SPEAKER_DIMENSION))
                .withNu(NU)
                .withBxe(BxeOptions.DEFAULT, DescentOptions.builder().seed(seed).build()));
    return new Experiment.Plan(
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
