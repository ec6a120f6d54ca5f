package dev.gme.lab.cluster;

import dev.gme.core.GmeException;
import dev.gme.core.cluster.StartingSets;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.score.Side;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What is known of recordings before they are clustered: which are of one speaker, which are not,
 * and speakers who are enrolled (docs/math.md 9.2).
 *
 * <pre>{@code
 * ClusterLinks known =
 *     ClusterLinks.NONE.withTogether(speakerOf, "partial.utt2spk").withApart(ListReader.read(pairs));
 * }</pre>
 */
public final class ClusterLinks {
  /** Nothing is known. */
  public static final ClusterLinks NONE =
      new ClusterLinks(Map.of(), "", Optional.empty(), Optional.empty(), false);

  private final Map<String, String> together;
  private final String togetherSource;
  private final Optional<TrialList> apart;
  private final Optional<Side> enrolled;
  private final boolean allowsMissing;

  private ClusterLinks(
      Map<String, String> together,
      String togetherSource,
      Optional<TrialList> apart,
      Optional<Side> enrolled,
      boolean allowsMissing) {
    this.together = together;
    this.togetherSource = togetherSource;
    this.apart = apart;
    this.enrolled = enrolled;
    this.allowsMissing = allowsMissing;
  }

  /**
   * The same where recordings with one name belong together.
   *
   * @param speakerOf a name for each of some recordings
   * @param source where that was read, for messages
   */
  public ClusterLinks withTogether(Map<String, String> speakerOf, String source) {
    return new ClusterLinks(new LinkedHashMap<>(speakerOf), source, apart, enrolled, allowsMissing);
  }

  /** The same where the two recordings of each pair are of different speakers. */
  public ClusterLinks withApart(TrialList pairs) {
    for (int i = 0; i < pairs.size(); i++) {
      if (pairs.hasLabels() && pairs.isTarget(i)) {
        throw new GmeException(
            pairs.where(i)
                + " says that "
                + pairs.describe(i)
                + " is of one speaker, in a list of pairs that are not",
            "leave that line out");
      }
    }
    return new ClusterLinks(together, togetherSource, Optional.of(pairs), enrolled, allowsMissing);
  }

  /** The same with known speakers, whose names their sets will have. */
  public ClusterLinks withEnrolled(Side speakers) {
    return new ClusterLinks(together, togetherSource, apart, Optional.of(speakers), allowsMissing);
  }

  /** The same where lists may name recordings that are not there, which are passed over. */
  public ClusterLinks allowingMissing() {
    return new ClusterLinks(together, togetherSource, apart, enrolled, true);
  }

  boolean isNone() {
    return together.isEmpty() && apart.isEmpty() && enrolled.isEmpty();
  }

  int enrolled() {
    return enrolled.map(side -> side.ids().size()).orElse(0);
  }

  /** The recordings that are to be clustered, with what is known of them, at a scale. */
  ClusterItems items(IdentifiedEmbeddings recordings, double scale) {
    IdentifiedEmbeddings kept = withoutEnrolled(recordings);
    Map<String, Integer> row = new HashMap<>();
    for (int i = 0; i < kept.ids().size(); i++) {
      row.put(kept.ids().get(i), i);
    }
    if (!allowsMissing) {
      requireKnown(row.keySet());
    }
    List<int[]> lists = lists(row);
    List<int[]> pairs = pairs(row);
    StartingSets start = StartingSets.of(kept.embeddings()).scaled(scale);
    if (enrolled.isPresent()) {
      start = start.enrolled(StartingSets.scaled(enrolled.get().embeddings(), scale));
    }
    return new ClusterItems(
        enrolled.map(Side::ids).orElse(List.of()),
        kept.ids(),
        recordings.ids().size() - kept.ids().size(),
        start.mustLink(lists.toArray(int[][]::new)).cannotLink(pairs.toArray(int[][]::new)),
        lists,
        pairs);
  }

  /** A recording that a speaker was enrolled with is known, and must not count twice. */
  private IdentifiedEmbeddings withoutEnrolled(IdentifiedEmbeddings recordings) {
    if (enrolled.isEmpty()) {
      return recordings;
    }
    Side speakers = enrolled.get();
    if (!Arrays.equals(speakers.embeddings().lambda(), recordings.embeddings().lambda())) {
      throw new GmeException(
          "the enrolled speakers and the recordings are meta-embeddings of different models",
          "make both with one model");
    }
    Set<String> known = speakers.allRecordings();
    List<String> ids = recordings.ids();
    int[] rows = IntStream.range(0, ids.size()).filter(i -> !known.contains(ids.get(i))).toArray();
    if (rows.length == 0) {
      throw new GmeException(
          "all " + ids.size() + " recordings are those that speakers are enrolled with",
          "give recordings that are not enrolled");
    }
    int[][] one = Arrays.stream(rows).mapToObj(i -> new int[] {i}).toArray(int[][]::new);
    MetaEmbeddings kept =
        rows.length == ids.size() ? recordings.embeddings() : recordings.embeddings().pool(one);
    return new IdentifiedEmbeddings(Arrays.stream(rows).mapToObj(ids::get).toList(), kept);
  }

  private void requireKnown(Set<String> recordings) {
    List<String> missing =
        together.keySet().stream().filter(id -> !recordings.contains(id)).toList();
    if (!missing.isEmpty()) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "%s has '%s'%s, which is not among the recordings that are clustered",
              togetherSource,
              missing.get(0),
              missing.size() == 1
                  ? ""
                  : String.format(Locale.ROOT, " and %,d more", missing.size() - 1)),
          "correct the list, or allow missing recordings");
    }
    apart.ifPresent(pairs -> requireKnown(pairs, recordings));
  }

  private static void requireKnown(TrialList pairs, Set<String> recordings) {
    for (int i = 0; i < pairs.size(); i++) {
      String first = pairs.enrolIds().get(pairs.enrol(i));
      String second = pairs.testIds().get(pairs.test(i));
      if (!recordings.contains(first) || !recordings.contains(second)) {
        throw new GmeException(
            String.format(
                Locale.ROOT,
                "%s has '%s', which is not among the recordings that are clustered",
                pairs.where(i),
                recordings.contains(first) ? second : first),
            "correct the list, or allow missing recordings");
      }
    }
  }

  private List<int[]> lists(Map<String, Integer> row) {
    Map<String, List<Integer>> found = new LinkedHashMap<>();
    together.forEach(
        (id, name) -> {
          if (row.containsKey(id)) {
            found.computeIfAbsent(name, n -> new ArrayList<>()).add(row.get(id));
          }
        });
    return found.values().stream().map(list -> list.stream().mapToInt(i -> i).toArray()).toList();
  }

  private List<int[]> pairs(Map<String, Integer> row) {
    if (apart.isEmpty()) {
      return List.of();
    }
    TrialList all = apart.get();
    List<int[]> found = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      String first = all.enrolIds().get(all.enrol(i));
      String second = all.testIds().get(all.test(i));
      if (row.containsKey(first) && row.containsKey(second)) {
        String speaker = together.get(first);
        if (first.equals(second) || (speaker != null && speaker.equals(together.get(second)))) {
          throw new GmeException(
              String.format(
                  Locale.ROOT,
                  "%s says that '%s' and '%s' are of two speakers, but %s",
                  all.where(i),
                  first,
                  second,
                  first.equals(second)
                      ? "they are one recording"
                      : togetherSource + " that both are of '" + speaker + "'"),
              "correct one of the lists");
        }
        found.add(new int[] {row.get(first), row.get(second)});
      }
    }
    return found;
  }
}
