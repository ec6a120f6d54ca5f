package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.FrameLeaves;
import dev.gme.frontend.gmm.FramePasses;
import dev.gme.frontend.gmm.GmmStatistics;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Frames to train a mixture on, by leaves: all there are, or so many spread evenly over all
 * recordings, the same ones that {@link dev.gme.frontend.corpus.FrameSample} chooses.
 */
final class FrameTable implements FramePasses {
  /** Recordings that are read at a time. */
  private static final int SOME = 64;

  private static final ArtefactKind<FrontendArtefacts.Ubm> UBM = FrontendArtefacts.UBM;

  private final Cluster cluster;
  private final JavaRDD<FrameLeaf> leaves;
  private final FrameLeaves cut;
  private final int dimension;
  private final long total;
  private final long recordings;

  private FrameTable(
      Cluster cluster,
      JavaRDD<FrameLeaf> leaves,
      FrameLeaves cut,
      int dimension,
      long total,
      long recordings) {
    this.cluster = cluster;
    this.leaves = leaves;
    this.cut = cut;
    this.dimension = dimension;
    this.total = total;
    this.recordings = recordings;
  }

  /**
   * Goes through all recordings twice: to count, then to choose.
   *
   * @param most how many frames at most
   */
  static FrameTable of(Cluster cluster, FrameScript source, long most, int partitions) {
    long[] first = firstFrames(source);
    long total = first[first.length - 1];
    if (total == 0) {
      throw new GmeException(
          source.script().path() + " has no frames to train on", "check the features and the list");
    }
    long n = Math.min(most, total);
    FrameLeaves cut = FrameLeaves.of(n);
    int dimension = source.dimension();
    Broadcast<long[]> offsets = cluster.context().broadcast(first);
    int limit = cut.limit();
    JavaRDD<FrameLeaf> leaves =
        source
            .script()
            .lines()
            .mapPartitions(
                part ->
                    new InBatches<KaldiScript.Line, Tuple2<Place, float[]>>(
                        part,
                        SOME,
                        some -> pieces(source, some, offsets.value(), n, limit).iterator()))
            .mapToPair(piece -> piece)
            .repartitionAndSortWithinPartitions(
                new ByLeaf(Math.min(partitions, cut.size()), cut.size()), Place.ORDER)
            .mapPartitions(part -> new Runs<>(part, Place::leaf, own -> leaf(own, dimension)), true)
            .persist(StorageLevel.MEMORY_AND_DISK());
    return new FrameTable(cluster, leaves, cut, dimension, total, source.script().size());
  }

  /** The number of the first frame of each recording among all, and of all in the end. */
  private static long[] firstFrames(FrameScript source) {
    List<Tuple2<Long, Integer>> counts =
        source
            .script()
            .lines()
            .mapPartitions(
                part ->
                    new InBatches<KaldiScript.Line, Tuple2<Long, Integer>>(
                        part,
                        SOME,
                        some -> {
                          List<Tuple2<Long, Integer>> out = new ArrayList<>();
                          source
                              .script()
                              .read(
                                  some,
                                  (line, array) ->
                                      out.add(
                                          new Tuple2<>(
                                              line.index(), source.frames(line, array).rows())));
                          return out.iterator();
                        }))
            .collect();
    long[] first = new long[counts.size() + 1];
    counts.forEach(c -> first[c._1().intValue() + 1] = c._2());
    Arrays.parallelPrefix(first, Long::sum);
    return first;
  }

  /** The chosen frames of recordings, cut where leaves end. */
  private static List<Tuple2<Place, float[]>> pieces(
      FrameScript source, List<KaldiScript.Line> some, long[] first, long n, int limit) {
    long total = first[first.length - 1];
    int dim = source.dimension();
    List<Tuple2<Place, float[]>> out = new ArrayList<>();
    source
        .script()
        .read(
            some,
            (line, array) -> {
              DoubleMatrix frames = source.frames(line, array);
              double[] x = frames.array();
              long at = first[(int) line.index()];
              float[] piece = new float[frames.rows() * dim];
              int rows = 0;
              long start = 0;
              for (int t = 0; t < frames.rows(); t++) {
                // Frame k of the total is chosen where k·n/total reaches a new whole number.
                long k = at + t;
                long rank = k * n / total;
                if (k > 0 && (k - 1) * n / total == rank) {
                  continue;
                }
                if (rows > 0 && rank % limit == 0) {
                  out.add(piece(start, limit, piece, rows * dim));
                  rows = 0;
                }
                start = rows == 0 ? rank : start;
                for (int j = 0; j < dim; j++) {
                  piece[rows * dim + j] = (float) x[t * dim + j];
                }
                rows++;
              }
              if (rows > 0) {
                out.add(piece(start, limit, piece, rows * dim));
              }
            });
    return out;
  }

  private static Tuple2<Place, float[]> piece(long start, int limit, float[] piece, int length) {
    return new Tuple2<>(new Place((int) (start / limit), start), Arrays.copyOf(piece, length));
  }

  @Override
  public long frames() {
    return cut.frames();
  }

  /** How many frames there are to choose from. */
  long total() {
    return total;
  }

  long recordings() {
    return recordings;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public double[] first() {
    return leaves
        .filter(leaf -> leaf.number() == 0)
        .map(leaf -> leaf.matrix().doubles(0, 1).row(0))
        .first();
  }

  @Override
  public GmmStatistics statistics(DiagonalGmm mixture) {
    Broadcast<byte[]> shared =
        cluster.context().broadcast(ArtefactBytes.of(UBM, FrontendArtefacts.Ubm.of(mixture)));
    GmmStatistics sum =
        new LeafSum<FrameLeaf, GmmStatistics>(new OfFrames())
            .of(
                leaves,
                cut.size(),
                () -> {
                  DiagonalGmm model =
                      (DiagonalGmm)
                          ArtefactBytes.read("what the driver sent", UBM, shared.value()).mixture();
                  return leaf -> GmmStatistics.ofLeaf(model, leaf.matrix());
                },
                cluster.machines());
    shared.destroy();
    return sum;
  }

  void forget() {
    leaves.unpersist();
  }

  private static final class OfFrames implements LeafSum.Kind<GmmStatistics> {
    private static final long serialVersionUID = 1L;

    @Override
    public GmmStatistics plus(GmmStatistics left, GmmStatistics right) {
      return left.plus(right);
    }

    @Override
    public Map<String, DoubleMatrix> toMatrices(GmmStatistics sum) {
      return sum.toMatrices();
    }

    @Override
    public GmmStatistics of(Map<String, DoubleMatrix> matrices) {
      return GmmStatistics.of(matrices);
    }
  }

  /** Where frames that follow each other begin. */
  private record Place(int leaf, long start) implements ByLeaf.Key, Serializable {
    static final Comparator<Place> ORDER = new PlaceOrder();
  }

  /** A comparator that travels. */
  private static final class PlaceOrder implements Comparator<Place>, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public int compare(Place a, Place b) {
      return Long.compare(a.start, b.start);
    }
  }

  /** The pieces of a leaf, one after the other. */
  private static FrameLeaf leaf(List<Tuple2<Place, float[]>> pieces, int dimension) {
    int size = 0;
    for (Tuple2<Place, float[]> piece : pieces) {
      size = Math.addExact(size, piece._2().length);
    }
    float[] all = new float[size];
    int at = 0;
    for (Tuple2<Place, float[]> piece : pieces) {
      System.arraycopy(piece._2(), 0, all, at, piece._2().length);
      at += piece._2().length;
    }
    return new FrameLeaf(pieces.get(0)._1().leaf(), dimension, all);
  }
}
