package dev.gme.benchmarks.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a study found.
 *
 * @param notes sentences that belong to the tables, for example the number of threads
 */
public record StudyResult(List<StudyTable> tables, List<String> notes) {
  public StudyResult {
    tables = List.copyOf(tables);
    notes = List.copyOf(notes);
  }

  static StudyResult of(StudyTable... tables) {
    return new StudyResult(List.of(tables), List.of());
  }

  /** The lines of a page: the tables, then the notes, with empty lines between them. */
  public List<String> markdown() {
    List<String> lines = new ArrayList<>();
    for (StudyTable table : tables) {
      if (!lines.isEmpty()) {
        lines.add("");
      }
      lines.addAll(table.markdown());
    }
    if (!notes.isEmpty()) {
      lines.add("");
      lines.addAll(notes);
    }
    return lines;
  }

  /**
   * Maps, lists and plain values for JSON: {@code tables}, each with its {@code rows} as maps from
   * the heads of the columns to values, and {@code notes}. Rates and shares are of 1.
   */
  public Map<String, Object> values() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("tables", tables.stream().map(StudyTable::values).toList());
    out.put("notes", notes);
    return out;
  }
}
