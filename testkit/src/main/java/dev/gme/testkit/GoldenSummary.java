package dev.gme.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Prints, at the end of the test run, a line per golden group: cases found, run, passed. */
public final class GoldenSummary {
  private GoldenSummary() {}

  /**
   * Prints the counts of all modules.
   *
   * @param args the root folder of the repository
   */
  @SuppressWarnings("SystemOut") // this is its job
  public static void main(String[] args) throws IOException {
    System.out.println("Golden cases");
    try (Stream<Path> modules = Files.list(Path.of(args[0]))) {
      for (Path module : modules.sorted().toList()) {
        Path folder = module.resolve("target").resolve("golden");
        if (Files.isDirectory(folder)) {
          try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
              print(module.getFileName().toString(), file);
            }
          }
        }
      }
    }
  }

  @SuppressWarnings("SystemOut")
  private static void print(String module, Path file) throws IOException {
    String blas = file.getFileName().toString().replace(".tsv", "");
    for (String line : Files.readAllLines(file)) {
      List<String> f = List.of(line.split("\t", -1));
      String skipped = f.get(5).isEmpty() ? "" : ", skipped: " + f.get(5);
      System.out.printf(
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
