package dev.gme.formats.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gme.core.GmeException;
import dev.gme.formats.FileKind;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterRoundsTest {
  @TempDir Path folder;

  private Path good() throws IOException {
    Path file = folder.resolve("rounds.npz");
    new ClusterRounds(
            "digest", new int[] {0, 0, 1}, new int[] {3, 2}, 1.5, new int[][] {{1, 2}, {0}, {}})
        .write(file);
    return file;
  }

  @Test
  void whatWasWrittenIsRead() throws IOException {
    Path file = good();
    assertThat(FileKind.of(file)).isEqualTo(FileKind.CLUSTER_ROUNDS);
    ClusterRounds read = ClusterRounds.read(file);
    assertThat(read.key()).isEqualTo("digest");
    assertThat(read.labels()).containsExactly(0, 0, 1);
    assertThat(read.setsAfterRound()).containsExactly(3, 2);
    assertThat(read.objective()).isEqualTo(1.5);
    assertThat(read.nearest()).isDeepEqualTo(new int[][] {{1, 2}, {0}, {}});
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "labels;           0 0 7;   expected sets below 3, found 7",
        "labels;           0 0.5 1; expected whole numbers from 0 and below 2147483647",
        "labels;           a b c;   expected numbers in the array 'labels', found text",
        "nearest;          0 1 2 0; expected lists of one length for 3 items, found 4 entries",
        "nearest;          0 1 3;   expected whole numbers from 0 and below 3 in the array 'nearest'",
        "sets_after_round; 9;       expected whole numbers from 0 and below 4",
        "objective;        NaN;     expected one finite number as the objective",
        "objective;        1 2;     expected one finite number as the objective",
        "key;              a b;     expected one key, found 2",
      })
  void damageIsNamed(String array, String elements, String message) throws IOException {
    Path file = good();
    Map<String, NpyArray> arrays = new LinkedHashMap<>(Npz.read(file));
    String[] words = elements.split(" ");
    arrays.put(
        array,
        words[0].matches("[ab]")
            ? NpyArray.of(List.of(words))
            : NpyArray.of(List.of(words).stream().mapToDouble(Double::parseDouble).toArray()));
    Npz.write(file, arrays);
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> ClusterRounds.read(file))
        .withMessageContaining("rounds.npz")
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.help()).isEqualTo("remove that file, or name another one"));
  }

  @Test
  void otherArraysAreNoRounds() throws IOException {
    Path file = folder.resolve("other.npz");
    Npz.write(file, Map.of("X", NpyArray.of(1.0, 2.0)));
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> ClusterRounds.read(file))
        .withMessageContaining("expected the checkpoint of a clustering, found the arrays 'X'");
  }
}
