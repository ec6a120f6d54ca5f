package dev.gme.lab.evaluate;

import java.nio.file.Path;
import java.util.List;

/** What systems are called: the names of their files, as far as these tell them apart. */
public final class SystemNames {
  private SystemNames() {}

  public static List<String> of(List<Path> files) {
    List<String> names =
        files.stream()
            .map(f -> f.getFileName().toString().replaceFirst("\\.gz$", ""))
            .map(n -> n.replaceFirst("(?<=.)\\.(txt|tsv|csv|scores|npy|h5|hdf5)$", ""))
            .toList();
    return names.stream().distinct().count() == names.size()
        ? names
        : files.stream().map(Path::toString).toList();
  }
}
