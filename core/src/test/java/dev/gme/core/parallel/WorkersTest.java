package dev.gme.core.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {
  private final int threadsBefore = Workers.threads();

  @AfterEach
  void restoreThreads() {
    Workers.setThreads(threadsBefore);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void runsEveryTaskOnce(int threads) {
    Workers.setThreads(threads);
    assertThat(Workers.threads()).isEqualTo(threads);
    for (int n : new int[] {0, 1, 2, 3, 1000}) {
      AtomicIntegerArray runs = new AtomicIntegerArray(n);
      Workers.forEach(n, runs::incrementAndGet);
      for (int i = 0; i < n; i++) {
        assertThat(runs.get(i)).isEqualTo(1);
      }
    }
  }

  @Test
  void tasksRunAtTheSameTime() {
    Workers.setThreads(3);
    // Each task waits for the two others: it returns only if three threads are at work.
    CountDownLatch all = new CountDownLatch(3);
    Workers.forEach(3, i -> meet(all));
    assertThat(all.getCount()).isZero();
  }

  private static void meet(CountDownLatch latch) {
    latch.countDown();
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void oneThreadIsTheCallersOwn() {
    Workers.setThreads(1);
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    Workers.forEach(10, i -> threads.add(Thread.currentThread()));
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void aLoopInsideATaskRunsInItsThread() {
    Workers.setThreads(2);
    AtomicInteger foreign = new AtomicInteger();
    Workers.forEach(
        4,
        i -> {
          Thread outer = Thread.currentThread();
          Workers.forEach(
              10,
              j -> {
                if (Thread.currentThread() != outer) {
                  foreign.incrementAndGet();
                }
              });
        });
    assertThat(foreign).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anExceptionEndsTheLoopAndArrivesAsItWas(int threads) {
    Workers.setThreads(threads);
    AtomicInteger runs = new AtomicInteger();
    int n = 1_000_000;
    IllegalStateException thrown = new IllegalStateException("task 10");
    assertThatThrownBy(
            () ->
                Workers.forEach(
                    n,
                    i -> {
                      runs.incrementAndGet();
                      if (i == 10) {
                        throw thrown;
                      }
                    }))
        .isSameAs(thrown);
    assertThat(runs.get()).isLessThan(n);
    assertThatThrownBy(
            () ->
                Workers.forEach(
                    2,
                    i -> {
                      throw new GmeException("bad data", "mend it");
                    }))
        .isInstanceOf(GmeException.class)
        .hasMessage("bad data");
    assertThatThrownBy(
            () ->
                Workers.forEach(
                    2,
                    i -> {
                      throw new AssertionError(i);
                    }))
        .isInstanceOf(AssertionError.class);
    // The threads survive.
    AtomicInteger after = new AtomicInteger();
    Workers.forEach(5, i -> after.incrementAndGet());
    assertThat(after).hasValue(5);
  }

  @Test
  void theCountMayChangeWhileALoopRuns() {
    Workers.setThreads(2);
    AtomicInteger runs = new AtomicInteger();
    Workers.forEach(
        20,
        i -> {
          Workers.setThreads(2 + i % 3);
          runs.incrementAndGet();
        });
    assertThat(runs).hasValue(20);
  }

  @Test
  void theCountIsChecked() {
    assertThatThrownBy(() -> Workers.setThreads(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the thread count must be from 1 to 32767, found 0");
    assertThatThrownBy(() -> Workers.setThreads(32_768))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the thread count must be from 1 to 32767, found 32768");
    assertThat(Workers.threads()).isEqualTo(threadsBefore);
  }

  @Test
  void thePropertySetsTheCountAtStart() {
    int cores = Runtime.getRuntime().availableProcessors();
    assertThat(Workers.threadsAtStart(null)).isEqualTo(cores);
    assertThat(Workers.threadsAtStart(" ")).isEqualTo(cores);
    assertThat(Workers.threadsAtStart(" 3 ")).isEqualTo(3);
    assertThatThrownBy(() -> Workers.threadsAtStart("many"))
        .isInstanceOf(GmeException.class)
        .hasMessage("gme.threads must be a number from 1 to 32767, found 'many'");
    assertThatThrownBy(() -> Workers.threadsAtStart("-2"))
        .isInstanceOf(GmeException.class)
        .hasMessage("gme.threads must be a number from 1 to 32767, found '-2'");
  }
}
