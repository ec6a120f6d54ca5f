package dev.gme.spark;

import dev.gme.core.NameOrder;
import dev.gme.core.train.adapt.DomainStatistics;
import dev.gme.core.train.data.SpeakerLeaves;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Training vectors by leaves, see {@link SpeakerLeaves}: which leaf a recording is in depends on
 * the data alone, how leaves are shared out to partitions does not matter.
 */
final class LeafTable {
  private final JavaRDD<Leaf> leaves;
  private final int leafCount;
  private final int speakers;
  private final long recordings;
  private final int dimension;

  private LeafTable(
      JavaRDD<Leaf> leaves, int leafCount, int speakers, long recordings, int dimension) {
    this.leaves = leaves;
    this.leafCount = leafCount;
    this.speakers = speakers;
    this.recordings = recordings;
    this.dimension = dimension;
  }

  /** Groups a table by leaves, once: a shuffle of all vectors. */
  static LeafTable of(VectorSource table, int partitions) {
    int dimension = table.dimension();
    JavaRDD<VectorRow> rows = table.rows(dimension);
    table.requireDifferent(rows.map(VectorRow::id));
    List<Tuple2<String, Integer>> counted = countSpeakers(rows);
    String[] names = counted.stream().map(Tuple2::_1).toArray(String[]::new);
    int[] counts = counted.stream().mapToInt(Tuple2::_2).toArray();
    SpeakerLeaves cut = SpeakerLeaves.of(counts);
    String[] firstNames = new String[cut.size()];
    for (int i = 0; i < firstNames.length; i++) {
      firstNames[i] = names[cut.first(i)];
    }
    JavaRDD<Leaf> leaves =
        rows.mapToPair(
                row -> {
                  int at = Arrays.binarySearch(firstNames, row.speaker(), NameOrder.BYTES);
                  int leaf = at >= 0 ? at : -at - 2;
                  return new Tuple2<>(new Place(leaf, row.speaker(), row.id()), row);
                })
            .repartitionAndSortWithinPartitions(
                new ByLeaf(Math.min(partitions, cut.size()), cut.size()), Place.ORDER)
            .mapPartitions(part -> new Runs<>(part, Place::leaf, LeafTable::leaf), true)
            .persist(StorageLevel.MEMORY_AND_DISK());
    long recordings = Arrays.stream(counts).asLongStream().sum();
    return new LeafTable(leaves, cut.size(), names.length, recordings, dimension);
  }

  /**
   * Groups a table without speakers by leaves of so many recordings as {@link
   * DomainStatistics#leaf} says, in the order of ids: two shuffles, of the ids and of all vectors.
   */
  static LeafTable byIds(VectorSource table, int partitions) {
    int dimension = table.dimension();
    JavaRDD<VectorRow> rows = table.rows(dimension);
    table.requireDifferent(rows.map(VectorRow::id));
    long recordings = rows.count();
    int size = DomainStatistics.leaf(recordings);
    String[] firstIds =
        rows.mapToPair(row -> new Tuple2<>(new Place(0, "", row.id()), 0))
            .sortByKey(Place.ORDER, true, rows.getNumPartitions())
            .keys()
            .zipWithIndex()
            .filter(t -> t._2() % size == 0)
            .map(t -> t._1().id())
            .collect()
            .toArray(new String[0]);
    JavaRDD<Leaf> leaves =
        rows.mapToPair(
                row -> {
                  int at = Arrays.binarySearch(firstIds, row.id(), NameOrder.BYTES);
                  int leaf = at >= 0 ? at : -at - 2;
                  return new Tuple2<>(
                      new Place(leaf, "", row.id()), new VectorRow(row.id(), "", row.vector()));
                })
            .repartitionAndSortWithinPartitions(
                new ByLeaf(Math.min(partitions, firstIds.length), firstIds.length), Place.ORDER)
            .mapPartitions(part -> new Runs<>(part, Place::leaf, LeafTable::leaf), true)
            .persist(StorageLevel.MEMORY_AND_DISK());
    return new LeafTable(leaves, firstIds.length, 0, recordings, dimension);
  }

  private static List<Tuple2<String, Integer>> countSpeakers(JavaRDD<VectorRow> rows) {
    List<Tuple2<String, Integer>> counted =
        new ArrayList<>(
            rows.mapToPair(r -> new Tuple2<>(r.speaker(), 1))
                .reduceByKey(Math::addExact)
                .collect());
    counted.sort(Comparator.comparing(Tuple2::_1, NameOrder.BYTES));
    return counted;
  }

  private static Leaf leaf(List<Tuple2<Place, VectorRow>> rows) {
    return new Leaf(rows.get(0)._1().leaf(), rows.stream().map(Tuple2::_2).toList());
  }

  JavaRDD<Leaf> leaves() {
    return leaves;
  }

  int leafCount() {
    return leafCount;
  }

  int speakers() {
    return speakers;
  }

  long recordings() {
    return recordings;
  }

  int dimension() {
    return dimension;
  }

  void forget() {
    leaves.unpersist();
  }

  /** Where a recording stands among all. */
  private record Place(int leaf, String speaker, String id) implements ByLeaf.Key, Serializable {
    static final Comparator<Place> ORDER = new PlaceOrder();
  }

  /** A comparator that travels. */
  private static final class PlaceOrder implements Comparator<Place>, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public int compare(Place a, Place b) {
      int order = Integer.compare(a.leaf, b.leaf);
      order = order != 0 ? order : NameOrder.BYTES.compare(a.speaker, b.speaker);
      return order != 0 ? order : NameOrder.BYTES.compare(a.id, b.id);
    }
  }
}
