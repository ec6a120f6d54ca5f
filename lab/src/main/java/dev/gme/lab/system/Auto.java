package dev.gme.lab.system;

import dev.gme.core.Checkpoint;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.NoiseProfile;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.PreprocessingStep;
import dev.gme.core.train.choice.HeldOutJudge;
import dev.gme.core.train.choice.HeldOutPairs;
import dev.gme.core.train.choice.Judgement;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.BxeTrainer;
import dev.gme.core.train.discriminative.TwinModel;
import dev.gme.lab.system.AutoChoice.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Chooses how to train by speakers that are held out in turn, trains on all that way, and
 * calibrates by the held-out scores (docs/math.md 5.7): {@code auto}, {@code auto prior=0.05}.
 *
 * <p>The order is that of {@link Candidate#first}, then variational Bayes from the chosen ν, then
 * cross-entropy from whatever was chosen so far. Cross-entropy is judged by folds of its own, which
 * are the same; the models that it makes there are judged as the others are.
 *
 * @param defaults what the steps of candidates do; its cross-entropy states the prior that costs
 *     are for, its descent the folds and their seed
 * @param listener told what was chosen and from what; not called where the result is kept already
 */
public record Auto(StepDefaults defaults, Consumer<AutoChoice> listener) implements Step {
  private static final String METHOD = "auto";

  public Auto(StepDefaults defaults) {
    this(defaults, choice -> {});
  }

  /** The probability of a target trial that costs are stated for. */
  public double prior() {
    return 1 / (1 + Math.exp(-defaults.bxe().priorLogOdds()));
  }

  /** Chooses everything from here on. */
  @Override
  public Place place() {
    return Place.MODEL;
  }

  @Override
  public boolean calibrates() {
    return true;
  }

  @Override
  public String text() {
    StepDefaults usual = StepDefaults.DEFAULT;
    return new StepWords.Writer(METHOD)
        .value(defaults.dimension())
        .named(
            "prior",
            DescentWords.probability(defaults.bxe().priorLogOdds()),
            DescentWords.probability(usual.bxe().priorLogOdds()))
        .named("nu", PluggedNu.label(defaults.nu()), PluggedNu.label(usual.nu()))
        .named(
            "iterations",
            defaults.em().stopping().maxIterations(),
            usual.em().stopping().maxIterations())
        .named("vb-iterations", defaults.vb().iterations(), usual.vb().iterations())
        .named("batch", defaults.bxe().batch(), usual.bxe().batch())
        .named("steps", defaults.descent().steps(), usual.descent().steps())
        .named("folds", defaults.descent().folds(), usual.descent().folds())
        .named("seed", defaults.descent().seed(), usual.descent().seed())
        .toString();
  }

  /** Chooses and trains on these data, as a program without an experiment does. */
  public Trained<SystemModel> train(TrainingData data) throws IOException {
    return train(SystemModel.NONE, new ChainModels(data).inputs(List.of(), Progress.NONE));
  }

  @Override
  public Trained<SystemModel> train(SystemModel soFar, StepInputs inputs) throws IOException {
    return new Choosing(soFar, inputs).run();
  }

  /** The models that a candidate makes without the speakers of each fold. */
  private interface Twins {
    TwinModel of(int fold) throws IOException;
  }

  /** One choice under way. */
  private final class Choosing {
    private final SystemModel soFar;
    private final StepInputs inputs;
    private final ChainModels all;
    private final HeldOutPairs pairs;
    private final HeldOutJudge judge;
    private final ChainModels[] ofFolds;
    private final List<Row> rows = new ArrayList<>();

    /** What each candidate that was judged finds in the held-out recordings, by row. */
    private final Map<Integer, NoiseProfile> profiles = new HashMap<>();

    private final Map<String, DoubleMatrix> kept = new HashMap<>();

    Choosing(SystemModel soFar, StepInputs inputs) {
      this.soFar = soFar;
      this.inputs = inputs;
      all = new ChainModels(inputs.preprocessedBy(soFar));
      pairs = HeldOutPairs.of(inputs.data(), defaults.descent().folds(), defaults.descent().seed());
      judge = new HeldOutJudge(pairs, prior());
      ofFolds = new ChainModels[pairs.folds()];
    }

    Trained<SystemModel> run() throws IOException {
      try {
        pairs.requireEnough(prior());
      } catch (GmeException e) {
        return unjudged(e.getMessage());
      }
      restore();
      List<Candidate> first = Candidate.first(defaults, inputs.data().isFew());
      // Variational Bayes from two of them may follow, and cross-entropy.
      int most = first.size() + 3;
      for (Candidate candidate : first) {
        rows.add(judged(candidate, most));
      }
      if (rows.stream().noneMatch(row -> row.judgement().isPresent())) {
        return unjudged(rows.get(0).refused().orElseThrow());
      }
      // From the usual ν, too: where noise has heavy tails, EM prefers lighter ones than there are.
      List<Row> plugged =
          rows.stream()
              .filter(row -> row.candidate().isPlugged() && row.judgement().isPresent())
              .toList();
      if (!plugged.isEmpty()) {
        for (int i : IntStream.of(0, AutoChoice.choose(plugged)).distinct().toArray()) {
          Candidate start = plugged.get(i).candidate();
          rows.add(judged(start.then("VB", new VariationalBayes(defaults.vb())), most));
        }
      }
      return crossEntropy(AutoChoice.choose(rows), most);
    }

    private Trained<SystemModel> unjudged(String why) throws IOException {
      GmeException last = null;
      List<Candidate> first = Candidate.first(defaults, inputs.data().isFew());
      for (int i = 0; i < first.size(); i++) {
        try {
          Trained<SystemModel> made = all.train(first.get(i).steps());
          List<Row> untried = first.stream().map(c -> Row.refused(c, why)).toList();
          return finished(made, new AutoChoice(prior(), untried, i, Optional.of(why)));
        } catch (GmeException e) {
          last = last == null ? e : last;
        }
      }
      throw last;
    }

    // ---- candidates

    private Row judged(Candidate candidate, int most) throws IOException {
      inputs.progress().step("auto, " + candidate.name(), rows.size(), most);
      String key = "candidate " + rows.size();
      if (kept.containsKey(key)) {
        profiles.put(rows.size(), NoiseProfile.ofQuantiles(kept.get(key + " q").row(0)));
        return Row.of(candidate, judgement(key));
      }
      try {
        Row row =
            row(
                candidate,
                fold -> {
                  SystemModel model = fold(fold).train(candidate.steps()).model();
                  return new TwinModel(
                      pairs.heldOut(fold),
                      model.requireExtractor(),
                      model.preprocessing().view(fold(fold).data().vectors()));
                });
        keep(key, row.judgement().orElseThrow());
        return row;
      } catch (GmeException e) {
        return Row.refused(candidate, e.getMessage());
      }
    }

    /** What the held-out speakers say of the models that a candidate makes without them. */
    private Row row(Candidate candidate, Twins twins) throws IOException {
      List<double[]> scores = new ArrayList<>();
      List<double[]> q = new ArrayList<>();
      for (HeldOutPairs.Group group : pairs.groups()) {
        TwinModel twin = twins.of(group.fold());
        RowSource heldOut = twin.vectors().doubles(group.recordings());
        scores.add(twin.extractor().extract(heldOut).llrOfPairs());
        q.add(twin.extractor().q(heldOut));
      }
      profiles.put(
          rows.size(), NoiseProfile.of(q.stream().flatMapToDouble(Arrays::stream).toArray()));
      return Row.of(candidate, judge.of(scores));
    }

    private ChainModels fold(int fold) throws IOException {
      if (ofFolds[fold] == null) {
        TrainingData others = pairs.without(fold);
        SystemModel before = inputs.again().isPresent() ? inputs.again().get().of(others) : soFar;
        ofFolds[fold] =
            new ChainModels(
                others.withVectors(before.preprocessing().view(inputs.data().vectors())));
      }
      return ofFolds[fold];
    }

    /** The last candidate goes on from what was chosen so far, which is trained on all for that. */
    private Trained<SystemModel> crossEntropy(int from, int most) throws IOException {
      Candidate start = rows.get(from).candidate();
      Trained<SystemModel> begin = all.train(start.steps());
      CrossEntropy step = new CrossEntropy(defaults.bxe(), defaults.descent());
      Candidate candidate = start.then("BXE", step);
      inputs.progress().step("auto, " + candidate.name(), rows.size(), most);
      Trained<BxeTrainer.Result> descent;
      try {
        descent = step.descend(begin.model(), all.inputs(start.steps(), inputs.progress()));
      } catch (GmeException e) {
        rows.add(Row.refused(candidate, e.getMessage()).goingOnFrom(from));
        return chosen(begin);
      }
      List<TwinModel> twins = descent.model().twins();
      if (twins.isEmpty()) {
        rows.add(Row.refused(candidate, String.join("; ", descent.notes())).goingOnFrom(from));
        return chosen(begin);
      }
      rows.add(row(candidate, twins::get).goingOnFrom(from));
      List<String> notes = new ArrayList<>(begin.notes());
      notes.addAll(descent.notes());
      Trained<SystemModel> refined =
          new Trained<>(
              begin.model().withExtractor(descent.model().extractor()), descent.objective(), notes);
      return chosen(AutoChoice.choose(rows) == rows.size() - 1 ? refined : begin);
    }

    private Trained<SystemModel> chosen(Trained<SystemModel> made) {
      AutoChoice choice = new AutoChoice(prior(), rows, AutoChoice.choose(rows), Optional.empty());
      return finished(made, choice);
    }

    private Trained<SystemModel> finished(Trained<SystemModel> made, AutoChoice choice) {
      listener.accept(choice);
      List<PreprocessingStep> steps = new ArrayList<>(soFar.preprocessing().steps());
      steps.addAll(made.model().preprocessing().steps());
      SystemModel model =
          made.model()
              .withPreprocessing(Preprocessing.of(steps))
              .withChosen(choice.taken().candidate().steps());
      List<String> notes = new ArrayList<>(made.notes());
      notes.addAll(choice.notes());
      return new Trained<>(
          choice
              .taken()
              .judgement()
              .map(
                  j ->
                      model.withCalibration(
                          j.calibration(), Optional.of(profiles.get(choice.chosen()))))
              .orElse(model),
          made.objective(),
          notes);
    }

    // ---- checkpoints: what was said of candidates, which takes the time

    private String method() {
      return text() + ", " + inputs.data().size() + " recordings, " + soFar;
    }

    private void restore() {
      inputs
          .checkpoints()
          .last()
          .ifPresent(reached -> kept.putAll(reached.require(method()).state()));
    }

    private void keep(String key, Judgement j) {
      kept.put(
          key,
          row(
              j.cost(),
              j.eer(),
              j.minCost(),
              j.cllr(),
              j.calibration().coefficients()[0],
              j.calibration().offset()));
      kept.put(key + " without", row(j.without()));
      kept.put(key + " q", row(profiles.get(rows.size()).quantiles()));
      inputs.checkpoints().save(new Checkpoint(method(), kept, List.of(), List.of()));
    }

    private Judgement judgement(String key) {
      double[] n = kept.get(key).row(0);
      return new Judgement(
          n[0],
          kept.get(key + " without").row(0),
          n[1],
          n[2],
          n[3],
          LinearCalibration.of(n[5], n[4]));
    }

    private static DoubleMatrix row(double... x) {
      return DoubleMatrix.wrap(1, x.length, x.clone());
    }
  }
}
