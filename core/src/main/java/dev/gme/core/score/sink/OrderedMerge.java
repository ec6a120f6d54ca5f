package dev.gme.core.score.sink;

import dev.gme.core.Internal;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs numbered tasks of many threads and hands their results on in the order of the numbers. A
 * thread that is far ahead waits, so that results do not pile up where handing on is slower. After
 * a failure, which its own thread throws, what is left of the tasks does nothing.
 */
@Internal
public final class OrderedMerge<R> {
  private final Consumer<R> next;
  private final int ahead;
  private final Map<Integer, R> waiting = new HashMap<>();
  private int done;
  private boolean busy;
  private boolean failed;

  /**
   * Starts with task 0.
   *
   * @param ahead how many tasks may be ahead of the one whose result is due
   * @param next gets the results, one at a time
   */
  public OrderedMerge(int ahead, Consumer<R> next) {
    this.ahead = ahead;
    this.next = next;
  }

  /** Runs a task, whose result is not null; tasks are begun in the order of their numbers. */
  public void run(int number, Supplier<R> task) {
    boolean finished = false;
    try {
      if (isWanted(number)) {
        put(number, task.get());
        for (R ready = take(); ready != null; ready = take()) {
          next.accept(ready);
          handedOn();
        }
      }
      finished = true;
    } finally {
      if (!finished) {
        fail();
      }
    }
  }

  /** Waits until this task is not too far ahead; false if it is not wanted any more. */
  private synchronized boolean isWanted(int number) {
    try {
      while (number > done + ahead && !failed) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("scoring was interrupted");
    }
    return !failed;
  }

  private synchronized void put(int number, R result) {
    waiting.put(number, result);
  }

  /** The next result if it is there and nobody else is handing on. */
  private synchronized R take() {
    if (busy || failed) {
      return null;
    }
    R ready = waiting.remove(done);
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
