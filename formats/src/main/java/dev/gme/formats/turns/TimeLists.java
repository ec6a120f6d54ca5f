package dev.gme.formats.turns;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Which list about time a text is, told by its first lines. */
public enum TimeLists {
  RTTM,
  UEM,
  LAB,
  SEGMENTS;

  private static final int LOOKED_AT = 1000;

  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?");

  /**
   * The list that a text begins; empty where it is none of these.
   *
   * @param file whose name counts for UEM and lab files, whose lines look like vectors and trials
   * @param text the first lines
   */
  public static Optional<TimeLists> recognize(Path file, String text) {
    List<String> lines =
        text.lines().filter(line -> !line.startsWith(";;")).limit(LOOKED_AT).toList();
    if (lines.isEmpty() || lines.get(0).isBlank()) {
      return Optional.empty();
    }
    String[] first = lines.get(0).strip().split("[ \t]+", -1);
    if (Rttm.isKind(first[0]) && first.length >= 8 && first.length <= 10) {
      return Optional.of(RTTM);
    }
    Path name = file.getFileName();
    if (name != null && name.toString().matches(".*\\.uem(\\.gz)?") && first.length == 4) {
      return Optional.of(UEM);
    }
    if (Lab.isNamed(file) && (first.length == 2 || first.length == 3) && areNumbers(first)) {
      return Optional.of(LAB);
    }
    // The last line may be cut.
    boolean whole = lines.size() == 1 || text.endsWith("\n");
    return areSegments(whole ? lines : lines.subList(0, lines.size() - 1))
        ? Optional.of(SEGMENTS)
        : Optional.empty();
  }

  private static boolean areNumbers(String[] words) {
    return NUMBER.matcher(words[0]).matches() && NUMBER.matcher(words[1]).matches();
  }

  /** Scores with conditions may look alike, but repeat ids and have no order. */
  private static boolean areSegments(List<String> lines) {
    Set<String> ids = new HashSet<>();
    for (String line : lines) {
      String[] words = line.strip().split("[ \t]+", -1);
      if (words.length != 4
          || !ids.add(words[0])
          || NUMBER.matcher(words[1]).matches()
          || !NUMBER.matcher(words[2]).matches()
          || !NUMBER.matcher(words[3]).matches()) {
        return false;
      }
      double start = Double.parseDouble(words[2]);
      double end = Double.parseDouble(words[3]);
      if (!(start >= 0 && (end > start || end == Segments.TO_THE_END))) {
        return false;
      }
    }
    return true;
  }
}
