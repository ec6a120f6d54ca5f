package dev.gme.neural.network;

import java.nio.file.Path;
import java.util.Locale;

/**
 * The folder of a user's files that can be made again. The system property {@value #PROPERTY} names
 * another one.
 */
final class CacheFolder {
  static final String PROPERTY = "gme.cache";

  private CacheFolder() {}

  static Path path() {
    String named = System.getProperty(PROPERTY, "");
    if (!named.isBlank()) {
      return Path.of(named);
    }
    String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (os.startsWith("windows") && isSet("LOCALAPPDATA")) {
      return Path.of(System.getenv("LOCALAPPDATA"), "gme", "cache");
    }
    if (isSet("XDG_CACHE_HOME")) {
      return Path.of(System.getenv("XDG_CACHE_HOME"), "gme");
    }
    Path home = Path.of(System.getProperty("user.home", "."));
    return os.startsWith("mac")
        ? home.resolve("Library").resolve("Caches").resolve("gme")
        : home.resolve(".cache").resolve("gme");
  }

  private static boolean isSet(String variable) {
    String value = System.getenv(variable);
    return value != null && !value.isBlank();
  }
}
