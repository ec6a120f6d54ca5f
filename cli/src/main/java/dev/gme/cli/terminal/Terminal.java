package dev.gme.cli.terminal;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Map;

/** The two streams of a command: data to stdout, messages and progress to stderr. */
public final class Terminal {
  /** The width of a text where no terminal says another. */
  private static final int USUAL_WIDTH = 80;

  /** One of the two streams. */
  public record Stream(PrintStream print, Charset charset, boolean isTerminal) {
    private PrintWriter writer() {
      return new PrintWriter(print, true, charset);
    }

    /** The same stream; where it is a terminal, the line of the progress vanishes first. */
    private Stream above(ProgressDisplay line) {
      if (!isTerminal) {
        return this;
      }
      PrintStream screen = print;
      OutputStream guarded =
          new OutputStream() {
            @Override
            public void write(int b) {
              write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] b, int offset, int length) {
              line.erase();
              screen.write(b, offset, length);
            }

            @Override
            public void flush() {
              screen.flush();
            }
          };
      return new Stream(new PrintStream(guarded, true, charset), charset, true);
    }
  }

  private final Stream out;
  private final Stream err;
  private final int columns;
  private final ProgressDisplay progress;
  private boolean quiet;

  /** Two streams that are as wide as terminals usually are. */
  public Terminal(Stream out, Stream err) {
    this(out, err, USUAL_WIDTH);
  }

  /**
   * Two streams.
   *
   * @param columns the width of those that are terminals
   */
  public Terminal(Stream out, Stream err, int columns) {
    this.columns = columns;
    progress =
        err.isTerminal
            ? new ScreenLine(err.print, columns)
            : new ProgressLog(err.print, System::nanoTime);
    this.out = out.above(progress);
    this.err = err.above(progress);
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

  /** Shows how far some work is: in one line of a terminal, or in lines of a file. */
  public ProgressLine progress(String what) {
    return new ProgressLine(what, quiet ? ProgressDisplay.NONE : progress, System::nanoTime);
  }

  /** How wide help may be. */
  public int helpWidth() {
    return out.isTerminal ? columns : USUAL_WIDTH;
  }

  /** Whether help on stdout may be coloured. */
  public boolean hasColours() {
    return hasColours(out);
  }

  /** Whether help on stderr may be coloured. */
  public boolean errHasColours() {
    return hasColours(err);
  }

  private static boolean hasColours(Stream stream) {
    return stream.isTerminal && allowsColours(System.getenv());
  }

  /** Whether who started gme lets it use colours, see no-color.org. */
  static boolean allowsColours(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !"dumb".equals(environment.get("TERM"));
  }
}
