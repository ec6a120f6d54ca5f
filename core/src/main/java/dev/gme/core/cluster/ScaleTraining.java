package dev.gme.core.cluster;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.partition.Partition;
import java.util.ArrayList;
import java.util.List;

/**
 * Learns the scale s and a threshold from recordings of known speakers (docs/math.md 9.1).
 * Cross-entropy over pairs and over pools proposes a scale. It alone does not guard against greedy
 * joins that end in one large set, which small scales invite, so larger scales are tried too: the
 * recordings are clustered, their number of speakers given, and the best clustering counts. The
 * threshold is the one that finds as many speakers as there are.
 *
 * <pre>{@code
 * ScaleTraining learned = ScaleTraining.train(List.of(new Example(embeddings, speakers)), Progress.NONE);
 * StartingSets start = StartingSets.of(others).scaled(learned.scale());
 * ClusterPrior prior = ClusterPrior.threshold(learned.threshold());
 * }</pre>
 *
 * <p>The recordings should be of speakers that the model was not trained on: it is surer of its
 * own. Each example is clustered for itself, some dozen times; examples of some hundred to a few
 * thousand recordings are good ones.
 *
 * @param scale s
 * @param threshold of a {@link ClusterPrior#threshold}, at that scale
 * @param proposed the scale of least cross-entropy
 * @param tried what every scale that was tried gave
 */
public record ScaleTraining(double scale, double threshold, double proposed, List<Tried> tried) {
  /** Scales are tried in steps of the fourth root of two. */
  private static final double STEP = Math.pow(2, 0.25);

  public ScaleTraining {
    tried = List.copyOf(tried);
  }

  /** Recordings, and who is who among them. */
  public record Example(MetaEmbeddings embeddings, Partition speakers) {
    public Example {
      if (embeddings.size() != speakers.size()) {
        throw new IllegalArgumentException(
            "speakers of " + speakers.size() + " recordings for " + embeddings.size());
      }
    }
  }

  /**
   * A scale that was tried.
   *
   * @param crossEntropy of pairs and pools in nats, at the best threshold for these
   * @param adjustedRand mean over the examples, their number of speakers given
   * @param threshold that finds the number of speakers best
   * @param numberError mean over the examples of |log(found/true number)| at that threshold
   */
  public record Tried(
      double scale,
      double crossEntropy,
      double adjustedRand,
      double threshold,
      double numberError) {}

  /** Learns from examples; each needs two speakers, one of them with two recordings. */
  public static ScaleTraining train(List<Example> examples, Progress progress) {
    if (examples.isEmpty()) {
      throw new IllegalArgumentException("at least one example is needed");
    }
    for (Example e : examples) {
      int sets = e.speakers().sets();
      if (sets < 2 || sets == e.speakers().size()) {
        throw new GmeException(
            "a scale is learned from at least 2 speakers, one with 2 recordings; found "
                + sets
                + " speakers of "
                + e.speakers().size()
                + " recordings",
            "give more recordings with labels");
      }
    }
    progress.step("scale by cross-entropy", 0, 1);
    PoolCrossEntropy criterion = new PoolCrossEntropy(examples);
    double proposed = criterion.bestScale();
    List<Tried> tried = new ArrayList<>();
    int most = (int) Math.max(1, 1 + Math.floor(Math.log(1 / proposed) / Math.log(STEP)));
    for (int i = 0; i <= most; i++) {
      progress.step("clustering known speakers", i, most + 1L);
      double s = i == most ? Math.max(1, proposed) : proposed * Math.pow(STEP, i);
      tried.add(tryScale(s, examples, criterion));
    }
    Tried best = tried.get(0);
    for (Tried t : tried) {
      best = t.adjustedRand > best.adjustedRand ? t : best;
    }
    return new ScaleTraining(best.scale, best.threshold, proposed, tried);
  }

  private static Tried tryScale(double s, List<Example> examples, PoolCrossEntropy criterion) {
    double rand = 0;
    List<NumberOfSets> numbers = new ArrayList<>();
    for (Example e : examples) {
      MetaEmbeddings scaled = StartingSets.scaled(e.embeddings(), s);
      int k = e.speakers().sets();
      // The order of joins does not depend on a threshold, so one path serves for all of them.
      MergePath path =
          Agglomeration.run(StartingSets.of(scaled), ClusterPrior.flat(), SetLimits.NONE);
      Partition given = path.partition(scaled.size() - k);
      Partition moved =
          Reassignment.run(scaled, ClusterPrior.flat(), given, SetLimits.exactly(k)).partition();
      rand += ClusterMeasures.of(e.speakers(), moved).adjustedRand();
      numbers.add(new NumberOfSets(path, k));
    }
    NumberOfSets.Choice choice = NumberOfSets.best(numbers);
    return new Tried(
        s, criterion.at(s), rand / examples.size(), choice.threshold(), choice.error());
  }
}
