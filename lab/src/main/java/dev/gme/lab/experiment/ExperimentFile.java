package dev.gme.lab.experiment;

import dev.gme.core.Progress;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.tree.YamlNode;
import dev.gme.lab.data.EvaluationSet;
import dev.gme.lab.data.TrainSet;
import dev.gme.lab.system.SystemSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An experiment as its YAML file describes it (recipes/README.md has all keys). Whatever is wrong
 * with it is refused with its line, before anything is read or trained.
 */
public final class ExperimentFile {
  private static final Set<String> KEYS =
      Set.of(
          "title",
          "set",
          "work",
          "seed",
          "train",
          "development",
          "evaluation",
          "systems",
          "model",
          "bxe",
          "metrics");

  private final Path file;
  private final YamlNode root;
  private final ExperimentData data;
  private final ExperimentOptions options;

  private ExperimentFile(Path file, YamlNode root) {
    this.file = file;
    this.root = root;
    data = new ExperimentData(file);
    options = new ExperimentOptions(root, file.toAbsolutePath().getParent());
  }

  /**
   * Reads the file and checks all of it, short of the data.
   *
   * @param given values for ${name}, before those of the file's own 'set'
   */
  public static ExperimentFile read(Path file, Map<String, String> given) throws IOException {
    YamlNode raw =
        YamlNode.read(file, "an experiment", "recipes/README.md has the keys of an experiment");
    raw.requireKeys(KEYS);
    Map<String, String> values = new LinkedHashMap<>(given);
    if (raw.has("set")) {
      YamlNode defaults = raw.get("set");
      defaults.requireKeys(defaults.isMap() ? defaults.keys() : Set.of("NAME"));
      for (String name : defaults.keys()) {
        values.putIfAbsent(name, defaults.get(name).with(values).text());
      }
    }
    for (String name : given.keySet()) {
      if (!raw.mentions(name)) {
        throw BadFile.at(
            file,
            "there is no ${" + name + "} in it to be given a value",
            raw.has("set")
                ? "its names are " + String.join(", ", raw.get("set").keys())
                : "it has no names of values: give none");
      }
    }
    ExperimentFile out = new ExperimentFile(file, raw.with(values));
    out.check();
    return out;
  }

  private void check() {
    data.checkTrain(root.get("train"));
    options.check();
    title();
    work();
    if (root.has("development")) {
      YamlNode development = root.get("development");
      if (folds(development).isEmpty()) {
        data.checkSet(development);
      }
    }
    List<YamlNode> sets = root.get("evaluation").list();
    if (sets.isEmpty()) {
      throw root.get("evaluation").wrong("expected at least one set", "name trials to score");
    }
    Set<String> names = new LinkedHashSet<>();
    for (YamlNode set : sets) {
      data.checkSet(set);
      if (!names.add(ExperimentData.name(set))) {
        throw set.wrong(
            "two sets are called '" + ExperimentData.name(set) + "'", "give them different names");
      }
    }
    checkSide(sets);
  }

  /** Systems with a head know more than vectors of every recording that they see. */
  private void checkSide(List<YamlNode> sets) {
    for (SystemSpec system : options.systems()) {
      if (system.needsSide()) {
        if (system.namesColumns()) {
          ExperimentData.requireSide(root.get("train"), system.id());
        } else {
          data.requireColumns(root.get("train"), system.id());
        }
        sets.forEach(set -> ExperimentData.requireSide(set, system.id()));
        if (root.has("development") && folds(root.get("development")).isEmpty()) {
          ExperimentData.requireSide(root.get("development"), system.id());
        }
      }
    }
  }

  /** Where speakers are taken by turns. */
  private static Optional<Development> folds(YamlNode node) {
    if (node.isMap() && node.has("training-folds")) {
      node.requireKeys(Set.of("training-folds"));
      return Optional.of(Development.ofTraining(node.get("training-folds").integer(2, 100)));
    }
    if (node.isMap() && node.has("evaluation-folds")) {
      node.requireKeys(Set.of("evaluation-folds"));
      return Optional.of(Development.ofEvaluation(node.get("evaluation-folds").integer(3, 100)));
    }
    return Optional.empty();
  }

  /** The systems, with their steps spelled out. */
  public List<SystemSpec> systems() {
    return options.systems();
  }

  String title() {
    return root.has("title") ? root.get("title").text() : baseName();
  }

  private String baseName() {
    return file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
  }

  /** Where cache and results go. */
  public Path work() {
    return root.has("work")
        ? ExperimentData.fromFolder(file, root.get("work"))
        : file.toAbsolutePath().resolveSibling(baseName() + ".work").normalize();
  }

  /**
   * Reads the data that the file names, or makes them of recordings.
   *
   * @param progress hears how far that is, and what users should know of the data
   */
  public ExperimentPlan plan(Progress progress) throws IOException {
    TrainSet train = data.train(root.get("train"), progress);
    Optional<Development> development = Optional.empty();
    if (root.has("development")) {
      YamlNode node = root.get("development");
      Optional<Development> folds = folds(node);
      folds.ifPresent(f -> train.requireFolds(f.trainingFolds()));
      development =
          folds.isPresent() ? folds : Optional.of(Development.of(set(node, train, progress)));
    }
    boolean byTurns =
        development.isPresent()
            && development.get().evaluationFolds() > 0
            && options.systems().stream().anyMatch(SystemSpec::isCalibrated);
    return new ExperimentPlan(
        title(),
        train,
        development,
        sets(train, byTurns, progress),
        options.systems(),
        options.seed(),
        options.points(),
        options.presets(),
        options.draws());
  }

  private EvaluationSet set(YamlNode node, TrainSet train, Progress progress) throws IOException {
    EvaluationSet set = data.set(node, progress);
    if (set.matrix().cols() != train.dimension()) {
      throw node.get("vectors")
          .wrong(
              "expected vectors of dimension "
                  + train.dimension()
                  + " as in training, found "
                  + set.matrix().cols(),
              "give vectors of the same kind");
    }
    return set;
  }

  private List<EvaluationSet> sets(TrainSet train, boolean needSpeakers, Progress progress)
      throws IOException {
    List<EvaluationSet> out = new ArrayList<>();
    for (YamlNode node : root.get("evaluation").list()) {
      EvaluationSet set = set(node, train, progress);
      if (needSpeakers && set.speakers().isEmpty()) {
        throw node.wrong(
            "evaluation-folds need the speakers of the trials, which are not known here",
            "name a list of them as speakers, or calibrate on other data");
      }
      out.add(set);
    }
    return out;
  }
}
