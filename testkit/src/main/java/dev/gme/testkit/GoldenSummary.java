package dev.gme.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Prints, at the end of the test run, a line per golden group: cases found, run, passed. */
public final class GoldenSummary {
  private GoldenSummary() {}

  /**
   * Prints the counts of all modules and removes them, so that a later run that leaves tests out
   * does not show them again.
   *
   * @param args the root folder of the repository
   */
  @SuppressWarnings("SystemOut") // this is its job
  public static void main(String[] args) throws IOException {
    System.out.println("Golden cases");
    for (Path module : sorted(Path.of(args[0]))) {
      Path folder = module.resolve("target").resolve("golden");
      if (Files.isDirectory(folder)) {
        print(folder);
        for (Path file : sorted(folder)) {
          Files.delete(file);
        }
      }
    }
  }

  /** The counts of the module whose folder {@code target/golden} is given. */
  static void print(Path folder) throws IOException {
    String module = folder.toAbsolutePath().getParent().getParent().getFileName().toString();
    for (Path file : sorted(folder)) {
      print(module, file);
    }
  }

  private static List<Path> sorted(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @SuppressWarnings("SystemOut")
  private static void print(String module, Path file) throws IOException {
    String blas = file.getFileName().toString().replaceFirst("\\..*", "");
    for (String line : Files.readAllLines(file)) {
      List<String> f = List.of(line.split("\t", -1));
      String skipped = f.get(5).isEmpty() ? "" : ", skipped: " + f.get(5);
      System.out.printf(
          Locale.ROOT,
          "  %s, %s BLAS, group %s: %s found, %s run, %s passed; largest error %.2g of the"
              + " tolerance%s%n",
          module,
          blas,
          f.get(0),
          f.get(1),
          f.get(2),
          f.get(3),
          Double.parseDouble(f.get(4)),
          skipped);
    }
  }
}
