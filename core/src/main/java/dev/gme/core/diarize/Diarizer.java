package dev.gme.core.diarize;

import dev.gme.core.Progress;
import dev.gme.core.cluster.Agglomeration;
import dev.gme.core.cluster.AverageLinkage;
import dev.gme.core.cluster.ClusterPrior;
import dev.gme.core.cluster.SetLimits;
import dev.gme.core.cluster.StartingSets;
import dev.gme.core.cluster.TwoGaussians;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.partition.Partition;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Says who speaks in every window of a recording, without knowing anything of the recording
 * (docs/math.md 9.10): average linkage finds sets, more than there are speakers, and the hidden
 * Markov model of a conversation, or joins of pools, find out how many are needed.
 *
 * <pre>{@code
 * WindowSpeakers found = new Diarizer(DiarizerOptions.DEFAULT).speakers(windows, starts, ends, Progress.NONE);
 * SpeakerTurns turns = SpeakerTurns.ofWindows(starts, ends, found.labels(), names);
 * }</pre>
 */
public final class Diarizer {
  /**
   * Average linkage takes 12 bytes and more for every two items, so that consecutive windows of
   * long recordings are pooled until there are no more items than this.
   */
  static final int MOST_ITEMS = 4000;

  /** The model drops speakers but makes none, so that it starts with more than there may be. */
  private static final int FEWEST_SETS = 10;

  /** Fewer sets for a few windows: of sets of one window the model would keep every one. */
  private static final int WINDOWS_A_SET = 4;

  /**
   * Where the two Gaussians of the cosines are so many standard deviations apart, the sets at their
   * crossing may well be the speakers: then the model starts from these, too.
   */
  private static final double CLEAR = 3.5;

  /** More speakers than a conversation has; what each adds to the work is its price. */
  private static final int MOST_SETS = 100;

  /** Cosines that differ by rounding are the same. */
  private static final double SAME_COSINE = 1e-9;

  private final DiarizerOptions options;

  public Diarizer(DiarizerOptions options) {
    this.options = options;
  }

  /**
   * Where the model starts.
   *
   * @param sets more than there are speakers
   * @param crossing the sets where two Gaussians cross, if they are fewer and may be the speakers
   */
  private record Start(Partition sets, Optional<Partition> crossing) {}

  /** The speakers of windows, none of whom is known. */
  public WindowSpeakers speakers(
      MetaEmbeddings windows, double[] starts, double[] ends, Progress progress) {
    return speakers(windows, starts, ends, windows.pool(new int[0][]), progress);
  }

  /**
   * The speakers of windows; labels below the number of the enrolled are theirs.
   *
   * @param windows of one recording, in order of time
   * @param starts of the windows in seconds
   * @param ends of the windows
   * @param enrolled a pool for each known speaker
   */
  public WindowSpeakers speakers(
      MetaEmbeddings windows,
      double[] starts,
      double[] ends,
      MetaEmbeddings enrolled,
      Progress progress) {
    if (windows.size() == 0 || starts.length != windows.size()) {
      throw new IllegalArgumentException(
          "windows and times are needed, found " + windows.size() + " and " + starts.length);
    }
    WindowTiming timing = WindowTiming.of(starts, ends);
    double scale = options.scale() * timing.share();
    MetaEmbeddings scaled = StartingSets.scaled(windows, scale);
    Start begin = start(windows, scaled, progress);
    Partition start = begin.sets();
    int[] labels =
        switch (options.method()) {
          case AVERAGE -> start.labels();
          case POOL -> joined(scaled, start, limits(), progress).labels();
          case VBHMM -> start.labels();
        };
    labels = named(scaled, labels, enrolled);
    if (options.method() != DiarizerOptions.Method.VBHMM) {
      return WindowSpeakers.hard(labels, start.sets(), enrolled.size());
    }
    VbHmmOptions hmm =
        VbHmmOptions.VBX
            .withFa(scale)
            .withFb(options.fb())
            .withLoop(Math.exp(-timing.step() / options.dwell()));
    VbHmm model = new VbHmm(windows, enrolled, hmm);
    VbHmmState state = fit(model, labels, enrolled.size(), progress);
    if (begin.crossing().isPresent()) {
      int[] fewer = named(scaled, begin.crossing().get().labels(), enrolled);
      VbHmmState other = fit(model, fewer, enrolled.size(), progress);
      state = other.bound() > state.bound() ? other : state;
    }
    WindowSpeakers found = WindowSpeakers.of(state, start.sets(), enrolled.size());
    if (inLimits(found.speakers())) {
      return found;
    }
    // Joins make their number right; the model may move windows after that, but lose no speaker.
    Partition many = found.speakers() > options.max() ? Partition.of(found.labels()) : start;
    int[] right = named(scaled, joined(scaled, many, limits(), progress).labels(), enrolled);
    WindowSpeakers again =
        WindowSpeakers.of(
            fit(model, right, enrolled.size(), progress), start.sets(), enrolled.size());
    return inLimits(again.speakers())
        ? again
        : WindowSpeakers.hard(right, start.sets(), enrolled.size());
  }

  private SetLimits limits() {
    return new SetLimits(options.min(), options.max());
  }

  private boolean inLimits(int speakers) {
    return speakers >= options.min() && speakers <= options.max();
  }

  private static VbHmmState fit(VbHmm model, int[] labels, int enrolled, Progress progress) {
    int states = Math.max(enrolled, Arrays.stream(labels).max().orElse(0) + 1);
    return model.fit(VbHmmState.start(labels, states), progress);
  }

  /**
   * Sets of average linkage by the cosines of what the windows say of their speakers, E[z |
   * window].
   */
  private Start start(MetaEmbeddings windows, MetaEmbeddings scaled, Progress progress) {
    int n = windows.size();
    int together = (n + MOST_ITEMS - 1) / MOST_ITEMS;
    DoubleMatrix cosines = cosines(together == 1 ? windows : blocks(scaled, together));
    AverageLinkage tree = AverageLinkage.of(cosines, progress);
    boolean isFinal = options.method() == DiarizerOptions.Method.AVERAGE;
    int enough = Math.min(FEWEST_SETS, (n + WINDOWS_A_SET - 1) / WINDOWS_A_SET);
    int least = isFinal ? options.min() : Math.max(enough, options.min());
    int most = isFinal ? options.max() : Math.max(MOST_SETS, options.min());
    Optional<TwoGaussians> modes =
        differ(cosines) ? Optional.of(TwoGaussians.ofPairs(cosines)) : Optional.empty();
    Partition sets = modes.map(m -> tree.atThreshold(m.threshold())).orElse(tree.withSets(1));
    boolean isClear =
        modes.isPresent() && modes.get().distance() >= CLEAR && sets.sets() >= options.min();
    Optional<Partition> crossing = Optional.empty();
    if (sets.sets() < least || sets.sets() > most) {
      crossing =
          isClear && sets.sets() < least
              ? Optional.of(ofWindows(sets, n, together))
              : Optional.empty();
      sets = tree.withSets(sets.sets() < least ? least : most);
    }
    return new Start(ofWindows(sets, n, together), crossing);
  }

  /** A partition of the n windows from one of blocks of them. */
  private static Partition ofWindows(Partition blocks, int n, int together) {
    int[] labels = new int[n];
    Arrays.setAll(labels, t -> blocks.label(t / together));
    return Partition.of(labels);
  }

  /** Whether there are two pairs with different scores, so that two Gaussians can be fitted. */
  private static boolean differ(DoubleMatrix scores) {
    int n = scores.rows();
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        if (Math.abs(scores.get(i, j) - scores.get(0, 1)) > SAME_COSINE) {
          return true;
        }
      }
    }
    return false;
  }

  private static DoubleMatrix cosines(MetaEmbeddings items) {
    int d = items.dimension();
    double[] lambda = items.lambda();
    double[] b = items.b();
    double[] z = items.a().array().clone();
    for (int i = 0; i < items.size(); i++) {
      double squares = 0;
      for (int k = 0; k < d; k++) {
        z[i * d + k] /= 1 + b[i] * lambda[k];
        squares += z[i * d + k] * z[i * d + k];
      }
      // A window that says nothing is like no other.
      double length = squares > 0 ? Math.sqrt(squares) : 1;
      for (int k = 0; k < d; k++) {
        z[i * d + k] /= length;
      }
    }
    return DoubleMatrix.wrap(items.size(), d, z).outerGram();
  }

  private static MetaEmbeddings blocks(MetaEmbeddings windows, int together) {
    int n = windows.size();
    int[][] groups = new int[(n + together - 1) / together][];
    for (int g = 0; g < groups.length; g++) {
      int from = g * together;
      groups[g] = new int[Math.min(together, n - from)];
      Arrays.setAll(groups[g], i -> from + i);
    }
    return windows.pool(groups);
  }

  private static Partition joined(
      MetaEmbeddings scaled, Partition start, SetLimits limits, Progress progress) {
    return Agglomeration.run(StartingSets.of(scaled, start), ClusterPrior.flat(), limits, progress)
        .best();
  }

  /** Gives a set to the enrolled speaker whom it fits best, if it fits any. */
  private static int[] named(MetaEmbeddings scaled, int[] labels, MetaEmbeddings enrolled) {
    if (enrolled.size() == 0) {
      return labels;
    }
    int sets = Arrays.stream(labels).max().orElse(-1) + 1;
    int[][] members = new int[sets][];
    for (int s = 0; s < sets; s++) {
      int set = s;
      members[s] = IntStream.range(0, labels.length).filter(t -> labels[t] == set).toArray();
    }
    DoubleMatrix llr = scaled.pool(members).llr(enrolled);
    int[] to = new int[sets];
    int free = enrolled.size();
    for (int s = 0; s < sets; s++) {
      int best = -1;
      for (int e = 0; e < enrolled.size(); e++) {
        if (llr.get(s, e) > (best < 0 ? 0 : llr.get(s, best))) {
          best = e;
        }
      }
      to[s] = best >= 0 ? best : free++;
    }
    return Arrays.stream(labels).map(s -> to[s]).toArray();
  }
}
