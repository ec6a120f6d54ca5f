package dev.gme.benchmarks.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A result as Markdown and as values. */
class StudyResultTest {
  private static final StudyResult RESULT =
      new StudyResult(
          List.of(
              new StudyTable(
                  "",
                  List.of("trials", "seconds", "share"),
                  List.of(
                      List.of(Cell.size(1000, 20), Cell.number("%.1f", 0.123), Cell.percent(0.5)),
                      List.of(
                          Cell.text("large"),
                          Cell.number("%.1f", Double.NaN),
                          Cell.number("%.1f", Double.NaN, "")))),
              new StudyTable("Another", List.of("a"), List.of(List.of(Cell.text("1"))))),
          List.of("2 threads."));

  @Test
  void peopleReadTables() {
    assertThat(RESULT.markdown())
        .containsExactly(
            "| trials | seconds | share |",
            "|---|---|---|",
            "| 1,000 x 20 | 0.1 | 50.00 % |",
            "| large | unknown |  |",
            "",
            "Another",
            "",
            "| a |",
            "|---|",
            "| 1 |",
            "",
            "2 threads.");
  }

  @Test
  void programsReadValues() {
    Map<String, Object> large = new LinkedHashMap<>();
    large.put("trials", "large");
    large.put("seconds", null);
    large.put("share", null);
    assertThat(RESULT.values())
        .containsExactly(
            Map.entry(
                "tables",
                List.of(
                    Map.of(
                        "rows",
                        List.of(
                            Map.of("trials", List.of(1000, 20), "seconds", 0.123, "share", 0.5),
                            large)),
                    Map.of("title", "Another", "rows", List.of(Map.of("a", "1"))))),
            Map.entry("notes", List.of("2 threads.")));
  }

  @Test
  void rowsFillTheirColumns() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StudyTable("", List.of("a", "b"), List.of(List.of(Cell.text("1")))))
        .withMessage("a row of 1 cells in a table of 2 columns");
  }
}
