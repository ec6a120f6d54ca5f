package dev.gme.core.score;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Runs numbered tasks of many threads and hands their results on in the order of the numbers. A
 * thread that is far ahead waits, so that results do not pile up where handing on is slower.
 */
final class OrderedMerge<P> {
  private final BiConsumer<ScoreBand, P> next;
  private final int ahead;
  private final Map<Integer, Result<P>> waiting = new HashMap<>();
  private int done;
  private boolean busy;
  private boolean failed;

  private record Result<P>(ScoreBand band, P part) {}

  /**
   * A merge.
   *
   * @param ahead how many tasks may be ahead of the one whose result is due
   */
  OrderedMerge(int ahead, BiConsumer<ScoreBand, P> next) {
    this.ahead = ahead;
    this.next = next;
  }

  /** Runs a task; tasks are begun in the order of their numbers. */
  void run(int number, ScoreBand band, Function<ScoreBand, P> task) {
    boolean finished = false;
    try {
      await(number);
      put(number, new Result<>(band, task.apply(band)));
      for (Result<P> ready = take(); ready != null; ready = take()) {
        next.accept(ready.band, ready.part);
        handedOn();
      }
      finished = true;
    } finally {
      if (!finished) {
        fail();
      }
    }
  }

  private synchronized void await(int number) {
    try {
      while (number > done + ahead && !failed) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("scoring was interrupted");
    }
    if (failed) {
      throw new CancellationException("scoring ended early");
    }
  }

  private synchronized void put(int number, Result<P> result) {
    waiting.put(number, result);
  }

  /** The next result if it is there and nobody else is handing on. */
  private synchronized Result<P> take() {
    if (busy || failed) {
      return null;
    }
    Result<P> ready = waiting.remove(done);
    busy = ready != null;
    return ready;
  }

  private synchronized void handedOn() {
    done++;
    busy = false;
    notifyAll();
  }

  /** The missing result will not come: nobody shall wait for it. */
  private synchronized void fail() {
    failed = true;
    notifyAll();
  }
}
