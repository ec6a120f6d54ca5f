package dev.gme.core.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionWordsTest {
  private static final List<String> NAMES = List.of("a", "b", "c");

  private static Partition parse(String text) {
    return PartitionWords.parse(PartitionWords.sets(text), NAMES);
  }

  @Test
  void wordsAndPartitionsAreTheSame() {
    assertThat(parse("b | a,c")).isEqualTo(Partition.of(0, 1, 0));
    for (Partition p : Partitions.all(3)) {
      assertThat(parse(PartitionWords.of(p, NAMES))).isEqualTo(p);
    }
  }

  @Test
  void everyRecordingIsInOneSet() {
    assertThatThrownBy(() -> parse("a,b|a,c")).hasMessage("the partition has 'a' twice");
    assertThatThrownBy(() -> parse("a,b")).hasMessage("the partition lacks 'c'");
    assertThatThrownBy(() -> parse("a,b|c,d"))
        .hasMessage("the partition has 'd', which is not one of the recordings");
    assertThatThrownBy(() -> parse("a,b||c")).hasMessageContaining("written as 'a,b|c'");
  }
}
