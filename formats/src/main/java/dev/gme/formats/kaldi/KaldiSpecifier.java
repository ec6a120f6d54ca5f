package dev.gme.formats.kaldi;

import dev.gme.core.GmeException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Kaldi's name of a table: {@code ark:file}, {@code ark,t:file}, {@code scp:file}, {@code
 * ark,scp:file,file}, or a file alone.
 *
 * @param archive null if there is none
 * @param script null if there is none
 * @param bare whether the name was a file alone
 */
record KaldiSpecifier(Path archive, Path script, KaldiMode mode, boolean bare) {
  /** Options that change nothing here: sortedness, permissiveness, flushing. */
  private static final Set<String> IGNORED =
      Set.of("s", "cs", "o", "p", "f", "ns", "ncs", "no", "np", "nf", "b", "bg");

  static KaldiSpecifier parse(String specifier) {
    int colon = specifier.indexOf(':');
    List<String> options =
        colon < 0 ? List.of() : List.of(specifier.substring(0, colon).split(",", -1));
    if (!options.contains("ark") && !options.contains("scp")) {
      return new KaldiSpecifier(Path.of(specifier), null, KaldiMode.BINARY, true);
    }
    String rest = specifier.substring(colon + 1).strip();
    if (rest.endsWith("|") || rest.startsWith("|")) {
      throw new GmeException(
          "'" + specifier + "' names a command, expected a file",
          "commands are not run: run it yourself and name the file that it makes");
    }
    for (String option : options) {
      if (!Set.of("ark", "scp", "t").contains(option) && !IGNORED.contains(option)) {
        throw new GmeException(
            "'" + specifier + "' has the unknown option '" + option + "'", "leave it out");
      }
    }
    boolean ark = options.contains("ark");
    boolean scp = options.contains("scp");
    KaldiMode mode = options.contains("t") ? KaldiMode.TEXT : KaldiMode.BINARY;
    if (ark && scp) {
      int comma = rest.indexOf(',');
      if (comma < 0) {
        throw new GmeException(
            "'" + specifier + "' names one file, expected two", "write ark,scp:x.ark,x.scp");
      }
      Path first = Path.of(rest.substring(0, comma));
      Path second = Path.of(rest.substring(comma + 1));
      boolean order = options.indexOf("ark") < options.indexOf("scp");
      return new KaldiSpecifier(order ? first : second, order ? second : first, mode, false);
    }
    Path file = Path.of(rest);
    return new KaldiSpecifier(ark ? file : null, ark ? null : file, mode, false);
  }
}
