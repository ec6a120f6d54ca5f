package dev.gme.core.parallel;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Gives {@link Workers} back the number of threads that a test found. */
public final class RestoresThreads implements BeforeEachCallback, AfterEachCallback {
  private int before;

  @Override
  public void beforeEach(ExtensionContext context) {
    before = Workers.threads();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Workers.setThreads(before);
  }
}
