package dev.gme.benchmarks.study;

import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.Cosine;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Psda;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.train.data.SpeakerScatter;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.GaussianPldaEm;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.core.train.plda.PldaStart;
import dev.gme.core.train.plda.PsdaEm;
import dev.gme.core.train.plda.Stopping;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.lab.data.TrainSet;
import dev.gme.lab.score.Side;
import dev.gme.lab.score.TrialPairs;
import dev.gme.lab.score.TrialScoring;
import dev.gme.lab.system.StepDefaults;
import dev.gme.lab.system.StepReader;
import dev.gme.lab.system.StepStore;
import dev.gme.lab.system.SystemModel;
import dev.gme.lab.system.SystemSpec;
import dev.gme.lab.system.SystemTrainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Systems trained and scored on one set of real embeddings: a folder {@code NAME-KIND} with {@code
 * vectors.scp}, and beside it {@code NAME-lists} with {@code utt2spk}, {@code train.utt} and {@code
 * trials}.
 */
final class EmbeddingExperiment {
  static final String COSINE = "cosine";
  static final String LENGTH_NORMALIZED = "GPLDA LN";
  private static final Stopping STOPPING = Stopping.after(20);

  private final String name;
  private final LabelledVectors all;
  private final LabelledVectors train;
  private final TrainingData training;
  private final TrialPairs trials;
  private final Map<String, String> labels;

  /** The speaker of each recording, as a number. */
  private final int[] speakers;

  private EmbeddingExperiment(
      String name,
      LabelledVectors all,
      LabelledVectors train,
      TrialPairs trials,
      Map<String, String> speakers) {
    this.name = name;
    this.all = all;
    this.train = train;
    this.training = TrainingData.of(train.vectors(), train.speakerNumbers());
    this.trials = trials;
    this.labels = speakers;
    List<String> names = all.ids().stream().map(id -> speakers.getOrDefault(id, id)).toList();
    List<String> distinct = names.stream().distinct().toList();
    Map<String, Integer> number = new HashMap<>();
    distinct.forEach(speaker -> number.put(speaker, number.size()));
    this.speakers = names.stream().mapToInt(number::get).toArray();
  }

  /** The sets of a folder that have lists, in the order of their names. */
  static List<Path> sets(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(set -> Files.exists(set.resolve("vectors.scp")))
          .filter(set -> Files.exists(lists(set).resolve("trials")))
          .sorted()
          .toList();
    }
  }

  /**
   * Sets of single files, each with the folder of its lists, and then those of a folder.
   *
   * @param folder none where there are only others
   */
  static List<EmbeddingExperiment> read(Optional<Path> folder, Map<Path, Path> others)
      throws IOException {
    List<EmbeddingExperiment> out = new ArrayList<>();
    for (Map.Entry<Path, Path> other : others.entrySet()) {
      String name = other.getKey().getFileName().toString().replaceFirst("[.][^.]*$", "");
      out.add(read(name, other.getKey(), other.getValue()));
    }
    if (folder.isPresent()) {
      for (Path set : sets(folder.get())) {
        out.add(read(set));
      }
    }
    return out;
  }

  /** The folder of the lists that belong to a set. */
  static Path lists(Path set) {
    String name = set.getFileName().toString();
    return set.resolveSibling(name.substring(0, Math.max(0, name.lastIndexOf('-'))) + "-lists");
  }

  static EmbeddingExperiment read(Path set) throws IOException {
    return read(set.getFileName().toString(), set.resolve("vectors.scp"), lists(set));
  }

  /** Vectors of any file, and the folder of their lists. */
  static EmbeddingExperiment read(String name, Path vectors, Path lists) throws IOException {
    LabelledVectors all = VectorFiles.read(vectors);
    Map<String, String> speakers = KaldiLists.readPairs(lists.resolve("utt2spk"));
    LabelledVectors train =
        all.only(Files.readAllLines(lists.resolve("train.utt"))).withSpeakers(speakers);
    return new EmbeddingExperiment(
        name,
        all,
        train,
        TrialPairs.of(ListReader.read(lists.resolve("trials")), all.ids(), all.ids()),
        speakers);
  }

  /** The same trials, with no more than so many recordings of each speaker to train on. */
  EmbeddingExperiment thinned(int perSpeaker) {
    Map<String, Integer> seen = new HashMap<>();
    List<String> kept =
        train.ids().stream()
            .filter(id -> seen.merge(labels.get(id), 1, Integer::sum) <= perSpeaker)
            .toList();
    return new EmbeddingExperiment(
        name + ", " + perSpeaker + " a speaker",
        all,
        train.only(kept).withSpeakers(labels),
        trials,
        labels);
  }

  /** The scores of all trials by a system that is trained here, as {@code gme experiment} does. */
  double[] scores(List<String> steps) throws IOException {
    return scores(steps, train, all, trials.enrol(), trials.test());
  }

  /**
   * The scores of all pairs of some training recordings, in the order (0, 1), (0, 2), … (1, 2), …,
   * by a system that is trained on other speakers.
   *
   * @param isTrainedOn by the number of the speaker in the training data
   */
  double[] pairScores(List<String> steps, IntPredicate isTrainedOn, int[] recordings)
      throws IOException {
    List<String> ids = train.ids();
    List<String> others =
        IntStream.range(0, training.size())
            .filter(j -> isTrainedOn.test(training.speaker(j)))
            .mapToObj(ids::get)
            .toList();
    LabelledVectors some = train.only(Arrays.stream(recordings).mapToObj(ids::get).toList());
    int n = recordings.length;
    int[] enrol = new int[n * (n - 1) / 2];
    int[] test = new int[enrol.length];
    int t = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        enrol[t] = i;
        test[t++] = j;
      }
    }
    return scores(steps, train.only(others).withSpeakers(labels), some, enrol, test);
  }

  private static double[] scores(
      List<String> steps,
      LabelledVectors training,
      LabelledVectors recordings,
      int[] enrol,
      int[] test)
      throws IOException {
    SystemSpec system =
        new SystemSpec("system", "system", new StepReader(StepDefaults.DEFAULT).read(steps));
    SystemModel model =
        new SystemTrainer(StepStore.NONE, stage -> Progress.NONE)
            .train(system.steps(), new TrainSet(training))
            .model();
    TrialScoring how =
        model.trialScoring(EnrolmentModels.ofRecordings(recordings), Enrolment.POOLED);
    Side side = how.recordings(recordings);
    return doubles(how.scorer(side, side).list(enrol, test).scores());
  }

  /** The scores of all trials by PSDA, of vectors of length 1. */
  double[] psda() {
    DoubleMatrix unit = Cosine.directions(all.vectors().toDoubles());
    TrainingData ready = training.withVectors(Cosine.directions(train.vectors().toDoubles()));
    Psda psda = new PsdaEm(STOPPING).train(ready, PsdaEm.start(ready)).model();
    return doubles(
        ScoreKind.psda(psda).scorer(unit, unit).list(trials.enrol(), trials.test()).scores());
  }

  private static double[] doubles(float[] scores) {
    return IntStream.range(0, scores.length).mapToDouble(i -> scores[i]).toArray();
  }

  String name() {
    return name;
  }

  int dimension() {
    return all.vectors().cols();
  }

  TrainingData training() {
    return training;
  }

  /** The recordings that nothing was trained on. */
  RowSource heldOut() {
    Set<String> trained = new HashSet<>(train.ids());
    return all.only(all.ids().stream().filter(id -> !trained.contains(id)).toList()).vectors();
  }

  TrialList trials() {
    return trials.list();
  }

  /** The number of speaker dimensions: 60, or as many as the data carry. */
  int usualDimension() {
    return Math.min(60, Math.min(training.speakers() - 2, dimension() - 1));
  }

  Trained<HtPlda> gaussian(int d) {
    SpeakerStatistics statistics = SpeakerStatistics.gather(training, Progress.NONE);
    return new GaussianPldaEm(STOPPING)
        .train(statistics, PldaStart.fromScatter(statistics, d), Progress.NONE);
  }

  /** The names of the systems of {@link #scores()}, in the order of the table. */
  static List<String> systems() {
    List<String> out = new ArrayList<>(List.of(COSINE));
    for (WayToTrain way : WayToTrain.values()) {
      out.add(way.abbreviation());
      if (way == WayToTrain.GAUSSIAN) {
        out.add(LENGTH_NORMALIZED);
      }
    }
    return out;
  }

  /** The scores of all trials by every system, in the order of the table. */
  Map<String, double[]> scores() {
    Map<String, double[]> out = new LinkedHashMap<>();
    out.put(COSINE, cosines());
    embeddings().forEach((system, e) -> out.put(system, llrs(e)));
    return out;
  }

  /** What every system but cosine makes of the recordings. */
  Map<String, MetaEmbeddings> embeddings() {
    int d = usualDimension();
    Map<String, MetaEmbeddings> out = new LinkedHashMap<>();
    WayToTrain.train(training, gaussian(d).model(), 1)
        .forEach(
            (way, extractor) -> {
              out.put(way.abbreviation(), extractor.extract(all.vectors()));
              if (way == WayToTrain.GAUSSIAN) {
                out.put(LENGTH_NORMALIZED, lengthNormalized(d));
              }
            });
    return out;
  }

  double[] cosines() {
    double[] mean = SpeakerScatter.of(training, Progress.NONE).mean();
    DoubleMatrix centred = all.vectors().toDoubles().minusFromRows(mean);
    DoubleMatrix cosines = Cosine.scores(centred, centred);
    int[] enrol = trials.enrol();
    int[] test = trials.test();
    return IntStream.range(0, enrol.length)
        .mapToDouble(t -> cosines.get(enrol[t], test[t]))
        .toArray();
  }

  /** The baseline: length normalization, then Gaussian PLDA. */
  private MetaEmbeddings lengthNormalized(int d) {
    return PldaRecipe.gaussian(d)
        .preprocessedBy(PldaRecipe.baseline())
        .withStopping(STOPPING)
        .train(training, Progress.NONE)
        .model()
        .extract(all.vectors());
  }

  List<String> ids() {
    return all.ids();
  }

  /** The rows of the training vectors, in their order. */
  int[] trainingRows() {
    return train.ids().stream().mapToInt(all::row).toArray();
  }

  /** The meta-embeddings of all recordings. */
  MetaEmbeddings extracted(GmeExtractor extractor) {
    return extractor.extract(all.vectors());
  }

  /** The recordings that occur in trials. */
  LabelledVectors tried() {
    return all.only(
        IntStream.concat(Arrays.stream(trials.enrol()), Arrays.stream(trials.test()))
            .distinct()
            .sorted()
            .mapToObj(all.ids()::get)
            .toList());
  }

  /** The scores of all trials by one system. */
  double[] scores(GmeExtractor extractor) {
    return llrs(extractor.extract(all.vectors()));
  }

  /** The scores of all trials by one system, before calibration. */
  double[] scores(Pipeline pipeline) {
    return llrs(pipeline.extract(all.vectors()));
  }

  /** Scored trials that know their speakers. */
  ScoredTrials scored(double[] scores) {
    TrialList list = trials.list();
    boolean[] isTarget = new boolean[list.size()];
    for (int t = 0; t < isTarget.length; t++) {
      isTarget[t] = list.isTarget(t);
    }
    return ScoredTrials.of(scores, isTarget)
        .withSpeakers(
            Arrays.stream(trials.enrol()).map(row -> speakers[row]).toArray(),
            Arrays.stream(trials.test()).map(row -> speakers[row]).toArray());
  }

  double[] llrs(MetaEmbeddings e) {
    int[] enrol = trials.enrol();
    int[] test = trials.test();
    return IntStream.range(0, enrol.length)
        .mapToDouble(t -> e.get(enrol[t]).llr(e.get(test[t])))
        .toArray();
  }
}
