package dev.gme.formats.lists;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Lists that name audio files where vectors name recordings: SRE16 writes {@code a.sph} and
 * VoxCeleb {@code a.wav}, while the ids of vectors are mostly without.
 *
 * <pre>{@code
 * UnaryOperator<String> naming =
 *     FileSuffixes.naming("trials", trials.testIds(), id -> vectors.row(id) >= 0);
 * int row = vectors.row(naming.apply("abcd.sph")); // that of "abcd", if there is no "abcd.sph"
 * }</pre>
 */
public final class FileSuffixes {
  /** Suffixes of audio files only: what stands behind another dot may tell two recordings apart. */
  private static final Pattern SUFFIX =
      Pattern.compile("(?i)\\.(sph|wav|flac|mp3|m4a|aac|ogg|opus|raw)$");

  private static final System.Logger LOG = System.getLogger(FileSuffixes.class.getName());

  private FileSuffixes() {}

  /**
   * Takes the suffix off those ids that are unknown with it and known without. That this was done
   * is logged, once.
   *
   * @param source what names the ids, for the message
   */
  public static UnaryOperator<String> naming(
      String source, Collection<String> ids, Predicate<String> known) {
    Map<String, String> shorter = new HashMap<>();
    String example = null;
    for (String id : ids) {
      if (!known.test(id)) {
        String bare = SUFFIX.matcher(id).replaceFirst("");
        if (known.test(bare)) {
          shorter.put(id, bare);
          example = example == null ? id : example;
        }
      }
    }
    if (example != null) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0}: took {1} ids without their file suffix, for example ''{2}'' as ''{3}''",
          source,
          shorter.size(),
          example,
          shorter.get(example));
    }
    return id -> shorter.getOrDefault(id, id);
  }
}
