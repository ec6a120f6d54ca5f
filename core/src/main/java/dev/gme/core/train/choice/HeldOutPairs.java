package dev.gme.core.train.choice;

import dev.gme.core.GmeException;
import dev.gme.core.train.data.SpeakerFolds;
import dev.gme.core.train.data.TrainingData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * All pairs of recordings of speakers that are held out together, group by group: what candidates
 * are judged by (docs/math.md 5.7). The groups are those of {@link SpeakerFolds}.
 *
 * <pre>{@code
 * HeldOutPairs pairs = HeldOutPairs.of(data, 5, seed);
 * for (HeldOutPairs.Group group : pairs.groups()) {
 *   Pipeline model = recipe.train(pairs.without(group)).model();
 *   scores.add(model.extract(data.vectors().doubles(group.recordings())).llrOfPairs());
 * }
 * Judgement judgement = new HeldOutJudge(pairs, 0.01).of(scores);
 * }</pre>
 */
public final class HeldOutPairs {
  /** Pairs that are scored at most, as long as each speaker has two recordings. */
  private static final int ENOUGH = 200_000;

  private final TrainingData data;
  private final List<boolean[]> folds;
  private final List<Group> groups;

  /**
   * Recordings whose pairs are scored by one model.
   *
   * @param fold the number of the fold that they are held out with
   * @param recordings rows of the training data, speaker by speaker
   * @param speaker of each of these recordings
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Group(int fold, int[] recordings, int[] speaker) {
    /** How many pairs they make. */
    public int pairs() {
      return recordings.length * (recordings.length - 1) / 2;
    }
  }

  private HeldOutPairs(TrainingData data, List<boolean[]> folds, List<Group> groups) {
    this.data = data;
    this.folds = folds;
    this.groups = List.copyOf(groups);
  }

  /**
   * The pairs of the groups of all folds.
   *
   * @param divided how many folds the speakers are divided into
   */
  public static HeldOutPairs of(TrainingData data, int divided, long seed) {
    List<boolean[]> folds = SpeakerFolds.of(data.speakers(), divided, seed);
    List<int[][]> held = new ArrayList<>();
    int[][] recordings = recordings(data);
    for (boolean[] fold : folds) {
      held.add(
          IntStream.range(0, fold.length)
              .filter(s -> fold[s])
              .mapToObj(s -> recordings[s])
              .toArray(int[][]::new));
    }
    int each = 2;
    int most = Arrays.stream(recordings).mapToInt(of -> of.length).max().orElse(0);
    while (each < most && pairs(held, each + 1) <= ENOUGH) {
      each++;
    }
    List<Group> groups = new ArrayList<>();
    for (int f = 0; f < held.size(); f++) {
      int[][] speakers = held.get(f);
      // One fold alone is halved, so that each half is calibrated by the other.
      int parts = held.size() == 1 ? 2 : 1;
      for (int part = 0; part < parts; part++) {
        groups.add(
            group(
                data,
                f,
                Arrays.copyOfRange(
                    speakers, part * speakers.length / parts, (part + 1) * speakers.length / parts),
                each));
      }
    }
    return new HeldOutPairs(data, folds, groups);
  }

  private static int[][] recordings(TrainingData data) {
    List<List<Integer>> of = new ArrayList<>();
    for (int s = 0; s < data.speakers(); s++) {
      of.add(new ArrayList<>());
    }
    for (int j = 0; j < data.size(); j++) {
      if (data.speaker(j) >= 0) {
        of.get(data.speaker(j)).add(j);
      }
    }
    return of.stream().map(rows -> rows.stream().mapToInt(j -> j).toArray()).toArray(int[][]::new);
  }

  private static long pairs(List<int[][]> held, int each) {
    long sum = 0;
    for (int[][] speakers : held) {
      long n = Arrays.stream(speakers).mapToLong(of -> Math.min(each, of.length)).sum();
      sum += n * (n - 1) / 2;
    }
    return sum;
  }

  private static Group group(TrainingData data, int fold, int[][] speakers, int each) {
    int[] rows =
        Arrays.stream(speakers).flatMapToInt(of -> Arrays.stream(spread(of, each))).toArray();
    return new Group(fold, rows, Arrays.stream(rows).map(data::speaker).toArray());
  }

  /** So many of the recordings, from all over their order: neighbours may be of one call. */
  private static int[] spread(int[] of, int each) {
    if (of.length <= each) {
      return of;
    }
    return IntStream.range(0, each).map(i -> of[(int) ((long) i * of.length / each)]).toArray();
  }

  public List<Group> groups() {
    return groups;
  }

  /** How many folds there are; a group is of one of them. */
  public int folds() {
    return folds.size();
  }

  /** Which speakers a fold holds out. */
  public boolean[] heldOut(int fold) {
    return folds.get(fold).clone();
  }

  /** The training data without the speakers of a fold. */
  public TrainingData without(int fold) {
    boolean[] held = folds.get(fold);
    return data.only(j -> data.speaker(j) >= 0 && !held[data.speaker(j)]);
  }

  int speakers() {
    return data.speakers();
  }

  /** The groups that have no speaker in common with this one: those that may calibrate it. */
  List<Integer> apart(int group) {
    boolean[] in = new boolean[data.speakers()];
    for (int s : groups.get(group).speaker()) {
      in[s] = true;
    }
    return IntStream.range(0, groups.size())
        .filter(g -> Arrays.stream(groups.get(g).speaker()).noneMatch(s -> in[s]))
        .boxed()
        .toList();
  }

  /**
   * Refuses to judge costs at a prior by fewer pairs of speakers than one non-target in 1/π needs,
   * or without pairs of one speaker.
   */
  public void requireEnough(double prior) {
    long targets = 0;
    long speakerPairs = 0;
    for (Group group : groups) {
      int[] counts = new int[data.speakers()];
      Arrays.stream(group.speaker()).forEach(s -> counts[s]++);
      long n = Arrays.stream(counts).filter(c -> c > 0).count();
      speakerPairs += n * (n - 1) / 2;
      targets += Arrays.stream(counts).mapToLong(c -> c * (c - 1L) / 2).sum();
    }
    if (targets == 0 || speakerPairs < 1 / prior) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "held-out speakers make %d pairs of speakers and %d pairs of recordings of one"
                  + " speaker, where costs at a prior of %s need at least %.0f of the one and some"
                  + " of the other",
              speakerPairs,
              targets,
              prior,
              1 / prior),
          "give recordings of more speakers, several of each, or a larger prior");
    }
  }
}
