package dev.gme.lab.experiment;

import dev.gme.core.Progress;
import dev.gme.core.calibrate.CalibrationTrials;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.cache.Store;
import dev.gme.lab.data.EvaluationSet;
import dev.gme.lab.data.TrainSet;
import dev.gme.lab.evaluate.ScoredKey;
import dev.gme.lab.evaluate.SystemFigures;
import dev.gme.lab.model.DomainFindings;
import dev.gme.lab.system.CachedSteps;
import dev.gme.lab.system.Step;
import dev.gme.lab.system.SystemModel;
import dev.gme.lab.system.SystemSpec;
import dev.gme.lab.system.SystemTrainer;
import dev.gme.lab.system.TrainedSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Systems times evaluation sets: trains, scores and evaluates what is asked for. */
public final class Experiment {
  /**
   * What came out for one set.
   *
   * @param scores of each system, in the order of the plan
   * @param figures of each system on all trials, and then on those of each condition
   */
  record SetResult(
      EvaluationSet set, ScoredKey key, List<SetScores> scores, List<SystemFigures> figures) {
    /** The figures on all trials, a system each. */
    List<SystemFigures> overall() {
      return figures.stream().filter(f -> f.trials().equals(ALL)).toList();
    }
  }

  static final String ALL = "all";

  private final ExperimentPlan plan;
  private final SystemTrainer trainer;
  private final Scorer scorer;
  private final Function<String, Progress> progress;

  /** Which system is worked on, for the names of stages. */
  private String place = "";

  /**
   * An experiment that has not begun.
   *
   * @param progress the listener of each stage, by its name: for example "system 3 of 12, gme: vb
   *     10"
   */
  public Experiment(ExperimentPlan plan, Store store, Function<String, Progress> progress) {
    this.plan = plan;
    this.progress = stage -> progress.apply(place + stage);
    trainer = new SystemTrainer(new CachedSteps(store), this.progress, new Calibrations());
    scorer = new Scorer(store, this.progress);
  }

  private void enter(int system) {
    List<SystemSpec> all = plan.systems();
    place = "system " + (system + 1) + " of " + all.size() + ", " + all.get(system).id() + ": ";
  }

  public List<SetResult> run() throws IOException {
    List<SetResult> out = new ArrayList<>();
    for (EvaluationSet set : plan.sets()) {
      List<SetScores> scores = new ArrayList<>();
      for (int k = 0; k < plan.systems().size(); k++) {
        enter(k);
        scores.add(score(plan.systems().get(k), set));
      }
      out.add(evaluate(set, scores));
    }
    return out;
  }

  /** Who is told how far the work that follows is. */
  Progress progress(String stage) {
    return progress.apply(stage);
  }

  /** What a system's steps make of all training data. */
  TrainedSystem system(SystemSpec system) throws IOException {
    return trainer.train(system.steps(), plan.train());
  }

  /**
   * What training had to say, with the systems that it was said of; a system's own lines together.
   */
  Map<String, List<String>> notes() throws IOException {
    Map<String, List<String>> out = new LinkedHashMap<>();
    for (SystemSpec system : plan.systems()) {
      for (String note : system(system).notes()) {
        out.computeIfAbsent(note, n -> new ArrayList<>()).add(system.id());
      }
    }
    for (SystemSpec system : plan.systems()) {
      for (EvaluationSet set : plan.sets()) {
        for (String warning : warnings(system, set)) {
          out.computeIfAbsent("warning: " + set.name() + ": " + warning, n -> new ArrayList<>())
              .add(system.id());
        }
      }
    }
    return out;
  }

  private List<String> warnings(SystemSpec system, EvaluationSet set) throws IOException {
    List<String> out = new ArrayList<>();
    unlike(system, set).ifPresent(out::add);
    SystemModel model = system(system).model();
    if (model.head().isPresent()) {
      model.headed(set).warning().ifPresent(out::add);
    }
    return out;
  }

  /** Whether the tests of a set are unlike what a system's calibration was trained on. */
  private Optional<String> unlike(SystemSpec system, EvaluationSet set) throws IOException {
    SystemModel model = system(system).model();
    if (model.calibration().isEmpty() || model.extractor().isEmpty()) {
      return Optional.empty();
    }
    int[] tests = Arrays.stream(set.pairs().test()).distinct().toArray();
    return DomainFindings.unlike(model.calibratedModel(), set.vectors().rows().doubles(tests));
  }

  private SetScores score(SystemSpec system, EvaluationSet set) throws IOException {
    TrainedSystem bare = trainer.train(system.uncalibrated(), plan.train());
    SetScores raw = scorer.score(bare, set);
    int folds = system.isCalibrated() ? plan.development().orElseThrow().evaluationFolds() : 0;
    if (folds > 0) {
      return raw.withScores(CrossCalibration.of(set, folds, plan.seed()).apply(raw.scores()));
    }
    // Without a step that calibrates, bxe may have learned a calibration with its model.
    return (system.isCalibrated() ? system(system) : bare)
        .model()
        .calibration()
        .map(c -> raw.withScores(c.applyAll(raw.scores())))
        .orElse(raw);
  }

  /** The trials that calibrations are trained on. */
  private final class Calibrations implements SystemTrainer.Development {
    @Override
    public String digest() {
      Development development = plan.development().orElseThrow();
      return development.trainingFolds() > 0
          ? development.trainingFolds() + " training folds, seed " + plan.seed()
          : scorer.digest(set(development));
    }

    private EvaluationSet set(Development development) {
      return development.set().orElse(plan.sets().get(0));
    }

    @Override
    public CalibrationTrials trials(List<Step> steps, TrainedSystem system) throws IOException {
      Development development = plan.development().orElseThrow();
      if (development.trainingFolds() == 0) {
        EvaluationSet set = set(development);
        return joined(List.of(scorer.score(system, set).scores()), List.of(set.trials()));
      }
      List<double[]> scores = new ArrayList<>();
      List<TrialList> trials = new ArrayList<>();
      for (TrainSet.Fold fold :
          plan.train().folds(development.trainingFolds(), Development.MOST_HELD_OUT, plan.seed())) {
        TrainedSystem twin = trainer.train(steps, fold.rest());
        EvaluationSet set =
            EvaluationSet.allPairs("held-out speakers", fold.heldOut())
                .withSide(plan.train().side());
        scores.add(scorer.score(twin, set).scores());
        trials.add(set.trials());
      }
      return joined(scores, trials);
    }
  }

  private static CalibrationTrials joined(List<double[]> scores, List<TrialList> trials) {
    double[] all = scores.stream().flatMapToDouble(Arrays::stream).toArray();
    boolean[] isTarget = new boolean[all.length];
    int at = 0;
    for (TrialList list : trials) {
      for (int i = 0; i < list.size(); i++) {
        isTarget[at++] = list.isTarget(i);
      }
    }
    return CalibrationTrials.of(isTarget, all);
  }

  private SetResult evaluate(EvaluationSet set, List<SetScores> scores) {
    ScoredKey key = ScoredKey.of(set.trials(), scores.stream().map(SetScores::scores).toList());
    Optional<BootstrapOptions> draws = set.speakers().map(s -> plan.draws());
    if (set.speakers().isPresent()) {
      key = key.withSpeakers(set.speakers().get());
    }
    if (!set.equalize().isEmpty()) {
      key = key.equalizedBy(set.equalize());
    }
    List<SystemFigures> figures = new ArrayList<>();
    for (int k = 0; k < scores.size(); k++) {
      enter(k);
      SystemSpec system = plan.systems().get(k);
      String name = system.label();
      Progress drawing = progress.apply("bootstrap over speakers");
      SystemFigures all = SystemFigures.of(name, ALL, key.of(k), plan.points(), draws, drawing);
      figures.add(system.isLlr() ? all : all.notLlr());
      for (String condition : set.by()) {
        key.by(condition, k)
            .forEach(
                (word, trials) -> {
                  SystemFigures some =
                      SystemFigures.ofPart(
                          name, condition + "=" + word, trials, plan.points(), draws, drawing);
                  figures.add(system.isLlr() ? some : some.notLlr());
                });
      }
    }
    return new SetResult(set, key, scores, figures);
  }
}
