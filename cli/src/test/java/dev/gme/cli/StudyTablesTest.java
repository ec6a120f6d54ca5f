package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StudyTablesTest {
  @Test
  void tablesBecomeRowsAndTheRestSentences() {
    Map<String, Object> tree =
        StudyTables.of(
            List.of(
                "| size | seconds |",
                "|---|---|",
                "| small | 0.1 |",
                "| large | |",
                "",
                "| a |",
                "|---|",
                "| 1 |",
                "",
                "2 threads."));
    assertThat(tree)
        .containsEntry(
            "tables",
            List.of(
                List.of(
                    Map.of("size", "small", "seconds", "0.1"),
                    Map.of("size", "large", "seconds", "")),
                List.of(Map.of("a", "1"))))
        .containsEntry("notes", List.of("2 threads."));
  }
}
