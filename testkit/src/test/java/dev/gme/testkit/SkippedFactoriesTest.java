package dev.gme.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

class SkippedFactoriesTest {
  /** Run below, not by itself. */
  static final class Factory {
    @TestFactory
    List<DynamicTest> lacksItsData() {
      return tests(false);
    }

    @TestFactory
    List<DynamicTest> hasItsData() {
      return tests(true);
    }

    private static List<DynamicTest> tests(boolean isThere) {
      if (!isThere) {
        throw SharedData.lacking("the shared data has no such list");
      }
      return List.of(DynamicTest.dynamicTest("one", () -> {}));
    }
  }

  private static final class Reason implements TestExecutionListener {
    private String said;

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (test.isTest() && result.getStatus() == TestExecutionResult.Status.ABORTED) {
        said = result.getThrowable().orElseThrow().getMessage();
      }
    }
  }

  @Test
  void aFactoryWithoutDataIsASkippedTestWithTheReason() {
    SummaryGeneratingListener counts = new SummaryGeneratingListener();
    Reason reason = new Reason();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Factory.class)).build();
    LauncherFactory.create().execute(request, counts, reason);
    assertThat(counts.getSummary().getTestsAbortedCount()).isEqualTo(1);
    assertThat(counts.getSummary().getTestsSucceededCount()).isEqualTo(1);
    assertThat(reason.said).startsWith("the shared data has no such list");
  }
}
