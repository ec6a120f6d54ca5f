package dev.gme.lab.evaluate;

import java.util.ArrayList;
import java.util.List;

/** Lines of text in columns: the first to the left, the others (figures) to the right. */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(String... header) {
    row(header);
  }

  public void row(String... cells) {
    rows.add(List.of(cells));
  }

  public List<String> lines() {
    int columns = rows.get(0).size();
    int[] width = new int[columns];
    for (List<String> row : rows) {
      for (int c = 0; c < columns; c++) {
        width[c] = Math.max(width[c], row.get(c).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < columns; c++) {
        String pad = " ".repeat(width[c] - row.get(c).length());
        line.append(c == 0 ? row.get(c) + pad : "  " + pad + row.get(c));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
