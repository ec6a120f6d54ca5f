package dev.gme.cli;

/** Makes any command last: a Java agent that sleeps before {@code main} is called. */
public final class SleepingAgent {
  static final String READY = "the agent sleeps";

  private SleepingAgent() {}

  /** Called by the JVM. */
  public static void premain(String arguments) throws InterruptedException {
    System.err.println(READY);
    Thread.sleep(60_000);
  }
}
