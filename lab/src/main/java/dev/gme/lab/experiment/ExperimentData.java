package dev.gme.lab.experiment;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.model.Enrolment;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.formats.lists.FileSuffixes;
import dev.gme.formats.lists.IdList;
import dev.gme.formats.lists.ModelList;
import dev.gme.formats.lists.SideInformation;
import dev.gme.formats.lists.SpeakerLabels;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.tree.YamlNode;
import dev.gme.lab.data.EvaluationSet;
import dev.gme.lab.data.FileVectors;
import dev.gme.lab.data.TrainSet;
import dev.gme.lab.data.VectorSources;
import dev.gme.lab.evaluate.TrialSpeakerLists;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The data that an experiment's file names: checked without reading them, then read. */
final class ExperimentData {
  /** What else is known of the recordings. */
  private static final String SIDE = "side";

  private static final Set<String> TRAIN = Set.of("vectors", "labels", "only", SIDE);
  private static final Set<String> SET =
      Set.of(
          "name",
          "vectors",
          "trials",
          "models",
          "enrolment",
          "labels",
          "enrol-labels",
          "speakers", // labels until 0.1
          "model-speakers", // enrol-labels until 0.1
          "conditions",
          "by",
          "equalize",
          SIDE);

  private final Path file;

  /** Vectors by their source: sets often share one. */
  private final Map<Map<String, String>, LabelledVectors> read = new HashMap<>();

  private final Map<Path, SpeakerLabels> labels = new HashMap<>();

  /**
   * Nothing is read yet.
   *
   * @param file of the experiment, from whose folder paths are taken
   */
  ExperimentData(Path file) {
    this.file = file;
  }

  void checkTrain(YamlNode node) {
    node.requireKeys(TRAIN);
    checkVectors(node.get("vectors"));
    optionalPath(node, "labels");
    optionalPath(node, "only");
    if (node.has(SIDE)) {
      asksSide(node.get(SIDE));
    }
  }

  /** Refuses data without what a system learns from. */
  static void requireSide(YamlNode node, String system) {
    if (!node.has(SIDE)) {
      throw node.wrong(
          "the system '" + system + "' has a precision head, and there is no side information",
          "add the key '" + SIDE + "', " + SideInformation.SYNTAX);
    }
  }

  /** Refuses side information of training recordings without names of columns to learn from. */
  void requireColumns(YamlNode node, String system) {
    requireSide(node, system);
    if (!asksSide(node.get(SIDE))) {
      throw node.get(SIDE)
          .wrong(
              "the system '" + system + "' learns from columns, of which none is named",
              "write " + SideInformation.SYNTAX);
    }
  }

  private boolean asksSide(YamlNode node) {
    try {
      return SideInformation.asks(node.text(), folder());
    } catch (GmeException e) {
      throw node.wrong(e.getMessage(), e.help());
    }
  }

  private Optional<SideInformation> side(YamlNode node) throws IOException {
    return node.has(SIDE)
        ? Optional.of(SideInformation.parse(node.get(SIDE).text(), folder()))
        : Optional.empty();
  }

  void checkSet(YamlNode node) {
    node.requireKeys(SET);
    checkVectors(node.get("vectors"));
    path(node.get("trials"));
    optionalPath(node, "models");
    labels(node);
    enrolLabels(node);
    enrolment(node);
    if (node.has(SIDE)) {
      asksSide(node.get(SIDE));
    }
    texts(node, "conditions");
    texts(node, "by");
    texts(node, "equalize");
    name(node);
  }

  private static List<String> texts(YamlNode node, String key) {
    return node.has(key) ? node.get(key).texts() : List.of();
  }

  /** A path, relative to the folder of the experiment's file. */
  static Path fromFolder(Path file, YamlNode node) {
    try {
      return file.toAbsolutePath().resolveSibling(node.text()).normalize();
    } catch (InvalidPathException e) {
      throw node.wrong("this cannot be the name of a file", "correct it");
    }
  }

  /** A file that is there. */
  private Path path(YamlNode node) {
    Path path = fromFolder(file, node);
    if (!Files.isRegularFile(path)) {
      throw node.wrong(
          "there is no file " + path, "correct the path; it is taken from the folder of " + file);
    }
    if (!Files.isReadable(path)) {
      throw node.wrong(path + " may not be read", "check who owns it and its rights");
    }
    return path;
  }

  private Optional<Path> optionalPath(YamlNode node, String key) {
    return node.has(key) ? Optional.of(path(node.get(key))) : Optional.empty();
  }

  static String name(YamlNode set) {
    String name = set.has("name") ? set.get("name").text() : "evaluation";
    if (!name.matches("[-+_A-Za-z0-9][-+._ A-Za-z0-9]*")) {
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

  /** Where vectors come from: a file, or the parameters of another source. */
  private static Map<String, String> source(YamlNode node) {
    if (!node.isMap()) {
      return Map.of(FileVectors.NAME, node.text());
    }
    Map<String, String> out = new LinkedHashMap<>();
    node.keys().forEach(key -> out.put(key, node.get(key).text()));
    return out;
  }

  /** Refuses an unknown source, and files that are not there. */
  private void checkVectors(YamlNode node) {
    if (!node.isMap()) {
      path(node);
      return;
    }
    Map<String, String> source = source(node);
    try {
      for (Path path : VectorSources.of(source).files(source, folder())) {
        if (!Files.isReadable(path)) {
          throw new GmeException(
              "there is no " + path + " that may be read",
              "correct the path; it is taken from the folder of " + file);
        }
      }
    } catch (GmeException e) {
      throw node.wrong(e.getMessage(), e.help());
    }
  }

  private Path folder() {
    return file.toAbsolutePath().getParent();
  }

  private LabelledVectors vectors(YamlNode node, Progress progress) throws IOException {
    Map<String, String> source = source(node);
    LabelledVectors found = read.get(source);
    if (found == null) {
      found = VectorSources.read(source, folder(), progress);
      read.put(source, found);
    }
    return found;
  }

  TrainSet train(YamlNode node, Progress progress) throws IOException {
    LabelledVectors all = vectors(node.get("vectors"), progress);
    Optional<Path> only = optionalPath(node, "only");
    LabelledVectors wanted = only.isPresent() ? all.only(IdList.read(only.get())) : all;
    Optional<Path> labels = optionalPath(node, "labels");
    if (labels.isPresent()) {
      wanted = wanted.withSpeakers(labels(labels.get()).of(id -> all.row(id) >= 0));
    }
    if (wanted.speakers().isEmpty()) {
      throw node.wrong(
          "the training vectors have no speakers", "name a list of them as labels, say utt2spk");
    }
    Map<String, String> source = source(node.get("vectors"));
    TrainSet read = new TrainSet(wanted.requireFinite());
    TrainSet set =
        VectorSources.of(source).network(source, folder()).map(read::withNetwork).orElse(read);
    return side(node).map(set::withSide).orElse(set);
  }

  EvaluationSet set(YamlNode node, Progress progress) throws IOException {
    LabelledVectors all = vectors(node.get("vectors"), progress);
    TrialList trials = trials(node);
    requireConditions(node, "by", trials);
    requireConditions(node, "equalize", trials);
    Optional<Path> models = optionalPath(node, "models");
    Map<String, List<String>> recordings =
        models.isPresent() ? ModelList.read(models.get()) : Map.of();
    Set<String> ids = ids(trials, recordings);
    UnaryOperator<String> naming =
        FileSuffixes.naming(
            trials.source(), ids, id -> recordings.containsKey(id) || all.row(id) >= 0);
    // The vectors that trials and models name, as far as they are there.
    LabelledVectors used =
        all.only(ids.stream().map(naming).distinct().filter(id -> all.row(id) >= 0).toList())
            .requireFinite();
    EvaluationSet set =
        new EvaluationSet(
            name(node),
            used,
            models.isPresent()
                ? EnrolmentModels.of(used, recordings)
                : EnrolmentModels.ofRecordings(used),
            enrolment(node),
            trials.renamed(naming, naming),
            speakers(node, trials, recordings),
            texts(node, "by"),
            texts(node, "equalize"));
    return set.withSide(side(node));
  }

  private TrialList trials(YamlNode set) throws IOException {
    TrialList trials = ListReader.read(path(set.get("trials"))).asKey();
    if (!set.has("conditions")) {
      return trials;
    }
    YamlNode names = set.get("conditions");
    try {
      return trials.withConditionNames(names.texts());
    } catch (GmeException e) {
      throw names.wrong(e.getMessage(), e.help());
    }
  }

  /** Before anything is trained, since evaluation comes last. */
  private static void requireConditions(YamlNode set, String key, TrialList trials) {
    if (set.has(key)) {
      List<String> known = trials.conditions().stream().map(TrialList.Condition::name).toList();
      for (YamlNode name : set.get(key).list()) {
        if (!known.contains(name.text())) {
          throw name.wrong(
              trials.source() + " has no column '" + name.text() + "'",
              known.isEmpty()
                  ? "it has no columns beside ids and labels"
                  : "choose among "
                      + String.join(", ", known)
                      + (trials.unnamedConditions().isEmpty()
                          ? ""
                          : ", or name the columns by the key 'conditions'"));
        }
      }
    }
  }

  private static Set<String> ids(TrialList trials, Map<String, List<String>> models) {
    Set<String> ids = new LinkedHashSet<>(trials.enrolIds());
    models.values().forEach(ids::addAll);
    ids.addAll(trials.testIds());
    return ids;
  }

  private Optional<Path> labels(YamlNode set) {
    return optionalPath(set, set.has("speakers") ? "speakers" : "labels");
  }

  private Optional<Path> enrolLabels(YamlNode set) {
    return optionalPath(set, set.has("model-speakers") ? "model-speakers" : "enrol-labels");
  }

  /** A list of speakers, which several sets may name. */
  private SpeakerLabels labels(Path file) throws IOException {
    SpeakerLabels found = labels.get(file);
    if (found == null) {
      found = SpeakerLabels.open(file);
      labels.put(file, found);
    }
    return found;
  }

  private Optional<TrialSpeakerLists> speakers(
      YamlNode node, TrialList trials, Map<String, List<String>> models) throws IOException {
    Optional<Path> list = labels(node);
    if (list.isEmpty()) {
      return TrialSpeakerLists.ofColumns(trials);
    }
    Set<String> tests = new LinkedHashSet<>(trials.testIds());
    Map<String, String> ofTest = labels(list.get()).of(tests::contains);
    Map<String, String> ofEnrol = new HashMap<>(ofTest);
    List<String> firsts = models.values().stream().map(of -> of.get(0)).toList();
    UnaryOperator<String> naming =
        FileSuffixes.naming(list.get().toString(), firsts, ofTest::containsKey);
    for (Map.Entry<String, List<String>> model : models.entrySet()) {
      String first = ofTest.get(naming.apply(model.getValue().get(0)));
      if (first != null) {
        ofEnrol.put(model.getKey(), first);
      }
    }
    Optional<Path> modelList = enrolLabels(node);
    if (modelList.isPresent()) {
      Set<String> enrolled = new LinkedHashSet<>(trials.enrolIds());
      ofEnrol.putAll(labels(modelList.get()).of(enrolled::contains));
    }
    return Optional.of(TrialSpeakerLists.of(trials, ofEnrol, ofTest, list.get().toString()));
  }
}
