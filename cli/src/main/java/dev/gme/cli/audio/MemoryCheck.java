package dev.gme.cli.audio;

import com.sun.management.OperatingSystemMXBean;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * Says beforehand how much memory an extractor takes, and refuses what the machine does not have.
 */
final class MemoryCheck {
  private static final double GIB = 1L << 30;

  private MemoryCheck() {}

  static void check(Terminal terminal, int gaussians, int dimension, long bytes) {
    double need = bytes / GIB;
    double there =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() / GIB;
    if (need > there) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "an extractor of %d Gaussians and %d dimensions takes %.1f GiB of memory, this machine has"
                  + " %.1f GiB",
              gaussians,
              dimension,
              need,
              there),
          "choose a smaller --dim or fewer Gaussians");
    }
    if (need > 1) {
      terminal.say(
          String.format(Locale.ROOT, "training the extractor takes %.1f GiB of memory", need));
    }
  }
}
