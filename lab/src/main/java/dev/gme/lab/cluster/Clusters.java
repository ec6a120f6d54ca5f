package dev.gme.lab.cluster;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.cluster.ClosestSets;
import dev.gme.core.cluster.ClusterPrior;
import dev.gme.core.cluster.MergePath;
import dev.gme.core.cluster.PlacePosterior;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.partition.Partition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Which recordings are of one speaker, as far as was found. Sets are called c1, c2, … in the order
 * of their first recordings, with as many digits as the last one has.
 */
public final class Clusters {
  private final List<String> ids;
  private final MetaEmbeddings scaled;
  private final Partition partition;
  private final ClusterOptions options;
  private final ClusterPrior prior;
  private final Optional<MergePath> path;
  private final double objective;
  private final String words;

  Clusters(
      List<String> ids,
      MetaEmbeddings scaled,
      Partition partition,
      ClusterOptions options,
      ClusterPrior prior,
      Optional<MergePath> path,
      double objective,
      String words) {
    this.ids = ids;
    this.scaled = scaled;
    this.partition = partition;
    this.options = options;
    this.prior = prior;
    this.path = path;
    this.objective = objective;
    this.words = words;
  }

  /**
   * A recording whose place is not sure.
   *
   * @param probability of its place, given the places of all others
   * @param rival the set where it would be next; empty for one of its own
   * @param rivalProbability of that place
   */
  public record Doubtful(
      String id, String set, double probability, String rival, double rivalProbability) {}

  /** Two sets, and what joining them would change the objective by. */
  public record NearJoin(String first, int firstSize, String second, int secondSize, double gain) {}

  /** The recordings, in the caller's order. */
  public List<String> ids() {
    return ids;
  }

  public Partition partition() {
    return partition;
  }

  /** How many sets there are. */
  public int sets() {
    return partition.sets();
  }

  public ClusterOptions options() {
    return options;
  }

  /** The prior in words. */
  public String prior() {
    return prior.toString();
  }

  /** How the sets were found, in words. */
  public String how() {
    return words;
  }

  /** J minus that of single recordings; NaN where the method has none. */
  public double objective() {
    return objective;
  }

  Optional<MergePath> path() {
    return path;
  }

  MetaEmbeddings embeddings() {
    return scaled;
  }

  /** The name of a set. */
  public String name(int set) {
    int digits = Integer.toString(partition.sets()).length();
    return String.format(Locale.ROOT, "c%0" + digits + "d", set + 1);
  }

  /** The set of each recording by name, in the caller's order. */
  public Map<String, String> setOf() {
    Map<String, String> out = new LinkedHashMap<>();
    for (int i = 0; i < ids.size(); i++) {
      out.put(ids.get(i), name(partition.label(i)));
    }
    return out;
  }

  /** Lines of a recording and its set, as in an utt2spk, in the caller's order. */
  public List<String> lines() {
    List<String> out = new ArrayList<>();
    setOf()
        .forEach(
            (id, set) -> {
              if (id.isEmpty() || id.chars().anyMatch(c -> c <= ' ')) {
                throw new GmeException(
                    "the recording '" + id + "' has a blank in its name, which no utt2spk may have",
                    "rename it, or ask for JSON");
              }
              out.add(id + " " + set);
            });
    return out;
  }

  /** Recordings whose place has a probability below a limit, the least sure first. */
  public List<Doubtful> doubtful(double limit, Progress progress) {
    PlacePosterior places = PlacePosterior.of(scaled, prior, partition, progress);
    List<Doubtful> out = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      if (places.probability(i) < limit) {
        out.add(
            new Doubtful(
                ids.get(i),
                name(partition.label(i)),
                places.probability(i),
                places.rival(i) < 0 ? "" : name(places.rival(i)),
                places.rivalProbability(i)));
      }
    }
    out.sort((x, y) -> Double.compare(x.probability, y.probability));
    return out;
  }

  /** The pairs of sets that would join next, at most so many. */
  public List<NearJoin> nearJoins(int count, Progress progress) {
    int[] size = partition.setSizes();
    return ClosestSets.of(scaled, partition, prior, count, progress).stream()
        .map(
            c ->
                new NearJoin(
                    name(c.first()), size[c.first()], name(c.second()), size[c.second()], c.gain()))
        .toList();
  }

  /** For example {@code 336 recordings in 61 sets}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d recording%s in %,d set%s",
        ids.size(),
        ids.size() == 1 ? "" : "s",
        partition.sets(),
        partition.sets() == 1 ? "" : "s");
  }
}
