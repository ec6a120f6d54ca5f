package dev.gme.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;

/** Where a command's words go: data to stdout, talk to stderr. */
final class Terminal {
  /** One of the two streams. */
  record Stream(PrintStream print, Charset charset, boolean isTerminal) {
    private PrintWriter writer() {
      return new PrintWriter(print, true, charset);
    }
  }

  private final Stream out;
  private final Stream err;
  private boolean quiet;

  Terminal(Stream out, Stream err) {
    this.out = out;
    this.err = err;
  }

  /** For data. A failure to write is thrown as a {@link StdoutException}. */
  PrintStream out() {
    return out.print;
  }

  PrintStream err() {
    return err.print;
  }

  PrintWriter outWriter() {
    return out.writer();
  }

  PrintWriter errWriter() {
    return err.writer();
  }

  void setQuiet(boolean quiet) {
    this.quiet = quiet;
  }

  /** Tells the user something that is neither data nor an error. */
  void say(String line) {
    if (!quiet) {
      err.print.print(line + System.lineSeparator());
    }
  }

  /** Tells the user what went wrong and what to do about it, even when quiet. */
  void complain(String sentence, String help) {
    String n = System.lineSeparator();
    err.print.print("gme: " + sentence + n + "help: " + help + n);
  }

  /** A line that shows how far some work is; it writes nothing if stderr is no terminal. */
  ProgressLine progress(String what) {
    return new ProgressLine(what, err.isTerminal && !quiet ? err.print : null, System::nanoTime);
  }

  /** Whether help may be coloured. */
  boolean hasColours() {
    return out.isTerminal
        && System.getenv("NO_COLOR") == null
        && !"dumb".equals(System.getenv("TERM"));
  }
}
