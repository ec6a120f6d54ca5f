package dev.gme.frontend.audio;

import dev.gme.core.GmeException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Kaldi's lists of recordings (wav.scp). */
public final class AudioList {
  private AudioList() {}

  /**
   * Reads lines of an id and a path, in their order. A relative path is tried from the folder of
   * the list, from its parent, then from the working folder. Commands ({@code sox … |}) are
   * refused.
   */
  public static Map<String, Path> recordings(Path list) {
    Map<String, Path> out = new LinkedHashMap<>();
    int number = 0;
    for (String line : lines(list)) {
      number++;
      List<String> f = List.of(line.strip().split("\\s+", 2));
      if (f.size() != 2) {
        throw wrong(list, number, "an id and a path", line);
      }
      if (f.get(1).endsWith("|")) {
        throw new GmeException(
            list + ", line " + number + " holds a command, expected a path",
            "run the command once and list the file that it makes: gme starts no programs");
      }
      Path path;
      try {
        path = resolve(list, Path.of(f.get(1)));
      } catch (InvalidPathException e) {
        throw wrong(list, number, "a path", f.get(1));
      }
      if (out.put(f.get(0), path) != null) {
        throw wrong(list, number, "an id that was not there before", f.get(0));
      }
    }
    return Collections.unmodifiableMap(out);
  }

  private static Path resolve(Path list, Path path) {
    Path folder = list.toAbsolutePath().getParent();
    for (Path base : List.of(folder, folder.resolve("..").normalize())) {
      if (Files.exists(base.resolve(path))) {
        return base.resolve(path);
      }
    }
    return path;
  }

  private static List<String> lines(Path list) {
    try {
      return Files.readAllLines(list);
    } catch (NoSuchFileException e) {
      throw new GmeException(list + " does not exist", "check the path");
    } catch (CharacterCodingException e) {
      throw new GmeException(list + " is no text in UTF-8", "check that it is a list");
    } catch (IOException e) {
      throw new GmeException(
          list + " cannot be read: " + e.getMessage(), "check the path and the permissions");
    }
  }

  private static GmeException wrong(Path list, int line, String expected, String found) {
    return new GmeException(
        list + ", line " + line + ": expected " + expected + ", found '" + found + "'",
        "correct that line");
  }
}
