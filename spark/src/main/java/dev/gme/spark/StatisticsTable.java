package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.parallel.Workers;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.gmm.Alignment;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.ComponentStatistics;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorStatistics;
import dev.gme.frontend.ivector.IvectorTotals;
import dev.gme.frontend.ivector.IvectorTrainer;
import dev.gme.frontend.ivector.IvectorUpdate;
import dev.gme.frontend.ivector.IvectorUpdate.ComponentUpdate;
import dev.gme.frontend.ivector.RecordingLeaves;
import dev.gme.frontend.ivector.RecordingStatistics;
import dev.gme.frontend.ivector.StatisticsSource;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Statistics of recordings by leaves, and E-steps of an extractor over them: sums of at most 64
 * leaves, added in order component by component, each of which is solved where its sums are
 * (docs/math.md 4.7 and 8.3).
 */
final class StatisticsTable implements IvectorTrainer.EStep {
  /** Recordings that are aligned at a time: full second moments are 59 MB each. */
  private static final int SOME = 16;

  private static final ArtefactKind<FrontendArtefacts.Ubm> UBM = FrontendArtefacts.UBM;

  /** Where what is about all components stands among them. */
  private static final int ALL = -1;

  private final Cluster cluster;
  private final JavaRDD<Row> rows;
  private final RecordingLeaves leaves;
  private final int components;
  private final int frameDimension;
  private final int partitions;
  private final GmmStatistics total;

  private StatisticsTable(
      Cluster cluster,
      JavaRDD<Row> rows,
      RecordingLeaves leaves,
      GaussianMixture ubm,
      int partitions,
      GmmStatistics total) {
    this.cluster = cluster;
    this.rows = rows;
    this.leaves = leaves;
    this.components = ubm.components();
    this.frameDimension = ubm.dimension();
    this.partitions = partitions;
    this.total = total;
  }

  /**
   * Statistics of a recording, or the sum over a leaf of frames.
   *
   * @param index of the recording, or of the leaf
   * @param n counts, of a recording
   * @param f sums about 0, of a recording
   * @param sum null for a recording
   */
  @SuppressWarnings("ArrayRecordComponent") // travels, and is never compared
  private record Row(long index, float[] n, float[] f, Matrices sum) implements Serializable {}

  /** Aligns all recordings, once. */
  static StatisticsTable of(
      Cluster cluster,
      FrameScript source,
      GaussianMixture ubm,
      Pruning pruning,
      int dimension,
      int partitions) {
    if (source.dimension() != ubm.dimension()) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "%s: frames of dimension %d for a mixture of dimension %d",
              source.script().path(),
              source.dimension(),
              ubm.dimension()),
          "give the features that the mixture was trained on");
    }
    long recordings = source.script().size();
    RecordingLeaves ofFrames = RecordingLeaves.ofFrames(recordings);
    RecordingLeaves leaves = RecordingLeaves.of(recordings, dimension);
    Broadcast<byte[]> shared =
        cluster.context().broadcast(ArtefactBytes.of(UBM, FrontendArtefacts.Ubm.of(ubm)));
    Settings settings =
        new Settings(pruning.topN(), pruning.minPosterior(), pruning.relativeFirst());
    int limit = leaves.limit();
    int last = leaves.size();
    var machines = cluster.machines();
    JavaRDD<Row> rows =
        source
            .script()
            .lines()
            .mapToPair(line -> new Tuple2<>(line.index(), line))
            .repartitionAndSortWithinPartitions(new ByRun(ofFrames.size(), ofFrames.limit(), false))
            .values()
            .mapPartitionsWithIndex(
                (leaf, part) -> {
                  machines.add(Cluster.describeMachine());
                  GaussianMixture mixture =
                      ArtefactBytes.read("what the driver sent", UBM, shared.value()).mixture();
                  return aligned(source, mixture, settings.pruning(), leaf, part);
                },
                false)
            .mapToPair(
                row ->
                    // Sums of leaves come after all recordings, in a partition of their own.
                    new Tuple2<>(
                        row.sum == null ? row.index : (long) last * limit + row.index, row))
            .repartitionAndSortWithinPartitions(new ByRun(last + 1, limit, true))
            .values()
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    GmmStatistics total = null;
    Iterator<Row> sums = rows.filter(row -> row.sum != null).toLocalIterator();
    while (sums.hasNext()) {
      GmmStatistics s = GmmStatistics.of(sums.next().sum.toMap());
      total = total == null ? s : total.plus(s);
    }
    return new StatisticsTable(cluster, rows, leaves, ubm, partitions, total);
  }

  /** How frames are aligned, on its way to tasks. */
  private record Settings(int top, double minPosterior, boolean relativeFirst)
      implements Serializable {
    Pruning pruning() {
      return new Pruning(top, minPosterior, relativeFirst);
    }
  }

  /** The statistics of the recordings of a leaf, then their sum in order. */
  private static Iterator<Row> aligned(
      FrameScript source,
      GaussianMixture ubm,
      Pruning pruning,
      int leaf,
      Iterator<KaldiScript.Line> part) {
    Alignment alignment = IvectorSystem.alignment(ubm, pruning);
    GmmStatistics[] sum = {null};
    return new InBatches<KaldiScript.Line, Row>(
        part,
        SOME,
        some -> {
          GmmStatistics[] gathered = gathered(source, ubm, alignment, some);
          List<Row> out = new ArrayList<>(some.size() + 1);
          for (int i = 0; i < gathered.length; i++) {
            GmmStatistics s = gathered[i];
            out.add(
                new Row(some.get(i).index(), single(s.counts()), single(s.sums().array()), null));
            sum[0] = sum[0] == null ? s : sum[0].plus(s);
          }
          if (!part.hasNext()) {
            out.add(new Row(leaf, null, null, new Matrices(sum[0].toMatrices())));
          }
          return out.iterator();
        });
  }

  private static GmmStatistics[] gathered(
      FrameScript source, GaussianMixture ubm, Alignment alignment, List<KaldiScript.Line> some) {
    Map<Long, DoubleMatrix> frames = new LinkedHashMap<>();
    source
        .script()
        .read(some, (line, array) -> frames.put(line.index(), source.frames(line, array)));
    GmmStatistics[] out = new GmmStatistics[some.size()];
    Workers.forEach(
        out.length,
        i -> {
          DoubleMatrix x = frames.get(some.get(i).index());
          out[i] = GmmStatistics.gather(ubm, x, alignment.posteriors(x), 2);
        });
    return out;
  }

  private static float[] single(double[] values) {
    float[] out = new float[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) values[i];
    }
    return out;
  }

  /** The sum of the statistics of all frames, of order 2. */
  GmmStatistics total() {
    return total;
  }

  long recordings() {
    return leaves.recordings();
  }

  void forget() {
    rows.unpersist();
  }

  @Override
  public IvectorTrainer.Expectation of(IvectorExtractor model, Progress progress) {
    progress.step("i-vector statistics", 0, recordings());
    Broadcast<Matrices> shared = cluster.context().broadcast(travelling(model));
    RecordingLeaves cut = leaves;
    int count = cut.size();
    long[] ends = IntStream.rangeClosed(0, count).mapToLong(cut::first).toArray();
    int c = components;
    int p = frameDimension;
    JavaPairRDD<Piece, Matrices> sums =
        rows.mapPartitionsWithIndex(
                (leaf, part) -> {
                  if (leaf == count) {
                    return List.<Tuple2<Piece, Matrices>>of().iterator();
                  }
                  int size = Math.toIntExact(ends[leaf + 1] - ends[leaf]);
                  IvectorStatistics s =
                      IvectorStatistics.ofLeaf(
                          extractor(shared.value()), new Streamed(part, size, c, p), Progress.NONE);
                  return IntStream.range(ALL, c)
                      .mapToObj(
                          i ->
                              new Tuple2<>(
                                  new Piece(i, leaf),
                                  i == ALL ? travelling(s.totals()) : travelling(s.component(i))))
                      .iterator();
                },
                true)
            .mapToPair(piece -> piece)
            .repartitionAndSortWithinPartitions(
                new ByComponent(Math.min(c + 1, partitions)), Piece.ORDER);
    // Both jobs on these pieces read what the first one has shuffled.
    IvectorTotals totals =
        sums.filter(piece -> piece._1().component() == ALL).collect().stream()
            .sorted(Comparator.comparing(Tuple2::_1, Piece.ORDER))
            .map(piece -> totals(piece._2()))
            .reduce(IvectorTotals::plus)
            .orElseThrow();
    progress.step("i-vector statistics", recordings(), recordings());
    return new IvectorTrainer.Expectation() {
      @Override
      public IvectorTotals totals() {
        return totals;
      }

      @Override
      public IvectorExtractor maximize(IvectorUpdate update, GmmStatistics frames) {
        return solved(model, shared, sums, update, frames, totals);
      }
    };
  }

  /** The M-step, component by component where the sums of each are. */
  private IvectorExtractor solved(
      IvectorExtractor model,
      Broadcast<Matrices> shared,
      JavaPairRDD<Piece, Matrices> sums,
      IvectorUpdate update,
      GmmStatistics frames,
      IvectorTotals totals) {
    Broadcast<Matrices> all = cluster.context().broadcast(new Matrices(frames.toMatrices()));
    MStep step =
        new MStep(
            update.minDivergence().name(),
            update.minCount(),
            update.varianceFloor(),
            update.maxCondition());
    List<Tuple2<Integer, Matrices>> solved =
        sums.filter(piece -> piece._1().component() != ALL)
            .mapPartitions(
                part -> {
                  IvectorExtractor old = extractor(shared.value());
                  GmmStatistics moments = GmmStatistics.of(all.value().toMap());
                  IvectorUpdate m = step.update();
                  return new Sums(
                      part,
                      s -> {
                        ComponentUpdate next = m.component(old, s, moments);
                        return new Tuple2<>(
                            s.component(),
                            new Matrices(Map.of("T", next.t(), "covariance", next.covariance())));
                      });
                })
            .collect();
    all.destroy();
    ComponentUpdate[] inOrder = new ComponentUpdate[components];
    for (Tuple2<Integer, Matrices> s : solved) {
      Map<String, DoubleMatrix> m = s._2().toMap();
      inOrder[s._1()] = new ComponentUpdate(m.get("T"), m.get("covariance"));
    }
    return update.join(model, List.of(inOrder), totals);
  }

  /** An M-step on its way to tasks. */
  private record MStep(
      String divergence, double minCount, double varianceFloor, double maxCondition)
      implements Serializable {
    IvectorUpdate update() {
      return new IvectorUpdate(
          IvectorUpdate.MinDivergence.valueOf(divergence), minCount, varianceFloor, maxCondition);
    }
  }

  private static Matrices travelling(IvectorExtractor x) {
    return new Matrices(Map.of("means", x.means(), "T", x.t(), "covariances", x.covariances()));
  }

  private static IvectorExtractor extractor(Matrices travelled) {
    Map<String, DoubleMatrix> m = travelled.toMap();
    return IvectorExtractor.ofRows(m.get("means"), m.get("T"), m.get("covariances"));
  }

  private static Matrices travelling(IvectorTotals t) {
    return new Matrices(
        Map.of(
            "phi", row(t.phi()),
            "moment", row(t.moment()),
            "rest", row((double) t.recordings(), t.gain())));
  }

  private static IvectorTotals totals(Matrices travelled) {
    Map<String, DoubleMatrix> m = travelled.toMap();
    double[] rest = m.get("rest").row(0);
    return new IvectorTotals(m.get("phi").row(0), m.get("moment").row(0), (long) rest[0], rest[1]);
  }

  private static Matrices travelling(ComponentStatistics s) {
    return new Matrices(
        Map.of("count", row(s.count()), "cross", s.cross(), "moment", row(s.moment())));
  }

  private static ComponentStatistics component(int number, Matrices travelled) {
    Map<String, DoubleMatrix> m = travelled.toMap();
    return new ComponentStatistics(
        number, m.get("count").get(0, 0), m.get("cross"), m.get("moment").row(0));
  }

  private static DoubleMatrix row(double... values) {
    return DoubleMatrix.wrap(1, values.length, values);
  }

  /** A leaf's sums of one component. */
  private record Piece(int component, int leaf) implements Serializable {
    static final Comparator<Piece> ORDER = new PieceOrder();
  }

  /** A comparator that travels. */
  private static final class PieceOrder implements Comparator<Piece>, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public int compare(Piece a, Piece b) {
      int order = Integer.compare(a.component, b.component);
      return order != 0 ? order : Integer.compare(a.leaf, b.leaf);
    }
  }

  private static final class ByComponent extends Partitioner {
    private static final long serialVersionUID = 1L;

    private final int partitions;

    ByComponent(int partitions) {
      this.partitions = partitions;
    }

    @Override
    public int numPartitions() {
      return partitions;
    }

    @Override
    public int getPartition(Object key) {
      return (((Piece) key).component() + 1) % partitions;
    }
  }

  /** Runs of so many numbers. */
  private static final class ByRun extends Partitioner {
    private static final long serialVersionUID = 1L;

    private final int partitions;
    private final int limit;
    private final boolean isLastOpen;

    /**
     * Runs of numbers.
     *
     * @param isLastOpen whether the last partition takes all that is beyond
     */
    ByRun(int partitions, int limit, boolean isLastOpen) {
      this.partitions = partitions;
      this.limit = limit;
      this.isLastOpen = isLastOpen;
    }

    @Override
    public int numPartitions() {
      return partitions;
    }

    @Override
    public int getPartition(Object key) {
      long run = (Long) key / limit;
      return (int) (isLastOpen ? Math.min(run, partitions - 1L) : run);
    }
  }

  /** The statistics of a leaf, which are read from the first to the last. */
  private static final class Streamed implements StatisticsSource {
    private final Iterator<Row> rows;
    private final int recordings;
    private final int components;
    private final int dimension;

    Streamed(Iterator<Row> rows, int recordings, int components, int dimension) {
      this.rows = rows;
      this.recordings = recordings;
      this.components = components;
      this.dimension = dimension;
    }

    @Override
    public RowSource counts() {
      throw new UnsupportedOperationException("statistics that are read in turn");
    }

    @Override
    public RowSource sums() {
      throw new UnsupportedOperationException("statistics that are read in turn");
    }

    @Override
    public int recordings() {
      return recordings;
    }

    @Override
    public int components() {
      return components;
    }

    @Override
    public int dimension() {
      return dimension;
    }

    @Override
    public RecordingStatistics read(int from, int to) {
      int size = components * dimension;
      double[] n = new double[(to - from) * components];
      double[] f = new double[Math.multiplyExact(to - from, size)];
      for (int i = 0; i < to - from; i++) {
        Row row = rows.next();
        for (int c = 0; c < components; c++) {
          n[i * components + c] = row.n[c];
        }
        for (int k = 0; k < size; k++) {
          f[i * size + k] = row.f[k];
        }
      }
      return new RecordingStatistics(
          DoubleMatrix.wrap(to - from, components, n), DoubleMatrix.wrap(to - from, size, f));
    }
  }

  /** What becomes of the sums of each component, which are those of its leaves in order. */
  private static final class Sums implements Iterator<Tuple2<Integer, Matrices>> {
    private final Iterator<Tuple2<Piece, Matrices>> pieces;
    private final Function<ComponentStatistics, Tuple2<Integer, Matrices>> work;
    private Tuple2<Piece, Matrices> next;

    Sums(
        Iterator<Tuple2<Piece, Matrices>> pieces,
        Function<ComponentStatistics, Tuple2<Integer, Matrices>> work) {
      this.pieces = pieces;
      this.work = work;
      advance();
    }

    private void advance() {
      next = pieces.hasNext() ? pieces.next() : null;
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public Tuple2<Integer, Matrices> next() {
      if (next == null) {
        throw new NoSuchElementException();
      }
      int component = next._1().component();
      ComponentStatistics sum = component(component, next._2());
      advance();
      while (next != null && next._1().component() == component) {
        sum = sum.plus(component(component, next._2()));
        advance();
      }
      return work.apply(sum);
    }
  }
}
