package dev.gme.benchmarks.study;

import dev.gme.formats.io.TargetFile;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Keeps what a long study has found, so that it can be interrupted and goes on where it was. */
final class KeptFigures {
  private final Optional<Path> folder;

  KeptFigures(Optional<Path> folder) {
    this.folder = folder;
  }

  /** Finds figures. */
  interface Finder {
    double[] find() throws IOException;
  }

  /** Finds a text of one line. */
  interface TextFinder {
    String find() throws IOException;
  }

  /** The text of this name, found now unless it was before. */
  String text(String name, TextFinder finder) throws IOException {
    if (folder.isEmpty()) {
      return finder.find();
    }
    Path file = file(name, ".txt");
    if (Files.exists(file)) {
      return Files.readString(file).strip();
    }
    String found = finder.find();
    Files.createDirectories(folder.get());
    TargetFile.writeLines(file, List.of(found));
    return found;
  }

  private Path file(String name, String ending) {
    return folder.orElseThrow().resolve(name.replaceAll("[^A-Za-z0-9]+", "-") + ending);
  }

  /** The figures of this name, found now unless they were before. */
  double[] get(String name, Finder finder) throws IOException {
    if (folder.isEmpty()) {
      return finder.find();
    }
    Path file = file(name, ".npy");
    if (Files.exists(file)) {
      return Npy.read(file).doubles();
    }
    double[] found = finder.find();
    Files.createDirectories(folder.get());
    Npy.write(file, NpyArray.of(found));
    return found;
  }
}
