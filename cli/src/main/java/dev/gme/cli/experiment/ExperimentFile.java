package dev.gme.cli.experiment;

import dev.gme.cli.evaluate.TrialSpeakerLists;
import dev.gme.core.GmeException;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.Preprocessing.Plan;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.formats.lists.IdList;
import dev.gme.formats.lists.ModelList;
import dev.gme.formats.lists.SpeakerLabels;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * An experiment as its YAML file describes it (recipes/README.md has all keys). Whatever is wrong
 * with it is refused with its line, before anything is read or trained.
 */
final class ExperimentFile {
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
  private static final Set<String> TRAIN = Set.of("vectors", "labels", "only");
  private static final Set<String> SET =
      Set.of(
          "name",
          "vectors",
          "trials",
          "models",
          "enrolment",
          "speakers",
          "model-speakers",
          "by",
          "equalize");
  private static final Set<String> MODEL =
      Set.of("dimension", "nu", "iterations", "vb-iterations", "preprocessing", "length-norm");
  private static final Set<String> BXE = Set.of("batch", "steps", "prior");
  private static final Set<String> METRICS = Set.of("preset", "dcf", "replicates", "confidence");

  private final Path file;
  private final YamlNode root;

  /** Vectors by file: sets often share one. */
  private final Map<Path, LabelledVectors> read = new HashMap<>();

  private ExperimentFile(Path file, YamlNode root) {
    this.file = file;
    this.root = root;
  }

  /**
   * Reads the file and checks all of it, short of the data.
   *
   * @param given values for ${name}, before those of the file's own 'set'
   */
  static ExperimentFile read(Path file, Map<String, String> given) throws IOException {
    YamlNode raw = YamlNode.read(file);
    raw.requireKeys(KEYS);
    Map<String, String> values = new LinkedHashMap<>(given);
    if (raw.has("set")) {
      YamlNode defaults = raw.get("set");
      defaults.requireKeys(defaults.isMap() ? defaults.keys() : Set.of("NAME"));
      for (String name : defaults.keys()) {
        values.putIfAbsent(name, defaults.get(name).text());
      }
    }
    ExperimentFile out = new ExperimentFile(file, raw.with(values));
    out.check();
    return out;
  }

  private void check() {
    checkTrain(root.get("train"));
    systems();
    training();
    points();
    draws();
    if (root.has("development")) {
      YamlNode development = root.get("development");
      if (folds(development).isEmpty()) {
        checkSet(development);
      }
    }
    List<YamlNode> sets = root.get("evaluation").list();
    if (sets.isEmpty()) {
      throw root.get("evaluation").wrong("expected at least one set", "name trials to score");
    }
    Set<String> names = new LinkedHashSet<>();
    for (YamlNode set : sets) {
      checkSet(set);
      if (!names.add(name(set))) {
        throw set.wrong("two sets are called '" + name(set) + "'", "give them different names");
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

  private void checkTrain(YamlNode node) {
    node.requireKeys(TRAIN);
    path(node.get("vectors"));
    optionalPath(node, "labels");
    optionalPath(node, "only");
  }

  private void checkSet(YamlNode node) {
    node.requireKeys(SET);
    path(node.get("vectors"));
    path(node.get("trials"));
    optionalPath(node, "models");
    optionalPath(node, "speakers");
    optionalPath(node, "model-speakers");
    enrolment(node);
    texts(node, "by");
    texts(node, "equalize");
    name(node);
  }

  private static List<String> texts(YamlNode node, String key) {
    return node.has(key) ? node.get(key).texts() : List.of();
  }

  /** A file, relative to the folder of the experiment's own. */
  private Path path(YamlNode node) {
    Path path = file.toAbsolutePath().resolveSibling(node.text()).normalize();
    if (!Files.isRegularFile(path)) {
      throw node.wrong(
          "there is no file " + path, "correct the path; it is taken from the folder of " + file);
    }
    return path;
  }

  private Optional<Path> optionalPath(YamlNode node, String key) {
    return node.has(key) ? Optional.of(path(node.get(key))) : Optional.empty();
  }

  private static String name(YamlNode set) {
    String name = set.has("name") ? set.get("name").text() : "evaluation";
    if (!name.matches("[-+._ A-Za-z0-9]+")) {
      throw set.get("name")
          .wrong("'" + name + "' cannot be a file's name", "use letters, digits, blanks, - and _");
    }
    return name;
  }

  private static Enrolment enrolment(YamlNode set) {
    if (!set.has("enrolment")) {
      return Enrolment.POOLED;
    }
    YamlNode node = set.get("enrolment");
    return switch (node.text()) {
      case "pooled" -> Enrolment.POOLED;
      case "averaged" -> Enrolment.AVERAGED;
      default ->
          throw node.wrong(
              "there is no enrolment '" + node.text() + "'", "write pooled or averaged");
    };
  }

  String title() {
    return root.has("title") ? root.get("title").text() : baseName();
  }

  private String baseName() {
    return file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
  }

  /** Where cache and results go. */
  Path work() {
    String name = root.has("work") ? root.get("work").text() : baseName() + ".work";
    return file.toAbsolutePath().resolveSibling(name).normalize();
  }

  private List<SystemSpec> systems() {
    boolean canCalibrate = root.has("development");
    if (!root.has("systems")) {
      return SystemSpec.usual(canCalibrate);
    }
    List<SystemSpec> out = new ArrayList<>();
    for (YamlNode node : root.get("systems").list()) {
      SystemSpec system = inLine(node, () -> SystemSpec.parse(node.text()));
      if (system.calibrated() && !canCalibrate) {
        throw node.wrong(
            system.id() + " needs data to train its calibration on",
            "add 'development': a set, training-folds: 5, or evaluation-folds: 5");
      }
      if (out.contains(system)) {
        throw node.wrong(system.id() + " comes twice", "remove one of them");
      }
      out.add(system);
    }
    return out;
  }

  private static <T> T inLine(YamlNode node, Supplier<T> value) {
    try {
      return value.get();
    } catch (GmeException e) {
      throw node.wrong(e.getMessage(), e.help());
    }
  }

  private TrainingOptions training() {
    TrainingOptions d = TrainingOptions.DEFAULT;
    YamlNode model = section("model", MODEL);
    YamlNode bxe = section("bxe", BXE);
    return new TrainingOptions(
        has(model, "preprocessing") ? plans(model.get("preprocessing")) : d.preprocessing(),
        has(model, "length-norm") ? plans(model.get("length-norm")) : d.lengthNorm(),
        integer(model, "dimension", 1, 100_000, d.dimension()),
        has(model, "nu") ? model.get("nu").number(0, 1e12) : d.nu(),
        integer(model, "iterations", 0, 10_000, d.emIterations()),
        integer(model, "vb-iterations", 0, 10_000, d.vbIterations()),
        integer(bxe, "batch", 1, 20_000, d.batch()),
        integer(bxe, "steps", 0, 100_000, d.bxeSteps()),
        has(bxe, "prior") ? prior(bxe.get("prior")) : d.bxePrior(),
        seed());
  }

  private static double prior(YamlNode node) {
    double value = node.number(0, 1);
    if (value == 1) {
      throw node.wrong("expected a prior below 1, found 1", "correct it");
    }
    return value;
  }

  private int seed() {
    return root.has("seed") ? root.get("seed").integer(0, Integer.MAX_VALUE) : 1;
  }

  /** Null where the file has no such section. */
  private YamlNode section(String name, Set<String> keys) {
    if (!root.has(name)) {
      return null;
    }
    root.get(name).requireKeys(keys);
    return root.get(name);
  }

  private static boolean has(YamlNode section, String key) {
    return section != null && section.has(key);
  }

  private static int integer(YamlNode section, String key, int least, int most, int otherwise) {
    return has(section, key) ? section.get(key).integer(least, most) : otherwise;
  }

  private static List<Plan> plans(YamlNode node) {
    List<Plan> out = new ArrayList<>();
    for (YamlNode step : node.list()) {
      String text = step.text();
      out.add(
          switch (text) {
            case "centre" -> Plan.centre();
            case "whiten-total" -> Plan.whitenTotal();
            case "whiten-within" -> Plan.whitenWithin();
            case "length" -> Plan.length();
            default -> {
              if (!text.matches("lda [1-9][0-9]{0,5}")) {
                throw step.wrong(
                    "there is no step '" + text + "'",
                    "the steps are centre, whiten-total, whiten-within, length and lda N");
              }
              yield Plan.lda(Integer.parseInt(text.substring(4)));
            }
          });
    }
    return out;
  }

  private List<CostPreset> presets() {
    YamlNode metrics = section("metrics", METRICS);
    if (has(metrics, "preset")) {
      return metrics.get("preset").list().stream()
          .map(node -> inLine(node, () -> CostPreset.named(node.text())))
          .toList();
    }
    return has(metrics, "dcf") ? List.of() : List.of(CostPreset.SRE16);
  }

  private List<OperatingPoint> points() {
    List<OperatingPoint> all = new ArrayList<>();
    presets().forEach(p -> all.addAll(p.points()));
    YamlNode metrics = section("metrics", METRICS);
    if (has(metrics, "dcf")) {
      for (YamlNode node : metrics.get("dcf").list()) {
        all.add(inLine(node, () -> point(node)));
      }
    }
    return EvaluationOptions.of(all).points();
  }

  private static OperatingPoint point(YamlNode node) {
    String[] parts = node.text().split(":", -1);
    try {
      if (parts.length == 3) {
        return new OperatingPoint(
            Double.parseDouble(parts[0]),
            Double.parseDouble(parts[1]),
            Double.parseDouble(parts[2]));
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw node.wrong(
        "expected prior:cost:cost, found '" + node.text() + "'", "write for example 0.01:10:1");
  }

  private BootstrapOptions draws() {
    YamlNode metrics = section("metrics", METRICS);
    double confidence = has(metrics, "confidence") ? prior(metrics.get("confidence")) : 0.95;
    return new BootstrapOptions(
        points(), integer(metrics, "replicates", 1, 1_000_000, 1000), confidence, seed());
  }

  /** Reads the data. */
  Experiment.Plan plan() throws IOException {
    TrainSet train = train(root.get("train"));
    Optional<Development> development = Optional.empty();
    if (root.has("development")) {
      YamlNode node = root.get("development");
      Optional<Development> folds = folds(node);
      development = folds.isPresent() ? folds : Optional.of(Development.of(set(node)));
    }
    List<EvaluationSet> sets = new ArrayList<>();
    for (YamlNode node : root.get("evaluation").list()) {
      sets.add(set(node));
    }
    return new Experiment.Plan(
        title(), train, development, sets, systems(), training(), points(), presets(), draws());
  }

  private LabelledVectors vectors(Path path) throws IOException {
    LabelledVectors found = read.get(path);
    if (found == null) {
      found = VectorFiles.read(path);
      read.put(path, found);
    }
    return found;
  }

  private TrainSet train(YamlNode node) throws IOException {
    LabelledVectors all = vectors(path(node.get("vectors")));
    Optional<Path> only = optionalPath(node, "only");
    LabelledVectors wanted = only.isPresent() ? all.only(IdList.read(only.get())) : all;
    Optional<Path> labels = optionalPath(node, "labels");
    if (labels.isPresent()) {
      wanted = wanted.withSpeakers(SpeakerLabels.read(labels.get(), id -> all.row(id) >= 0));
    }
    if (wanted.speakers().isEmpty()) {
      throw node.wrong(
          "the training vectors have no speakers", "name a list of them as labels, say utt2spk");
    }
    return new TrainSet(wanted);
  }

  private EvaluationSet set(YamlNode node) throws IOException {
    LabelledVectors all = vectors(path(node.get("vectors")));
    TrialList trials = ListReader.read(path(node.get("trials")));
    Optional<Path> models = optionalPath(node, "models");
    Map<String, List<String>> recordings =
        models.isPresent() ? ModelList.read(models.get()) : Map.of();
    LabelledVectors used = used(all, trials, recordings);
    return new EvaluationSet(
        name(node),
        used,
        models.isPresent()
            ? EnrolmentModels.of(used, recordings, false)
            : EnrolmentModels.ofRecordings(used),
        enrolment(node),
        trials,
        speakers(node, trials, recordings),
        texts(node, "by"),
        texts(node, "equalize"));
  }

  /** The vectors that trials and models name, as far as they are there. */
  private static LabelledVectors used(
      LabelledVectors all, TrialList trials, Map<String, List<String>> models) {
    Set<String> ids = new LinkedHashSet<>(trials.enrolIds());
    models.values().forEach(ids::addAll);
    ids.addAll(trials.testIds());
    return all.only(ids.stream().filter(id -> all.row(id) >= 0).toList());
  }

  private Optional<TrialSpeakerLists> speakers(
      YamlNode node, TrialList trials, Map<String, List<String>> models) throws IOException {
    Optional<Path> list = optionalPath(node, "speakers");
    if (list.isEmpty()) {
      return TrialSpeakerLists.ofColumns(trials);
    }
    Set<String> tests = new LinkedHashSet<>(trials.testIds());
    Map<String, String> ofTest = SpeakerLabels.read(list.get(), tests::contains);
    Map<String, String> ofEnrol = new HashMap<>(ofTest);
    for (Map.Entry<String, List<String>> model : models.entrySet()) {
      String first = ofTest.get(model.getValue().get(0));
      if (first != null) {
        ofEnrol.put(model.getKey(), first);
      }
    }
    Optional<Path> modelList = optionalPath(node, "model-speakers");
    if (modelList.isPresent()) {
      Set<String> enrolled = new LinkedHashSet<>(trials.enrolIds());
      ofEnrol.putAll(SpeakerLabels.read(modelList.get(), enrolled::contains));
    }
    return Optional.of(TrialSpeakerLists.of(trials, ofEnrol, ofTest, list.get().toString()));
  }
}
