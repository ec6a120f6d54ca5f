package dev.gme.spark;

import dev.gme.core.GmeException;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/** Vectors with ids, perhaps with speakers, in whatever holds them. */
interface VectorSource {
  /** Where the vectors are, as messages say it. */
  String where();

  /** The dimension of the first vector. */
  int dimension();

  /** All vectors, each checked; whatever is wrong with one is said with its place and id. */
  JavaRDD<VectorRow> rows(int dimension);

  /** Where ids are, as messages say it. */
  String whereIds();

  /** Refuses ids of which one comes twice: a shuffle of all ids. */
  default void requireDifferent(JavaRDD<String> ids) {
    List<Tuple2<String, Integer>> twice =
        ids.mapToPair(id -> new Tuple2<>(id, 1))
            .reduceByKey(Integer::sum)
            .filter(t -> t._2() > 1)
            .take(1);
    if (!twice.isEmpty()) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "%s: the id '%s' comes %d times",
              whereIds(),
              twice.get(0)._1(),
              twice.get(0)._2()),
          "rename or remove all but one of these rows");
    }
  }

  /** Refuses vectors that a model does not take. */
  default void requireDimension(int expected, int found) {
    if (found != expected) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "%s: expected vectors of dimension %d as the model takes, found %d",
              where(),
              expected,
              found),
          "give the model that belongs to these vectors");
    }
  }
}
