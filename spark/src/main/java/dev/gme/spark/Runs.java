package dev.gme.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import scala.Tuple2;

/**
 * Rows of a partition that are in order, run by run: those side by side whose keys have one number.
 *
 * @param <K> where a row stands
 * @param <V> a row
 * @param <R> what becomes of a run
 */
final class Runs<K, V, R> implements Iterator<R> {
  private final Iterator<Tuple2<K, V>> rows;
  private final ToIntFunction<K> number;
  private final Function<List<Tuple2<K, V>>, R> result;
  private Tuple2<K, V> next;

  Runs(
      Iterator<Tuple2<K, V>> rows,
      ToIntFunction<K> number,
      Function<List<Tuple2<K, V>>, R> result) {
    this.rows = rows;
    this.number = number;
    this.result = result;
    advance();
  }

  private void advance() {
    next = rows.hasNext() ? rows.next() : null;
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public R next() {
    if (next == null) {
      throw new NoSuchElementException();
    }
    int run = number.applyAsInt(next._1());
    List<Tuple2<K, V>> all = new ArrayList<>();
    while (next != null && number.applyAsInt(next._1()) == run) {
      all.add(next);
      advance();
    }
    return result.apply(all);
  }
}
