package dev.gme.frontend.corpus;

import dev.gme.core.GmeException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Recordings that could not be used, each with the reason.
 *
 * <pre>{@code
 * Skipped skipped = new Skipped();
 * FeatureFiles.write(recordings, ids, pipeline, archive, skipped, progress);
 * skipped.check(ids.size(), Skipped.ALLOWED);
 * }</pre>
 */
public final class Skipped {
  /** The share of recordings that may be missing unless more are allowed. */
  public static final double ALLOWED = 0.01;

  /** What helps where more are missing; a command may add how to allow it. */
  public static final String REMEDY = "mend them, or allow more of them to be missing";

  private final Map<String, String> reasons = new LinkedHashMap<>();

  /** A recording and what was wrong with it, in a sentence that names the file. */
  public void add(String id, String reason) {
    reasons.put(id, reason);
  }

  public Map<String, String> reasons() {
    return Collections.unmodifiableMap(reasons);
  }

  public boolean contains(String id) {
    return reasons.containsKey(id);
  }

  public int count() {
    return reasons.size();
  }

  /** What to say where nothing is left. */
  public GmeException none(int total) {
    return reasons.isEmpty()
        ? new GmeException("there are no recordings", "give a list with some")
        : new GmeException(
            "not one of "
                + total
                + " recordings could be used; the first: "
                + reasons.values().iterator().next(),
            "mend them, or check the list");
  }

  /** Fails if more than a share of all recordings was skipped: the one check of all commands. */
  public void check(int total, double share) {
    if (count() > share * total) {
      String first = reasons.values().iterator().next();
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "%d of %d recordings (%.1f %%) could not be used, %.1f %% are allowed; the first: %s",
              count(),
              total,
              100.0 * count() / total,
              100 * share,
              first),
          REMEDY);
    }
  }
}
