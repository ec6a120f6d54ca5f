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
import java.util.stream.IntStream;

/**
 * Which recordings are of one speaker, as far as was found. A set with an enrolled speaker has that
 * speaker's name; others are called c1, c2, … in the order of their first recordings, with as many
 * digits as the last one has.
 */
public final class Clusters {
  private final ClusterItems items;

  /** Of the enrolled speakers and the recordings. */
  private final Partition all;

  private final Partition partition;
  private final String[] names;
  private final ClusterOptions options;
  private final ClusterPrior prior;
  private final Optional<MergePath> path;
  private final double objective;
  private final String words;

  Clusters(
      ClusterItems items,
      Partition all,
      ClusterOptions options,
      ClusterPrior prior,
      Optional<MergePath> path,
      double objective,
      String words) {
    this.items = items;
    this.all = all;
    partition = items.recordings(all);
    names = items.names(all);
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
    return items.ids();
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

  /** Whether they were joined in rounds, as a large set is, which can go on from a checkpoint. */
  public boolean isByRounds() {
    return options.isLarge(items.size());
  }

  /** J minus that of single recordings; NaN where the method has none. */
  public double objective() {
    return objective;
  }

  Optional<MergePath> path() {
    return path;
  }

  MetaEmbeddings embeddings() {
    return items.recordings();
  }

  /** How many speakers are enrolled. */
  public int enrolled() {
    return items.enrolled().size();
  }

  /** How many of the enrolled speakers were heard. */
  public int enrolledHeard() {
    return (int)
        IntStream.range(enrolled(), items.size())
            .map(all::label)
            .filter(set -> set < enrolled())
            .distinct()
            .count();
  }

  /** How many recordings were left out because speakers are enrolled with them. */
  public int leftOut() {
    return items.leftOut();
  }

  /** The name of the set of a recording. */
  private String nameOf(int recording) {
    return names[all.label(enrolled() + recording)];
  }

  /** The set of each recording by name, in the caller's order. */
  public Map<String, String> setOf() {
    Map<String, String> out = new LinkedHashMap<>();
    for (int i = 0; i < ids().size(); i++) {
      out.put(ids().get(i), nameOf(i));
    }
    return out;
  }

  /** Lines of a recording and its set, as in an utt2spk, in the caller's order. */
  public List<String> lines() {
    List<String> out = new ArrayList<>();
    setOf()
        .forEach(
            (id, set) -> {
              requireWord("recording", id);
              requireWord("enrolled speaker", set);
              out.add(id + " " + set);
            });
    return out;
  }

  private static void requireWord(String what, String name) {
    if (name.isEmpty() || name.chars().anyMatch(c -> c <= ' ')) {
      throw new GmeException(
          "the " + what + " '" + name + "' has a blank in its name, which no utt2spk may have",
          "rename it, or ask for JSON");
    }
  }

  /** Recordings whose place has a probability below a limit, the least sure first. */
  public List<Doubtful> doubtful(double limit, Progress progress) {
    PlacePosterior places = PlacePosterior.of(items.embeddings(), prior, all, progress);
    List<Doubtful> out = new ArrayList<>();
    for (int i = 0; i < ids().size(); i++) {
      int item = enrolled() + i;
      if (places.probability(item) < limit) {
        int rival = places.rival(item);
        out.add(
            new Doubtful(
                ids().get(i),
                nameOf(i),
                places.probability(item),
                rival < 0 ? "" : names[rival],
                places.rivalProbability(item)));
      }
    }
    out.sort((x, y) -> Double.compare(x.probability, y.probability));
    return out;
  }

  /** The pairs of sets that would join next, at most so many. */
  public List<NearJoin> nearJoins(int count, Progress progress) {
    return ClosestSets.of(items.start(), all, prior, count, progress).stream()
        .map(
            c ->
                new NearJoin(
                    names[c.first()],
                    recordings(c.first()),
                    names[c.second()],
                    recordings(c.second()),
                    c.gain()))
        .toList();
  }

  /** How many recordings a set of all has: the pool of an enrolled speaker is none. */
  private int recordings(int set) {
    return all.setSizes()[set] - (set < enrolled() ? 1 : 0);
  }

  /** For example {@code 336 recordings in 61 sets}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d recording%s in %,d set%s",
        ids().size(),
        ids().size() == 1 ? "" : "s",
        partition.sets(),
        partition.sets() == 1 ? "" : "s");
  }
}
