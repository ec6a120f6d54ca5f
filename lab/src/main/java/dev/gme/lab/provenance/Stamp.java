package dev.gme.lab.provenance;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Which program makes something, and when: the one clock and the one name of all provenance.
 *
 * <pre>{@code
 * new Provenance(data, command, parameters, Stamp.tool(), Stamp.date());
 * }</pre>
 */
public final class Stamp {
  private Stamp() {}

  /** Name and version of this program. */
  public static String tool() {
    String version = Stamp.class.getPackage().getImplementationVersion();
    return "gme " + (version == null ? "(not packaged)" : version);
  }

  /**
   * The time, to the second. It is that of the environment variable SOURCE_DATE_EPOCH where that is
   * set, so that a run can be repeated to the byte.
   */
  public static String date() {
    String epoch = System.getenv("SOURCE_DATE_EPOCH");
    boolean fixed = epoch != null && epoch.matches("[0-9]{1,12}");
    Instant when = fixed ? Instant.ofEpochSecond(Long.parseLong(epoch)) : Instant.now();
    return when.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
