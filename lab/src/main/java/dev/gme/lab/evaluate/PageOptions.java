package dev.gme.lab.evaluate;

import dev.gme.report.result.LlrUnit;
import java.util.Objects;

/**
 * How a page is written.
 *
 * @param command the command line that made it; empty in programs, which have none
 * @param unit the logarithm of likelihood ratios and odds
 */
public record PageOptions(String command, LlrUnit unit) {
  /** Without a command line, in nats. */
  public static final PageOptions DEFAULT = new PageOptions("", LlrUnit.NATS);

  public PageOptions {
    Objects.requireNonNull(command);
    Objects.requireNonNull(unit);
  }
}
