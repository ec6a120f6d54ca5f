package dev.gme.spark;

import dev.gme.formats.io.BadFile;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * The lines of a list, shared out, each with its number from 0. Blank lines at the end are no
 * lines; elsewhere they are refused, as in plain gme.
 *
 * @param lines in runs, in their order
 * @param count how many there are
 */
record ListLines(JavaPairRDD<String, Long> lines, long count) {
  static ListLines read(Cluster cluster, String list, int partitions) {
    JavaPairRDD<String, Long> all = cluster.context().textFile(list, partitions).zipWithIndex();
    JavaPairRDD<String, Long> words = all.filter(line -> !line._1().isBlank());
    Tuple2<Long, Long> found =
        words
            .values()
            .map(i -> new Tuple2<>(1L, i + 1))
            .fold(
                new Tuple2<>(0L, 0L),
                (a, b) -> new Tuple2<>(a._1() + b._1(), Math.max(a._2(), b._2())));
    if (!found._1().equals(found._2())) {
      long blank = all.filter(line -> line._1().isBlank()).first()._2() + 1;
      throw BadFile.atLine(list, blank, "expected words, found a blank line", "remove it");
    }
    return new ListLines(words, found._1());
  }
}
