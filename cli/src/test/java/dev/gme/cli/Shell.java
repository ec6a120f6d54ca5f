package dev.gme.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Runs lines of bash, as a user would type them, in a controlled environment. */
final class Shell {
  /** The repository whose launcher is tested. */
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Far more than any line takes; a line that hangs must not hang the build. */
  private static final long TIMEOUT_SECONDS = 600;

  record Result(int exitCode, String out, String err) {}

  private final Path folder;
  private final Map<String, String> environment = new TreeMap<>();

  /** Lines run in this folder; {@code $GME} is the launcher, which must not build. */
  Shell(Path folder) {
    this.folder = folder;
    environment.put("GME", ROOT.resolve("gme").toString());
    environment.put("GME_BUILD", "never");
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", System.getProperty("user.home"));
    environment.put("LC_ALL", "C");
  }

  /**
   * Skips the calling test where interrupts are ignored: a shell starts background jobs so, and
   * what they start cannot change it.
   */
  static void assumeInterruptsWork() throws IOException {
    Path status = Path.of("/proc/self/status");
    boolean isIgnored =
        Files.exists(status)
            && Files.readAllLines(status).stream()
                .filter(l -> l.startsWith("SigIgn:"))
                .anyMatch(l -> (Long.parseUnsignedLong(l.substring(7).trim(), 16) & 2) != 0);
    assumeTrue(!isIgnored, "started with interrupts ignored");
  }

  Shell with(String variable, Object value) {
    environment.put(variable, value.toString());
    return this;
  }

  Shell without(String variable) {
    environment.remove(variable);
    return this;
  }

  Process start(String line) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", line).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Waits until the line has ended and nobody holds its stdout or stderr open any more. */
  Result run(String line) throws Exception {
    Process process = start(line);
    process.getOutputStream().close();
    try {
      Future<String> out = text(process.getInputStream());
      Future<String> err = text(process.getErrorStream());
      String outText = out.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      String errText = err.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      return new Result(process.waitFor(), outText, errText);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static Future<String> text(InputStream stream) {
    FutureTask<String> task =
        new FutureTask<>(() -> new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    new Thread(task).start();
    return task;
  }
}
