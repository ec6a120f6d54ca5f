package dev.gme.cli.terminal;

import java.util.Locale;

/** Numbers of things, for messages. */
public final class Count {
  private Count() {}

  /** For example "1 recording" or "1,200 recordings". */
  public static String of(long n, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", n, noun, n == 1 ? "" : "s");
  }
}
