package dev.gme.frontend.audio;

import dev.gme.core.GmeException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Kaldi's lists of recordings (wav.scp) and of their segments. */
public final class AudioList {
  private AudioList() {}

  /**
   * A part of a recording.
   *
   * @param id of the segment
   * @param recording id of the recording it is cut from
   * @param start in seconds
   * @param end in seconds, −1 for the end of the recording
   */
  public record Segment(String id, String recording, double start, double end) {}

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

  /** Reads lines of a segment's id, its recording's id, start and end in seconds. */
  public static List<Segment> segments(Path list) {
    List<Segment> out = new ArrayList<>();
    int number = 0;
    for (String line : lines(list)) {
      number++;
      List<String> f = List.of(line.strip().split("\\s+"));
      try {
        // A fifth field, the channel, is allowed by Kaldi and of no use here.
        if (f.size() < 4 || f.size() > 5) {
          throw new NumberFormatException();
        }
        double start = Double.parseDouble(f.get(2));
        double end = Double.parseDouble(f.get(3));
        if (!(start >= 0) || !(end > start || end == -1)) {
          throw new NumberFormatException();
        }
        out.add(new Segment(f.get(0), f.get(1), start, end));
      } catch (NumberFormatException e) {
        throw wrong(list, number, "an id, a recording, a start and a later end in seconds", line);
      }
    }
    return List.copyOf(out);
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
