package dev.gme.lab.cluster;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.cluster.Agglomeration;
import dev.gme.core.cluster.AverageLinkage;
import dev.gme.core.cluster.ClusterPrior;
import dev.gme.core.cluster.MergePath;
import dev.gme.core.cluster.OnlineClustering;
import dev.gme.core.cluster.Reassignment;
import dev.gme.core.cluster.SetLimits;
import dev.gme.core.cluster.SparseClustering;
import dev.gme.core.cluster.StartingSets;
import dev.gme.core.cluster.TwoGaussians;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.partition.Partition;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Clusters recordings by their meta-embeddings.
 *
 * <pre>{@code
 * Clusters found = RecordingClusters.of(embeddings, ClusterOptions.DEFAULT, Progress.NONE);
 * TargetFile.writeLines(path, found.lines());
 * }</pre>
 */
public final class RecordingClusters {
  /** Sweeps over a large set that move single recordings, at most. */
  private static final int SWEEPS = 20;

  private static final double GIB = 1L << 30;

  private final ClusterItems items;
  private final ClusterOptions options;
  private final ClusterPrior prior;
  private final SetLimits limits;
  private final Progress progress;

  private RecordingClusters(ClusterItems items, ClusterOptions options, Progress progress) {
    this.items = items;
    this.options = options;
    this.progress = progress;
    prior = options.prior(items.size());
    limits = options.limits();
  }

  /** Clusters without keeping anything for a later run. */
  public static Clusters of(
      IdentifiedEmbeddings recordings, ClusterOptions options, Progress progress) {
    try {
      return of(recordings, ClusterLinks.NONE, options, Optional.empty(), progress);
    } catch (IOException e) {
      throw new IllegalStateException("no file was to be written", e);
    }
  }

  /**
   * Clusters recordings.
   *
   * @param links what is known of them; only clustering by pools can use it
   * @param checkpoint where the rounds of a large set are kept, for going on after an interrupt; it
   *     is removed when all is done
   */
  public static Clusters of(
      IdentifiedEmbeddings recordings,
      ClusterLinks links,
      ClusterOptions options,
      Optional<Path> checkpoint,
      Progress progress)
      throws IOException {
    if (!links.isNone() && options.method() != ClusterMethod.POOL) {
      throw new IllegalArgumentException(
          "links and enrolled speakers are for clustering by pools, found " + options.method());
    }
    if (recordings.ids().isEmpty()) {
      throw new GmeException(
          "there are no recordings to cluster", "give vectors that are not empty");
    }
    requireMemory(
        recordings.ids().size() + links.enrolled(), recordings.embeddings().dimension(), options);
    ClusterItems items = links.items(recordings, options.scale());
    options.speakers().ifPresent(k -> requirePossible(items, k));
    RecordingClusters work = new RecordingClusters(items, options, progress);
    return switch (options.method()) {
      case POOL -> options.isLarge(items.size()) ? work.byRounds(checkpoint) : work.byTheBook();
      case AVERAGE -> work.byLinkage();
      case ONLINE -> work.oneByOne();
    };
  }

  private static void requirePossible(ClusterItems items, int speakers) {
    int known = items.enrolled().size();
    int most = items.start().sets();
    if (speakers > most) {
      throw new GmeException(
          "expected at most as many speakers as "
              + (most == items.ids().size()
                  ? "the " + most + " recordings"
                  : "the " + most + " sets to start from")
              + ", found "
              + speakers,
          "give a smaller number of speakers");
    }
    if (speakers < known) {
      throw new GmeException(
          "expected at least as many speakers as the " + known + " enrolled, found " + speakers,
          "count the enrolled speakers too, whether they are heard or not");
    }
  }

  /** Refuses more sets than were asked for, which pairs that must stay apart can lead to. */
  private Partition limited(Partition all) {
    if (all.sets() > limits.max()) {
      throw new GmeException(
          "joins that keep apart what must be apart end with "
              + all.sets()
              + " speakers, expected "
              + limits.max(),
          "give a larger number of speakers, or fewer pairs that must be apart");
    }
    return all;
  }

  /** The bytes that clustering these takes, the embeddings included. */
  public static long memory(IdentifiedEmbeddings recordings, ClusterOptions options) {
    return memory(recordings.ids().size(), recordings.embeddings().dimension(), options);
  }

  /** The bytes that clustering n recordings of d dimensions takes, the embeddings included. */
  public static long memory(int n, int d, ClusterOptions options) {
    long embeddings = 2L * 8 * n * (d + 1L);
    long pools = 8L * n * (d + 8L);
    return embeddings
        + switch (options.method()) {
          case POOL ->
              options.isLarge(n)
                  ? SparseClustering.memory(n, d, options.neighbours()) + pools
                  : Agglomeration.memory(n, d) + pools;
          // Scores as floats and as doubles, and the triangle of means.
          case AVERAGE -> (4L + 8L + 4L) * n * n;
          case ONLINE -> pools;
        };
  }

  private static void requireMemory(int n, int d, ClusterOptions options) {
    long most = Runtime.getRuntime().maxMemory();
    long need = memory(n, d, options);
    if (need > most) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "clustering %,d recordings of %d dimensions takes %.1f GiB of memory, this program may"
                  + " use %.1f GiB",
              n,
              d,
              need / GIB,
              most / GIB),
          String.format(
              Locale.ROOT,
              "allow more, for example with GME_JAVA_OPTS=-Xmx%dg%s",
              (long) Math.ceil(1.2 * need / GIB),
              options.method() == ClusterMethod.AVERAGE ? ", or cluster by pools" : ""));
    }
  }

  private Clusters byTheBook() {
    StartingSets start = items.start();
    MergePath path = Agglomeration.run(start, prior, limits, progress);
    int joins = path.bestJoins();
    Reassignment moved =
        Reassignment.run(start, prior, limited(path.items(joins)), limits, 1000, progress);
    return new Clusters(
        items,
        moved.partition(),
        options,
        prior,
        Optional.of(path),
        path.objective()[joins] + moved.gain(),
        "joined by the book, " + moved(moved));
  }

  private static String moved(Reassignment moved) {
    return moved.moved() == 0
        ? "and no recording moved after that"
        : moved.moved()
            + (moved.moved() == 1 ? " recording" : " times a recording")
            + " moved after that";
  }

  private Clusters byRounds(Optional<Path> checkpoint) throws IOException {
    StartingSets start = items.start();
    Optional<RoundFile> file = Optional.empty();
    if (checkpoint.isPresent()) {
      file = Optional.of(new RoundFile(checkpoint.get(), items, prior, options));
    }
    Optional<SparseClustering> soFar = Optional.empty();
    if (file.isPresent()) {
      soFar = file.get().read();
    }
    Optional<RoundFile> target = file;
    SparseClustering found =
        SparseClustering.run(
            start,
            prior,
            limits,
            options.neighbours(),
            soFar,
            progress,
            round -> target.ifPresent(f -> f.write(round)));
    limited(found.partition());
    Reassignment moved = found.reassigned(start, prior, limits, SWEEPS, progress);
    StringBuilder words = new StringBuilder("joined in rounds over lists of nearest sets (");
    int[] sets = found.setsAfterRound();
    for (int r = 0; r < sets.length; r++) {
      words.append(r == 0 ? "" : " → ").append(String.format(Locale.ROOT, "%,d", sets[r]));
    }
    if (file.isPresent()) {
      file.get().remove();
    }
    return new Clusters(
        items,
        moved.partition(),
        options,
        prior,
        Optional.empty(),
        found.objective() + moved.gain(),
        words.append(" sets), ").append(moved(moved)).toString());
  }

  private Clusters byLinkage() {
    MetaEmbeddings scaled = items.embeddings();
    int n = scaled.size();
    MatrixSink sink = new MatrixSink(n, n);
    ScoreKind.llrOnce(ScoreKind.DEFAULT_TOLERANCE).scorer(scaled, scaled).all(sink, progress);
    DoubleMatrix scores = sink.matrix().toDoubles();
    String words;
    Partition found;
    AverageLinkage tree = AverageLinkage.of(scores, progress);
    if (options.speakers().isPresent()) {
      found = tree.withSets(options.speakers().getAsInt());
      words = "average linkage down to the given number";
    } else {
      double t = options.threshold().orElseGet(() -> withoutLabels(scores));
      found = tree.atThreshold(t);
      words =
          String.format(
              Locale.ROOT,
              "average linkage down to a log-likelihood ratio of %.3f, %s",
              t,
              options.threshold().isPresent() ? "as given" : "where two Gaussians cross, or 0");
      if (found.sets() == 1 && n > 2) {
        words += "; that leaves one set, so give a threshold or the number of speakers";
      }
    }
    return new Clusters(items, found, options, prior, Optional.empty(), Double.NaN, words);
  }

  /**
   * Where two Gaussians cross that were fitted to all scores, but not below 0: where the scores
   * have one mode only the crossing is far below, and ratios below 0 speak against one speaker.
   */
  private static double withoutLabels(DoubleMatrix scores) {
    int n = scores.rows();
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        if (scores.get(i, j) != scores.get(0, 1)) {
          return Math.max(0, TwoGaussians.ofPairs(scores).threshold());
        }
      }
    }
    return 0;
  }

  private Clusters oneByOne() {
    OnlineClustering found = OnlineClustering.run(items.embeddings(), prior, 0, progress);
    return new Clusters(
        items,
        found.partition(),
        options,
        prior,
        Optional.empty(),
        Double.NaN,
        "one recording after the other");
  }
}
