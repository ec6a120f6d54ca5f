package dev.gme.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/**
 * What becomes of some rows at a time, as it is asked for.
 *
 * @param <T> rows
 * @param <R> what becomes of them
 */
final class InBatches<T, R> implements Iterator<R> {
  private final Iterator<T> rows;
  private final int size;
  private final Function<List<T>, Iterator<R>> work;
  private Iterator<R> ready = Collections.emptyIterator();

  /**
   * Goes through rows.
   *
   * @param size of a batch, at most
   */
  InBatches(Iterator<T> rows, int size, Function<List<T>, Iterator<R>> work) {
    this.rows = rows;
    this.size = size;
    this.work = work;
  }

  @Override
  public boolean hasNext() {
    while (!ready.hasNext() && rows.hasNext()) {
      List<T> some = new ArrayList<>();
      while (some.size() < size && rows.hasNext()) {
        some.add(rows.next());
      }
      ready = work.apply(some);
    }
    return ready.hasNext();
  }

  @Override
  public R next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.next();
  }
}
