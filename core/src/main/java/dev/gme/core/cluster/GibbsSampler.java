package dev.gme.core.cluster;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.partition.Partition;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws partitions from their posterior: recordings leave their set one after the other and take a
 * place by its probability given all others (docs/math.md 9.4). For probabilities, not for finding
 * the best partition.
 *
 * <pre>{@code
 * GibbsSampler sampler = new GibbsSampler(embeddings, prior, Partition.finest(n));
 * PartitionSamples samples = sampler.sample(100, 1000, new SeededRandom(1), Progress.NONE);
 * double same = samples.same(0, 1);
 * }</pre>
 */
public final class GibbsSampler {
  private final Places places;
  private final int n;
  private Partition now;

  public GibbsSampler(MetaEmbeddings embeddings, ClusterPrior prior, Partition start) {
    places = new Places(embeddings, prior);
    n = embeddings.size();
    places.put(start);
    now = start;
  }

  /**
   * One sweep over all recordings.
   *
   * @param uniforms a number in [0, 1) for each recording: it takes the first place whose
   *     cumulative probability is larger
   * @return the log-probability of each recording's place
   */
  public double[] sweep(double[] uniforms) {
    // Fresh sums, so that rounding does not add up over sweeps.
    places.put(now);
    double[] logProbability = new double[n];
    for (int i = 0; i < n; i++) {
      places.takeOut(i);
      double[] v = places.weights(i);
      double total = Places.logSumExp(v);
      double cumulative = 0;
      int place = 0;
      while (place < v.length - 1) {
        cumulative += Math.exp(v[place] - total);
        if (cumulative > uniforms[i]) {
          break;
        }
        place++;
      }
      logProbability[i] = v[place] - total;
      places.put(i, place);
    }
    now = places.partition();
    return logProbability;
  }

  /** The partition after the last sweep. */
  public Partition partition() {
    return now;
  }

  /**
   * The partitions after each of some sweeps.
   *
   * @param burnIn sweeps before, whose partitions are forgotten
   */
  public PartitionSamples sample(int burnIn, int samples, SeededRandom random, Progress progress) {
    List<Partition> out = new ArrayList<>();
    double[] uniforms = new double[n];
    for (int s = 0; s < burnIn + samples; s++) {
      for (int i = 0; i < n; i++) {
        uniforms[i] = random.nextDouble();
      }
      sweep(uniforms);
      if (s >= burnIn) {
        out.add(now);
      }
      progress.step("sampling partitions", s + 1L, (long) burnIn + samples);
    }
    return new PartitionSamples(out);
  }
}
