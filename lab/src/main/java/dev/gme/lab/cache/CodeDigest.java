package dev.gme.lab.cache;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.Sha256;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A digest of the program's own classes: of two builds of one version, the later must not take for
 * its own what the earlier has made. A build of the same sources has the same digest.
 */
public final class CodeDigest {
  /** A class of each module that decides what is trained and scored. */
  private static final List<Class<?>> MODULES =
      List.of(GmeException.class, BadFile.class, CodeDigest.class);

  private CodeDigest() {}

  public static String text() throws IOException {
    return text(MODULES);
  }

  /** The digest of these and of other modules, each by one of its classes. */
  public static String with(Class<?>... others) throws IOException {
    List<Class<?>> all = new ArrayList<>(MODULES);
    all.addAll(List.of(others));
    return text(all);
  }

  private static String text(List<Class<?>> modules) throws IOException {
    Sha256 key = new Sha256();
    for (Class<?> type : modules) {
      Path place = place(type);
      if (Files.isDirectory(place)) {
        add(place, key);
      } else {
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
          add(jar.getPath("/"), key);
        }
      }
    }
    return key.text();
  }

  private static Path place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a class comes from a jar or a folder", e);
    }
  }

  private static void add(Path root, Sha256 key) throws IOException {
    List<Path> classes;
    try (Stream<Path> files = Files.walk(root)) {
      classes =
          files
              .filter(f -> f.toString().endsWith(".class"))
              .sorted(Comparator.comparing(Path::toString))
              .toList();
    }
    for (Path file : classes) {
      key.add(root.relativize(file)).add(Files.readAllBytes(file));
    }
  }
}
