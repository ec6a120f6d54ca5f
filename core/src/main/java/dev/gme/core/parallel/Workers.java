package dev.gme.core.parallel;

import dev.gme.core.GmeException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/**
 * The threads of gme. Every parallel loop runs here, and BLAS is held to one thread inside each of
 * them, so the one number {@link #threads()} governs both.
 *
 * <p>Tasks are numbered and independent; which thread runs which is not defined. Whoever sums up
 * results does so in the order of the numbers, so that no result depends on the thread count:
 *
 * <pre>{@code
 * double[] part = new double[chunks];
 * Workers.forEach(chunks, c -> part[c] = sumOfChunk(c));
 * double total = 0;
 * for (double p : part) total += p;
 * }</pre>
 */
public final class Workers {
  /** The system property that sets the thread count at start; the default is one per core. */
  public static final String THREADS_PROPERTY = "gme.threads";

  /** What {@link ForkJoinPool} can have. */
  public static final int MAX_THREADS = 32_767;

  private static ForkJoinPool pool;
  private static int threads = threadsAtStart(System.getProperty(THREADS_PROPERTY));

  private Workers() {}

  static int threadsAtStart(String property) {
    if (property == null || property.isBlank()) {
      return Runtime.getRuntime().availableProcessors();
    }
    try {
      return checked(Integer.parseInt(property.trim()));
    } catch (IllegalArgumentException e) {
      throw new GmeException(
          THREADS_PROPERTY
              + " must be a number from 1 to "
              + MAX_THREADS
              + ", found '"
              + property
              + "'",
          "correct that system property, or leave it out for one thread per core");
    }
  }

  private static int checked(int n) {
    if (n < 1 || n > MAX_THREADS) {
      throw new IllegalArgumentException(
          "the thread count must be from 1 to " + MAX_THREADS + ", found " + n);
    }
    return n;
  }

  /** How many threads work at most, the calling one included. */
  public static synchronized int threads() {
    return threads;
  }

  /** Sets the thread count for all work that starts after this call. */
  public static synchronized void setThreads(int n) {
    threads = checked(n);
    // Not shut down: another loop may be about to enter it. Its threads end when idle for a minute.
    pool = null;
  }

  private static synchronized ForkJoinPool pool() {
    if (pool == null) {
      pool = new ForkJoinPool(threads);
    }
    return pool;
  }

  /**
   * Runs tasks 0 to n−1 and returns when all are done. An exception of a task ends the loop early
   * and is thrown here (the first one, if several tasks fail). A loop inside a task of another loop
   * runs in that task's thread.
   */
  public static void forEach(int n, IntConsumer task) {
    int runners = Math.min(n, threads());
    if (runners <= 1 || ForkJoinTask.inForkJoinPool()) {
      for (int i = 0; i < n; i++) {
        task.accept(i);
      }
      return;
    }
    AtomicReference<Throwable> failure = new AtomicReference<>();
    pool().invoke(new Loop(runners, new AtomicInteger(), n, task, failure));
    // The pool itself would wrap the exception into a copy with another message.
    if (failure.get() instanceof RuntimeException e) {
      throw e;
    }
    if (failure.get() instanceof Error e) {
      throw e;
    }
  }

  private static final class Loop extends RecursiveAction {
    private static final long serialVersionUID = 1L;

    private final int runners;
    private final transient AtomicInteger next;
    private final int n;
    private final transient IntConsumer task;
    private final transient AtomicReference<Throwable> failure;

    Loop(
        int runners,
        AtomicInteger next,
        int n,
        IntConsumer task,
        AtomicReference<Throwable> failure) {
      this.runners = runners;
      this.next = next;
      this.n = n;
      this.task = task;
      this.failure = failure;
    }

    @Override
    protected void compute() {
      if (runners > 1) {
        Loop[] one = new Loop[runners];
        for (int r = 0; r < runners; r++) {
          one[r] = new Loop(1, next, n, task, failure);
        }
        invokeAll(one);
        return;
      }
      for (int i = next.getAndIncrement(); i < n; i = next.getAndIncrement()) {
        try {
          task.accept(i);
        } catch (RuntimeException | Error e) {
          failure.compareAndSet(null, e);
          next.set(n);
        }
      }
    }
  }
}
