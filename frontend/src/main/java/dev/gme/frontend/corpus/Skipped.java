package dev.gme.frontend.corpus;

import dev.gme.core.GmeException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

  /** What would help; the same for many recordings. */
  private final Set<String> helps = new LinkedHashSet<>();

  /** A recording and what was wrong with it, in a sentence that names the file. */
  public void add(String id, String reason) {
    reasons.put(id, reason);
    helps.add("mend them, or check the list");
  }

  /** A recording, what was wrong with it, and what would help. */
  public void add(String id, GmeException problem) {
    reasons.put(id, problem.getMessage());
    helps.add(problem.help());
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
    if (reasons.isEmpty()) {
      return new GmeException("there are no recordings", "give a list with some");
    }
    String first = reasons.values().iterator().next();
    return new GmeException(
        total == 1
            ? first
            : "not one of " + total + " recordings could be used; the first: " + first,
        helps.size() == 1 ? helps.iterator().next() : "mend them, or check the list");
  }

  /** How many were skipped, and why the first of them; empty if none was. */
  public Optional<String> summary(int total) {
    return reasons.isEmpty() ? Optional.empty() : Optional.of(summary(total, ""));
  }

  private String summary(int total, String allowed) {
    return String.format(
        Locale.ROOT,
        "%d of %d recordings (%.1f %%) could not be used%s; the first: %s",
        count(),
        total,
        100.0 * count() / total,
        allowed,
        reasons.values().iterator().next());
  }

  /** Fails if more than a share of all recordings was skipped: the one check of all commands. */
  public void check(int total, double share) {
    if (count() > share * total) {
      throw new GmeException(
          summary(total, String.format(Locale.ROOT, ", %.1f %% are allowed", 100 * share)), REMEDY);
    }
  }
}
