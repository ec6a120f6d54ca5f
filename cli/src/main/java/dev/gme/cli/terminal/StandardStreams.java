package dev.gme.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The standard streams, as the launcher hands them over in system properties.
 *
 * <p>The JVM's own stderr passes through a filter (see docs/decisions/0002-launcher.md), so the
 * launcher keeps the real one open as {@code gme.stderr.fd}. It also tells which streams are
 * terminals and how wide, which Java cannot find out.
 */
public final class StandardStreams {
  private static final int BUFFER = 1 << 16;
  private static final int USUAL_COLUMNS = 80;
  private static final int LEAST_COLUMNS = 60;

  private StandardStreams() {}

  /** Replaces {@link System#out} and {@link System#err}, too. */
  public static Terminal open() {
    Terminal.Stream out =
        stream(
            new BufferedOutputStream(guard(new FileOutputStream(FileDescriptor.out)), BUFFER),
            Boolean.getBoolean("gme.stdout.terminal"),
            false);
    Terminal.Stream err =
        stream(new FileOutputStream(realStderr()), Boolean.getBoolean("gme.stderr.terminal"), true);
    Terminal terminal = new Terminal(out, err, columns());
    System.setOut(terminal.out());
    System.setErr(terminal.err());
    return terminal;
  }

  /** The width that the launcher found; too narrow a one would leave no room for help. */
  private static int columns() {
    return Math.max(LEAST_COLUMNS, Integer.getInteger("gme.terminal.columns", USUAL_COLUMNS));
  }

  private static Terminal.Stream stream(OutputStream to, boolean isTerminal, boolean atOnce) {
    Charset charset = charset(isTerminal);
    return new Terminal.Stream(
        new PrintStream(to, isTerminal || atOnce, charset), charset, isTerminal);
  }

  /** Files and pipes get UTF-8 everywhere, a terminal gets what its locale says. */
  private static Charset charset(boolean terminal) {
    String encoding = System.getProperty("native.encoding");
    return terminal && encoding != null && Charset.isSupported(encoding)
        ? Charset.forName(encoding)
        : StandardCharsets.UTF_8;
  }

  /**
   * Opening /dev/fd/N would not do: on Linux that opens the file anew, with a position of its own,
   * and what other programs write to the same redirected stderr would be overwritten. Java has no
   * public way to use a descriptor that is open already; the jar's manifest opens java.io for this
   * one.
   */
  private static FileDescriptor realStderr() {
    Integer number = Integer.getInteger("gme.stderr.fd");
    if (number == null) {
      return FileDescriptor.err;
    }
    try {
      FileDescriptor descriptor = new FileDescriptor();
      Field fd = FileDescriptor.class.getDeclaredField("fd");
      fd.setAccessible(true);
      fd.setInt(descriptor, number);
      return descriptor;
    } catch (ReflectiveOperationException | RuntimeException e) {
      return FileDescriptor.err;
    }
  }

  /** A {@link PrintStream} swallows an {@link IOException}, but not this one. */
  public static OutputStream guard(OutputStream stdout) {
    return new OutputStream() {
      @Override
      public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] b, int offset, int length) {
        try {
          stdout.write(b, offset, length);
        } catch (IOException e) {
          throw new StdoutException(e);
        }
      }
    };
  }
}
