package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.ScoreTransform;
import dev.gme.core.score.norm.CohortStatistics;
import dev.gme.core.score.norm.ScoreNormalization;
import dev.gme.core.score.norm.ScoreNormalizer;
import dev.gme.core.score.norm.ScoredSide;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Normalization of scores by a cohort, which is a folder of meta-embeddings that a task holds in
 * memory. Mean and deviation of each recording's scores against it are measured block by block and
 * left as files; then the scores of each cell are normalized as they are made. Statistics depend on
 * the block and the cohort alone, so normalized scores have the same bits as in one process.
 *
 * <pre>{@code
 * norm.measure(cluster, rows, cols, parts);
 * ScoreTransform ofCell = norm.open(parts, isOneFolder).of(rowBlock, colBlock);   // in a task
 * }</pre>
 */
final class CohortNorm implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final String ENROL = "enrolment";
  private static final String TEST = "test recording";

  private final ScoreNormalization.Method method;
  private final int topN;
  private final EmbeddingFolder folder;
  private final double tolerance;

  private CohortNorm(ScoreNormalization variant, EmbeddingFolder folder, double tolerance) {
    method = variant.method();
    topN = variant.topN();
    this.folder = folder;
    this.tolerance = tolerance;
  }

  /** What was asked for, with options of the names that 'gme score' has. */
  record Wanted(ScoreNormalization variant, String cohort) {
    static Optional<Wanted> of(JobArguments arguments) {
      Optional<String> word = arguments.optional("norm");
      Optional<String> cohort = arguments.optional("cohort");
      Optional<String> top = arguments.optional("cohort-top");
      if (word.isPresent() != cohort.isPresent() || (top.isPresent() && word.isEmpty())) {
        throw new GmeException("--norm and --cohort need each other", "give both, or none");
      }
      OptionalInt n =
          top.isEmpty()
              ? OptionalInt.empty()
              : OptionalInt.of(arguments.whole("cohort-top", 2, 2, Integer.MAX_VALUE));
      return word.map(w -> new Wanted(ScoreNormalization.named(w, n), cohort.orElseThrow()));
    }

    /** Whether a score is the same both ways, as those of the model are. */
    boolean isSymmetric() {
      return variant.method() == ScoreNormalization.Method.S;
    }

    CohortNorm open(Files files, EmbeddingFolder rows, double tolerance) {
      EmbeddingFolder folder = EmbeddingFolder.open(files, cohort);
      rows.requireSameModel(folder);
      long numbers = (long) folder.layout().recordings() * folder.lambda().length;
      if (numbers > Integer.MAX_VALUE - 8) {
        throw new GmeException(
            "the cohort " + cohort + " has " + folder.layout().recordings() + " recordings",
            "take some thousands of them: a task holds all in memory");
      }
      return new CohortNorm(variant, folder, tolerance);
    }
  }

  private ScoreNormalization variant() {
    return new ScoreNormalization(method, topN);
  }

  /** For the plan of a run. */
  String describe() {
    return variant() + " by " + folder.digest();
  }

  @Override
  public String toString() {
    return variant().toString();
  }

  /** The recordings of a cohort, all in memory. */
  private static final class Cohort {
    private final CohortNorm norm;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final ScoredSide<MetaEmbeddings> side;

    Cohort(CohortNorm norm) {
      this.norm = norm;
      EmbeddingFolder from = norm.folder;
      double[] lambda = from.lambda();
      int n = from.layout().recordings();
      double[] a = new double[n * lambda.length];
      double[] b = new double[n];
      List<String> ids = new ArrayList<>(n);
      for (int k = 0; k < from.layout().blocks(); k++) {
        IdentifiedEmbeddings block = from.read(k);
        double[] blockB = block.embeddings().b();
        System.arraycopy(blockB, 0, b, ids.size(), blockB.length);
        double[] blockA = block.embeddings().a().array();
        System.arraycopy(blockA, 0, a, ids.size() * lambda.length, blockA.length);
        ids.addAll(block.ids());
      }
      MetaEmbeddings all = MetaEmbeddings.of(DoubleMatrix.wrap(n, lambda.length, a), b, lambda);
      int[] own = new int[n];
      for (int i = 0; i < n; i++) {
        own[i] = i;
        numbers.put(ids.get(i), i);
      }
      side = ScoredSide.of(all, own).named(i -> "'" + ids.get(i) + "'");
    }

    /** The ids that are in the cohort, too. */
    Set<String> shared(Collection<String> ids) {
      Set<String> out = new HashSet<>(ids);
      out.retainAll(numbers.keySet());
      return out;
    }

    private ScoredSide<MetaEmbeddings> side(IdentifiedEmbeddings of) {
      int[] own = new int[of.ids().size()];
      for (int i = 0; i < own.length; i++) {
        own[i] = numbers.getOrDefault(of.ids().get(i), numbers.size() + i);
      }
      return ScoredSide.of(of.embeddings(), own).named(i -> "'" + of.ids().get(i) + "'");
    }

    CohortStatistics statistics(String which, IdentifiedEmbeddings of) {
      ScoreKind<MetaEmbeddings> kind = ScoreKind.llr(norm.tolerance);
      return which.equals(ENROL)
          ? norm.variant().ofEnrolments(kind, side(of), side, Progress.NONE)
          : norm.variant().ofTests(kind, side(of), side, side, Progress.NONE);
    }
  }

  /** Which statistics this way needs; of one folder those of both sides may be the same. */
  private List<String> sides(boolean isOneFolder) {
    return switch (method) {
      case Z -> List.of(ENROL);
      case T -> List.of(TEST);
      case S -> isOneFolder ? List.of(ENROL) : List.of(ENROL, TEST);
      case ZT -> List.of(ENROL, TEST);
    };
  }

  private static String name(String side, int block) {
    return String.format(
        Locale.ROOT, "%s-statistics-%05d", side.equals(ENROL) ? "enrol" : "test", block);
  }

  /** Statistics of a block that are to be measured. */
  private record Missing(String side, EmbeddingFolder folder, int block) implements Serializable {}

  /** Measures the statistics of all recordings that an earlier run has not measured. */
  void measure(Cluster cluster, EmbeddingFolder rows, EmbeddingFolder cols, PartFiles parts) {
    boolean isOneFolder = rows.name().equals(cols.name());
    List<Missing> missing = new ArrayList<>();
    for (String side : sides(isOneFolder)) {
      EmbeddingFolder of = side.equals(ENROL) ? rows : cols;
      for (int b = 0; b < of.layout().blocks(); b++) {
        if (!parts.has(name(side, b))) {
          missing.add(new Missing(side, of, b));
        }
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    CohortNorm norm = this;
    // A task reads the cohort once.
    int tasks = Math.min(missing.size(), 4 * cluster.cores());
    List<Integer> shared =
        cluster
            .context()
            .parallelize(missing, tasks)
            .mapPartitions(
                part -> {
                  Cohort cohort = new Cohort(norm);
                  int both = 0;
                  while (part.hasNext()) {
                    Missing m = part.next();
                    IdentifiedEmbeddings of = m.folder().read(m.block());
                    both += cohort.shared(of.ids()).size();
                    parts.write(name(m.side(), m.block()), bytes(cohort.statistics(m.side(), of)));
                  }
                  return List.of(both).iterator();
                })
            .collect();
    int both = shared.stream().mapToInt(s -> s).sum();
    if (both > 0) {
      cluster.say(
          String.format(
              Locale.ROOT,
              "gme: warning: the cohort has %d of the recordings of the two sides, which are left"
                  + " out of their own statistics.",
              both));
    }
  }

  /** Normalizes the scores of a few recordings, which are measured here and now. */
  ScoreNormalizer fit(IdentifiedEmbeddings rows, IdentifiedEmbeddings cols) {
    Cohort cohort = new Cohort(this);
    List<String> sides = sides(false);
    return ScoreNormalizer.of(
        variant(),
        sides.contains(ENROL) ? cohort.statistics(ENROL, rows) : null,
        sides.contains(TEST) ? cohort.statistics(TEST, cols) : null);
  }

  private static byte[] bytes(CohortStatistics statistics) {
    double[] mean = statistics.means();
    double[] deviation = statistics.deviations();
    ByteBuffer out = ByteBuffer.allocate(2 * Double.BYTES * mean.length);
    out.asDoubleBuffer().put(mean).put(deviation);
    return out.array();
  }

  private static CohortStatistics statistics(byte[] bytes) {
    int n = bytes.length / (2 * Double.BYTES);
    double[] mean = new double[n];
    double[] deviation = new double[n];
    ByteBuffer.wrap(bytes).asDoubleBuffer().get(mean).get(deviation);
    return CohortStatistics.of(mean, deviation);
  }

  /**
   * The normalization of cells for one task.
   *
   * @param isOneFolder whether both sides are the same recordings
   */
  OfCells open(PartFiles parts, boolean isOneFolder) {
    return new OfCells(parts, isOneFolder);
  }

  /** Reads the statistics of each block once. */
  final class OfCells {
    private final PartFiles parts;
    private final List<String> sides;
    private final Map<String, CohortStatistics> read = new HashMap<>();

    private OfCells(PartFiles parts, boolean isOneFolder) {
      this.parts = parts;
      sides = sides(isOneFolder);
    }

    ScoreTransform of(LoadedBlock rows, LoadedBlock cols) {
      CohortStatistics ofTests =
          sides.contains(TEST)
              ? of(TEST, cols)
              : method == ScoreNormalization.Method.S ? of(ENROL, cols) : null;
      return ScoreNormalizer.of(variant(), sides.contains(ENROL) ? of(ENROL, rows) : null, ofTests)
          .numberedFrom(rows.recordings().first(), cols.recordings().first());
    }

    private CohortStatistics of(String side, LoadedBlock block) {
      return read.computeIfAbsent(name(side, block.number()), file -> statistics(parts.read(file)));
    }
  }
}
