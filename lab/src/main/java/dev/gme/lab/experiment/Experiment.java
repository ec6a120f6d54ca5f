package dev.gme.lab.experiment;

import dev.gme.core.Progress;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.CalibrationOptions;
import dev.gme.core.calibrate.CalibrationTrials;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.io.Sha256;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.cache.Store;
import dev.gme.lab.evaluate.ScoredKey;
import dev.gme.lab.evaluate.SystemFigures;
import dev.gme.lab.experiment.SystemSpec.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Systems times evaluation sets: trains, scores and evaluates what is asked for. */
public final class Experiment {
  /**
   * What is asked for.
   *
   * @param draws how speakers are drawn for intervals
   */
  public record Plan(
      String title,
      TrainSet train,
      Optional<Development> development,
      List<EvaluationSet> sets,
      List<SystemSpec> systems,
      TrainingOptions training,
      List<OperatingPoint> points,
      List<CostPreset> presets,
      BootstrapOptions draws) {
    public Plan {
      sets = List.copyOf(sets);
      systems = List.copyOf(systems);
      points = List.copyOf(points);
      presets = List.copyOf(presets);
    }
  }

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

  private final Plan plan;
  private final Store store;
  private final Trainer trainer;
  private final Scorer scorer;
  private final Function<String, Progress> progress;
  private final Map<Kind, Calibration> calibrations = new HashMap<>();

  public Experiment(Plan plan, Store store, Function<String, Progress> progress) {
    this.plan = plan;
    this.store = store;
    this.progress = progress;
    trainer = new Trainer(store, plan.training(), progress);
    scorer = new Scorer(store);
  }

  public List<SetResult> run() throws IOException {
    List<SetResult> out = new ArrayList<>();
    for (EvaluationSet set : plan.sets()) {
      List<SetScores> scores = new ArrayList<>();
      for (SystemSpec system : plan.systems()) {
        scores.add(score(system, set));
      }
      out.add(evaluate(set, scores));
    }
    return out;
  }

  /** The model of a system, trained on all training data. */
  Model model(Kind kind) throws IOException {
    return trainer.model(kind, plan.train());
  }

  private SetScores score(SystemSpec system, EvaluationSet set) throws IOException {
    Kind kind = system.kind();
    SetScores raw = scorer.score(kind, model(kind), set);
    if (!system.calibrated()) {
      return raw;
    }
    int folds = plan.development().orElseThrow().evaluationFolds();
    return raw.withScores(
        folds > 0
            ? CrossCalibration.of(set, folds, plan.training().seed()).apply(raw.scores())
            : calibration(kind).applyAll(raw.scores()));
  }

  /** The calibration of a system for new data. */
  Calibration calibration(Kind kind) throws IOException {
    if (!calibrations.containsKey(kind)) {
      calibrations.put(kind, train(kind));
    }
    return calibrations.get(kind);
  }

  private Calibration train(Kind kind) throws IOException {
    Development development = plan.development().orElseThrow();
    List<double[]> scores = new ArrayList<>();
    List<TrialList> trials = new ArrayList<>();
    Sha256 key = store.key("calibration").add(kind);
    if (development.trainingFolds() == 0) {
      EvaluationSet set = development.set().orElse(plan.sets().get(0));
      Model model = model(kind);
      key.add(model.key()).add(scorer.digest(set));
      scores.add(scorer.score(kind, model, set).scores());
      trials.add(set.trials());
    } else {
      long seed = plan.training().seed();
      for (TrainSet.Fold fold :
          plan.train().folds(development.trainingFolds(), Development.MOST_HELD_OUT, seed)) {
        Model twin = trainer.model(kind, fold.rest());
        EvaluationSet set = EvaluationSet.allPairs("held-out speakers", fold.heldOut());
        key.add(twin.key()).add(scorer.digest(set));
        scores.add(scorer.score(kind, twin, set).scores());
        trials.add(set.trials());
      }
    }
    return store.artefact(
        key.text(), ArtefactKind.CALIBRATION, "calibration", () -> train(scores, trials));
  }

  private static Calibration train(List<double[]> scores, List<TrialList> trials) {
    double[] all = scores.stream().flatMapToDouble(Arrays::stream).toArray();
    boolean[] isTarget = new boolean[all.length];
    int at = 0;
    for (TrialList list : trials) {
      for (int i = 0; i < list.size(); i++) {
        isTarget[at++] = list.isTarget(i);
      }
    }
    return LinearCalibration.train(CalibrationTrials.of(isTarget, all), CalibrationOptions.DEFAULT)
        .calibration();
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
      SystemSpec system = plan.systems().get(k);
      String name = system.label(plan.training().nu());
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
