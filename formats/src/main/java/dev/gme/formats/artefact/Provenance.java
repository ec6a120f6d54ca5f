package dev.gme.formats.artefact;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where an artefact comes from: enough to make it again.
 *
 * @param data a digest or name of the data it was made from, or empty
 * @param command the command line, or empty
 * @param parameters options and what was done, by name, the seed among them, in the order in which
 *     they are given: so they are written, and the same run writes the same bytes if that map has
 *     an order
 * @param tool name and version of the program
 * @param date when it was made, as ISO 8601
 */
public record Provenance(
    String data, String command, Map<String, String> parameters, String tool, String date) {
  /** Where nothing is known, as of files of other programs. */
  public static final Provenance NONE = new Provenance("", "", Map.of(), "", "");

  public Provenance {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /** The same with further parameters, which come after the others. */
  public Provenance with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    all.putAll(more);
    return new Provenance(data, command, all, tool, date);
  }
}
