package dev.gme.benchmarks.study;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.cluster.Agglomeration;
import dev.gme.core.cluster.AverageLinkage;
import dev.gme.core.cluster.ClusterMeasures;
import dev.gme.core.cluster.ClusterPrior;
import dev.gme.core.cluster.Reassignment;
import dev.gme.core.cluster.ScaleTraining;
import dev.gme.core.cluster.SetLimits;
import dev.gme.core.cluster.StartingSets;
import dev.gme.core.cluster.TwoGaussians;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.partition.Partition;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.lab.cluster.ClusterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Clustering of real speech (docs/studies/clustering.md): which scale held-out training speakers
 * ask for, and how well the speakers of the evaluation sets are found.
 */
public final class ClusteringStudy implements Study {
  private static final int FOLDS = 4;
  private static final double NU = 2;

  private final Path folder;

  /** The study of the page on a folder of sets, as those of {@link RealEmbeddingsStudy}. */
  public ClusteringStudy(Path folder) {
    this.folder = folder;
  }

  @Override
  public StudyResult run(Consumer<String> progress) throws IOException {
    List<Path> sets = EmbeddingExperiment.sets(folder);
    if (sets.isEmpty()) {
      throw new GmeException(
          folder + " has no set of embeddings: a folder NAME-KIND with vectors.scp",
          "put utt2spk, train.utt and eval.utt into a folder NAME-lists beside it");
    }
    List<List<Cell>> learned = new ArrayList<>();
    List<List<Cell>> given = new ArrayList<>();
    List<List<Cell>> number = new ArrayList<>();
    CountedSteps steps = new CountedSteps(sets.size(), progress);
    for (Path path : sets) {
      steps.accept(path.getFileName().toString());
      Data data = Data.read(path);
      ScaleTraining scale = ScaleTraining.train(data.heldOut(), Progress.NONE);
      for (ScaleTraining.Tried t : scale.tried()) {
        learned.add(
            List.of(
                Cell.text(data.name),
                Cell.number("%.3f", t.scale()),
                Cell.number("%.4f", t.crossEntropy()),
                Cell.number("%.3f", t.adjustedRand()),
                Cell.number("%.2f", t.threshold()),
                Cell.number("%.3f", t.numberError())));
      }
      ScaleTraining.Example eval = data.evaluation();
      given.add(given(data.name, eval, scale));
      number.add(number(data.name, eval, scale));
    }
    return new StudyResult(
        List.of(
            new StudyTable(
                "Held-out training speakers, by scale",
                List.of(
                    "set",
                    "scale",
                    "cross-entropy, nats",
                    "adjusted Rand, number given",
                    "threshold",
                    "error of the number, log"),
                learned),
            new StudyTable(
                "Evaluation speakers, their number given: adjusted Rand",
                List.of(
                    "set",
                    "speakers",
                    "average linkage",
                    "pool, s = 1",
                    "pool, s = 0.6",
                    "s = 0.6, moved",
                    "learned s",
                    "pool, learned s",
                    "learned s, moved"),
                given),
            new StudyTable(
                "Evaluation speakers, their number not given: sets found (adjusted Rand)",
                List.of(
                    "set",
                    "speakers",
                    "linkage, two Gaussians",
                    "the same, at least 0",
                    "s = 1, flat",
                    "s = 0.6, flat (default)",
                    "learned s and threshold"),
                number)),
        List.of());
  }

  private static List<Cell> given(String name, ScaleTraining.Example e, ScaleTraining scale) {
    int k = e.speakers().sets();
    List<Cell> row = new ArrayList<>();
    row.add(Cell.text(name));
    row.add(Cell.number("%.0f", k));
    Partition linkage = AverageLinkage.of(e.embeddings().llr(e.embeddings())).withSets(k);
    row.add(rand(e, linkage));
    row.add(rand(e, pool(e, 1, ClusterPrior.flat(), SetLimits.exactly(k), false)));
    for (double s : new double[] {ClusterOptions.USUAL_SCALE, scale.scale()}) {
      if (s == scale.scale()) {
        row.add(Cell.number("%.3f", s));
      }
      for (boolean moves : new boolean[] {false, true}) {
        row.add(rand(e, pool(e, s, ClusterPrior.flat(), SetLimits.exactly(k), moves)));
      }
    }
    return row;
  }

  private static List<Cell> number(String name, ScaleTraining.Example e, ScaleTraining scale) {
    List<Cell> row = new ArrayList<>();
    row.add(Cell.text(name));
    row.add(Cell.number("%.0f", e.speakers().sets()));
    DoubleMatrix scores = e.embeddings().llr(e.embeddings());
    AverageLinkage tree = AverageLinkage.of(scores);
    double crossing = TwoGaussians.ofPairs(scores).threshold();
    row.add(found(e, tree.atThreshold(crossing)));
    row.add(found(e, tree.atThreshold(Math.max(0, crossing))));
    row.add(found(e, pool(e, 1, ClusterPrior.flat(), SetLimits.NONE, true)));
    row.add(
        found(e, pool(e, ClusterOptions.USUAL_SCALE, ClusterPrior.flat(), SetLimits.NONE, true)));
    ClusterPrior prior = ClusterPrior.threshold(scale.threshold());
    row.add(found(e, pool(e, scale.scale(), prior, SetLimits.NONE, true)));
    return row;
  }

  private static Cell rand(ScaleTraining.Example e, Partition found) {
    return Cell.number("%.3f", ClusterMeasures.of(e.speakers(), found).adjustedRand());
  }

  private static Cell found(ScaleTraining.Example e, Partition found) {
    double rand = ClusterMeasures.of(e.speakers(), found).adjustedRand();
    return new Cell.FigureList(
        List.of(found.sets(), rand), String.format(Locale.ROOT, "%d (%.3f)", found.sets(), rand));
  }

  private static Partition pool(
      ScaleTraining.Example e, double s, ClusterPrior prior, SetLimits limits, boolean moves) {
    MetaEmbeddings scaled = StartingSets.scaled(e.embeddings(), s);
    Partition joined = Agglomeration.run(StartingSets.of(scaled), prior, limits).best();
    return moves ? Reassignment.run(scaled, prior, joined, limits).partition() : joined;
  }

  /** A set with its lists. */
  private static final class Data {
    final String name;
    private final LabelledVectors all;
    private final Map<String, String> speaker;
    private final List<String> train;
    private final List<String> eval;

    private Data(Path set, Path lists) throws IOException {
      name = set.getFileName().toString();
      all = VectorFiles.read(set.resolve("vectors.scp"));
      speaker = KaldiLists.readPairs(lists.resolve("utt2spk"));
      train = Files.readAllLines(lists.resolve("train.utt"));
      eval = Files.readAllLines(lists.resolve("eval.utt"));
    }

    static Data read(Path set) throws IOException {
      return new Data(set, EmbeddingExperiment.lists(set));
    }

    /** The training speakers in parts, each by a model of the others. */
    List<ScaleTraining.Example> heldOut() {
      List<String> speakers =
          train.stream().map(speaker::get).distinct().sorted().collect(Collectors.toList());
      SeededRandom random = new SeededRandom(1);
      for (int i = speakers.size() - 1; i > 0; i--) {
        Collections.swap(speakers, i, random.nextInt(i + 1));
      }
      List<ScaleTraining.Example> out = new ArrayList<>();
      for (int f = 0; f < FOLDS; f++) {
        Set<String> held = new HashSet<>();
        for (int i = f; i < speakers.size(); i += FOLDS) {
          held.add(speakers.get(i));
        }
        out.add(
            example(
                train.stream().filter(u -> !held.contains(speaker.get(u))).toList(),
                train.stream().filter(u -> held.contains(speaker.get(u))).toList()));
      }
      return out;
    }

    ScaleTraining.Example evaluation() {
      return example(train, eval);
    }

    /** Recordings by the model that {@code gme train htplda} makes of others. */
    private ScaleTraining.Example example(List<String> trained, List<String> tested) {
      LabelledVectors known = all.only(trained).withSpeakers(speaker);
      TrainingData data = TrainingData.of(known.vectors(), known.speakerNumbers());
      LabelledVectors test = all.only(tested).withSpeakers(speaker);
      MetaEmbeddings embeddings =
          PldaRecipe.gaussian(PldaRecipe.usualSpeakerDimension(data, List.of()))
              .withNu(NU)
              .train(data, Progress.NONE)
              .model()
              .extract(test.vectors());
      return new ScaleTraining.Example(embeddings, Partition.of(test.speakerNumbers()));
    }
  }
}
