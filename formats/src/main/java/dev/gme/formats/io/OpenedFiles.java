package dev.gme.formats.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Counts how often each file is opened for reading, by whichever thread, until it is closed. Tests
 * hold with it that a file is opened once.
 *
 * <pre>{@code
 * try (OpenedFiles opened = OpenedFiles.watch()) {
 *   ModelFiles.open(path);
 *   assertThat(opened.count(path)).isEqualTo(1);
 * }
 * }</pre>
 */
public final class OpenedFiles implements AutoCloseable {
  private static final List<OpenedFiles> WATCHING = new CopyOnWriteArrayList<>();

  private final Map<Path, Integer> counts = new ConcurrentHashMap<>();

  private OpenedFiles() {}

  public static OpenedFiles watch() {
    OpenedFiles opened = new OpenedFiles();
    WATCHING.add(opened);
    return opened;
  }

  /** To be told by whoever opens a file other than by {@link InputFile}. */
  public static void note(Path file) {
    for (OpenedFiles opened : WATCHING) {
      opened.counts.merge(key(file), 1, Integer::sum);
    }
  }

  private static Path key(Path file) {
    return file.toAbsolutePath().normalize();
  }

  public int count(Path file) {
    return counts.getOrDefault(key(file), 0);
  }

  /** All files that were opened, by their absolute paths. */
  public Map<Path, Integer> counts() {
    return new TreeMap<>(counts);
  }

  @Override
  public void close() {
    WATCHING.remove(this);
  }
}
