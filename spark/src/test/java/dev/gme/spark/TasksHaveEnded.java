package dev.gme.spark;

import java.util.Arrays;
import org.apache.spark.SparkStatusTracker;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import scala.Option;

/**
 * Other tasks of a job that fails run on for a moment, and write into folders that JUnit is about
 * to delete. Of every test here, by {@code META-INF/services}.
 */
public final class TasksHaveEnded implements AfterEachCallback, AfterAllCallback {
  private static final long LONGEST = 30_000;

  @Override
  public void afterEach(ExtensionContext test) throws InterruptedException {
    await();
  }

  @Override
  public void afterAll(ExtensionContext tests) throws InterruptedException {
    await();
  }

  private static void await() throws InterruptedException {
    Option<SparkSession> session = SparkSession.getDefaultSession();
    if (session.isEmpty()) {
      return;
    }
    SparkStatusTracker tracker = session.get().sparkContext().statusTracker();
    long until = System.currentTimeMillis() + LONGEST;
    while (Arrays.stream(tracker.getExecutorInfos()).anyMatch(e -> e.numRunningTasks() > 0)
        && System.currentTimeMillis() < until) {
      Thread.sleep(10);
    }
  }
}
