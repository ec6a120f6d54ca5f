package dev.gme.frontend.audio;

import dev.gme.core.GmeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The recordings in a folder and in all folders below it, told by the ends of their names.
 *
 * <pre>{@code
 * AudioFolder folder = AudioFolder.of(Path.of("voxceleb1/wav"));
 * folder.files().get("id10270/x6uYqmx31kE/00001");
 * }</pre>
 *
 * @param files by their paths in the folder, with {@code /} between the parts and without the ends
 *     of their names, in the order of these; where two differ in these ends alone, both keep them
 * @param others how many recordings of kinds that are not read there are, by the ends of their
 *     names
 */
public record AudioFolder(Map<String, Path> files, Map<String, Integer> others) {
  private static final Set<String> READ =
      Set.of("wav", "wave", "flac", "sph", "nist", "au", "snd", "aif", "aiff", "aifc");

  private static final Set<String> NOT_READ =
      Set.of("mp3", "m4a", "mp4", "aac", "ogg", "oga", "opus", "wma", "webm", "amr", "shn");

  public AudioFolder {
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    others = Collections.unmodifiableMap(new TreeMap<>(others));
  }

  /** Goes through a folder; links are followed, and what begins with a point is passed over. */
  public static AudioFolder of(Path folder) {
    Map<String, Path> found = new TreeMap<>();
    Map<String, Integer> others = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
      files
          .filter(Files::isRegularFile)
          .forEach(
              file -> {
                String id = id(folder.relativize(file));
                String end = id.substring(id.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
                if (!id.startsWith(".") && !id.contains("/.")) {
                  if (READ.contains(end)) {
                    found.put(id, file);
                  } else if (NOT_READ.contains(end)) {
                    others.merge(end, 1, Integer::sum);
                  }
                }
              });
    } catch (IOException | UncheckedIOException e) {
      Throwable cause = e instanceof UncheckedIOException u ? u.getCause() : e;
      throw new GmeException(
          cause instanceof FileSystemLoopException
              ? "the folders in " + folder + " have no end: a link leads back to one of them"
              : folder + " cannot be gone through: " + cause.getMessage(),
          "check its folders and their permissions");
    }
    if (found.isEmpty()) {
      throw new GmeException(
          folder
              + " has no recordings"
              + (others.isEmpty() ? "" : " of a kind that is read, found " + others.keySet()),
          others.isEmpty()
              ? "name a folder with WAV, FLAC, NIST SPHERE, AU or AIFF files"
              : "turn them into FLAC or WAV first");
    }
    return new AudioFolder(withoutEnds(found), others);
  }

  private static Map<String, Path> withoutEnds(Map<String, Path> found) {
    Map<String, Integer> bare = new TreeMap<>();
    found.keySet().forEach(id -> bare.merge(bare(id), 1, Integer::sum));
    Map<String, Path> out = new TreeMap<>();
    found.forEach((id, file) -> out.put(bare.get(bare(id)) > 1 ? id : bare(id), file));
    return out;
  }

  private static String bare(String id) {
    return id.substring(0, id.lastIndexOf('.'));
  }

  private static String id(Path path) {
    List<String> parts = new ArrayList<>();
    path.forEach(part -> parts.add(part.toString()));
    return String.join("/", parts);
  }

  /**
   * A part of an id, counted from 1, or from −1 at the end.
   *
   * @throws GmeException if the id has fewer parts
   */
  public static String part(String id, int number) {
    String[] parts = id.split("/", -1);
    int at = number > 0 ? number - 1 : parts.length + number;
    if (number == 0 || at < 0 || at >= parts.length) {
      throw new GmeException(
          "'"
              + id
              + "' has "
              + parts.length
              + (parts.length == 1 ? " part" : " parts")
              + ", asked for number "
              + number,
          "parts are counted from 1, or from -1 at the end");
    }
    return parts[at];
  }
}
