package dev.gme.benchmarks.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A table of figures.
 *
 * <pre>{@code
 * StudyTable table =
 *     new StudyTable(
 *         "",
 *         List.of("system", "EER"),
 *         List.of(List.of(Cell.text("Gaussian PLDA"), Cell.percent(0.0937))));
 * }</pre>
 *
 * @param title empty where the columns say enough
 * @param columns their heads
 * @param rows as many cells each as there are columns
 */
public record StudyTable(String title, List<String> columns, List<List<Cell>> rows) {
  public StudyTable {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<Cell> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "a row of " + row.size() + " cells in a table of " + columns.size() + " columns");
      }
    }
  }

  List<String> markdown() {
    List<String> lines = new ArrayList<>();
    if (!title.isEmpty()) {
      lines.add(title);
      lines.add("");
    }
    lines.add(columns.stream().collect(Collectors.joining(" | ", "| ", " |")));
    lines.add("|" + "---|".repeat(columns.size()));
    for (List<Cell> row : rows) {
      lines.add(row.stream().map(Cell::text).collect(Collectors.joining(" | ", "| ", " |")));
    }
    return lines;
  }

  /** The title, and the rows as maps from the head of a column to a value. */
  Map<String, Object> values() {
    Map<String, Object> out = new LinkedHashMap<>();
    if (!title.isEmpty()) {
      out.put("title", title);
    }
    out.put("rows", rows.stream().map(this::values).toList());
    return out;
  }

  private Map<String, Object> values(List<Cell> row) {
    Map<String, Object> out = new LinkedHashMap<>();
    for (int c = 0; c < columns.size(); c++) {
      out.put(columns.get(c), row.get(c).value());
    }
    return out;
  }
}
