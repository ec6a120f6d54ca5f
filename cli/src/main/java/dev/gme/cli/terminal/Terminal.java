package dev.gme.cli.terminal;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;

/** The two streams of a command: data to stdout, messages and progress to stderr. */
public final class Terminal {
  /** One of the two streams. */
  public record Stream(PrintStream print, Charset charset, boolean isTerminal) {
    private PrintWriter writer() {
      return new PrintWriter(print, true, charset);
    }
  }

  private final Stream out;
  private final Stream err;
  private boolean quiet;

  public Terminal(Stream out, Stream err) {
    this.out = out;
    this.err = err;
  }

  /** For data. A failure to write is thrown as a {@link StdoutException}. */
  public PrintStream out() {
    return out.print;
  }

  public PrintStream err() {
    return err.print;
  }

  public PrintWriter outWriter() {
    return out.writer();
  }

  public PrintWriter errWriter() {
    return err.writer();
  }

  /** When quiet, nothing but data and errors is written. */
  public void setQuiet(boolean quiet) {
    this.quiet = quiet;
    LibraryLog.setQuiet(quiet);
  }

  /** Tells the user something that is neither data nor an error. */
  public void say(String line) {
    if (!quiet) {
      // What was printed before comes before, also where both streams are one pipe.
      out.print.flush();
      err.print.print(line + System.lineSeparator());
    }
  }

  /** Tells the user what went wrong and what to do about it, even when quiet. */
  public void complain(String sentence, String help) {
    String n = System.lineSeparator();
    err.print.print("gme: " + sentence + n + "help: " + help + n);
  }

  /** A line that shows how far some work is; it writes nothing if stderr is no terminal. */
  public ProgressLine progress(String what) {
    return new ProgressLine(what, err.isTerminal && !quiet ? err.print : null, System::nanoTime);
  }

  /** Whether help may be coloured. */
  public boolean hasColours() {
    return out.isTerminal
        && System.getenv("NO_COLOR") == null
        && !"dumb".equals(System.getenv("TERM"));
  }
}
