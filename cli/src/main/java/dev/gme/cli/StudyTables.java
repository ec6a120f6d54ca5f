package dev.gme.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The lines of a study, Markdown tables and sentences between them, as a tree for JSON. */
final class StudyTables {
  private StudyTables() {}

  /**
   * Tables as lists of rows, each a map from the heads of the columns to texts; and the sentences.
   */
  static Map<String, Object> of(List<String> lines) {
    List<List<Map<String, String>>> tables = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    List<String> heads = null;
    for (String line : lines) {
      if (!line.startsWith("|")) {
        heads = null;
        if (!line.isBlank()) {
          notes.add(line);
        }
      } else if (heads == null) {
        heads = cells(line);
        tables.add(new ArrayList<>());
      } else if (!line.startsWith("|---")) {
        List<String> cells = cells(line);
        Map<String, String> row = new LinkedHashMap<>();
        for (int c = 0; c < Math.min(heads.size(), cells.size()); c++) {
          row.put(heads.get(c), cells.get(c));
        }
        tables.get(tables.size() - 1).add(row);
      }
    }
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("tables", tables);
    out.put("notes", notes);
    return out;
  }

  private static List<String> cells(String line) {
    String inner = line.strip();
    List<String> out = new ArrayList<>();
    for (String cell : inner.substring(1, inner.length() - 1).split("\\|", -1)) {
      out.add(cell.strip());
    }
    return out;
  }
}
