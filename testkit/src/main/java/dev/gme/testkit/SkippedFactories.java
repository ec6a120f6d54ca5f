package dev.gme.testkit;

import java.lang.reflect.Method;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

/**
 * Reports a factory of tests that lacks data as a test that is skipped, with the reason. Otherwise
 * Surefire counts no tests and says nothing. JUnit finds this class by itself.
 */
public final class SkippedFactories implements InvocationInterceptor {
  @Override
  @SuppressWarnings("unchecked") // JUnit takes anything that a factory may return
  public <T> T interceptTestFactoryMethod(
      Invocation<T> factory, ReflectiveInvocationContext<Method> method, ExtensionContext context)
      throws Throwable {
    try {
      return factory.proceed();
    } catch (TestAbortedException e) {
      return (T)
          DynamicTest.dynamicTest(
              "skipped",
              () -> {
                throw e;
              });
    }
  }
}
