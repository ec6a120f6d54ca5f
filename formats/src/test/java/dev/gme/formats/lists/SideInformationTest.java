package dev.gme.formats.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.formats.FileKind;
import dev.gme.formats.FolderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SideInformationTest extends FolderTest {
  private static final String TABLE = "id\tspeech\tsnr\na\t2.5\t10\nb\t1\tNaN\nc\t0\t\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id\tspeech\tsnr\na\t2.5\t10\nb\t1\t20\n",
        "utt,speech,snr\na,2.5,10\nb,1,20\n",
        "ID speech snr\na 2.5 10\nb 1 20\n"
      })
  void columnsAreFoundByTheirNames(String text) throws IOException {
    SideInformation side = SideInformation.read(list(text));
    assertThat(side.of(List.of("snr", "log:speech"), List.of("b", "a")).array())
        .containsExactly(20, 0, 10, Math.log(2.5));
    assertThat(side.asked()).isEmpty();
  }

  @Test
  void oneNumberARecordingHasAnyName() throws IOException {
    Path durations = list("a 2\nb 3\n");
    SideInformation side = SideInformation.parse(durations + ":log:duration");
    assertThat(side.requireAsked()).containsExactly("log:duration");
    assertThat(side.of(side.asked(), List.of("b")).array()).containsExactly(Math.log(3));
    refused(
        () -> side.of(List.of("duration", "snr"), List.of("b")),
        durations + ": there is no column 'duration'",
        "it has one number for each recording: put 'id' and the names of its columns above");
  }

  @Test
  void columnsStandBehindTheFile() throws IOException {
    Path table = list(TABLE);
    assertThat(SideInformation.parse(table + ":log:speech,snr").asked())
        .containsExactly("log:speech", "snr");
    assertThat(SideInformation.asks(table.getFileName() + ":snr", table.getParent())).isTrue();
    assertThat(SideInformation.asks(table.getFileName().toString(), table.getParent())).isFalse();
    refused(
        () -> SideInformation.parse(table.toString()).requireAsked(),
        table + ": no columns of it are named",
        "write " + table + ":COLUMNS; it has speech, snr");
    refused(
        () -> SideInformation.parse(table + ":log:"),
        "expected " + SideInformation.SYNTAX + ", found ",
        "name the columns");
    refused(
        () -> SideInformation.parse("nowhere.tsv:snr"),
        "there is no file of side information for 'nowhere.tsv:snr'",
        "check the path");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "level     | a | there is no column 'level'",
        "snr       | x | there is nothing on recording 'x'",
        "snr       | b | expected a number of recording 'b' in column 'snr', found 'NaN'",
        "snr       | c | expected a number of recording 'c' in column 'snr', found none",
        "log:speech | c | expected a positive number of recording 'c' in column 'speech', found"
            + " '0.0'",
      })
  void nothingIsMadeUp(String column, String id, String sentence) throws IOException {
    Path table = list(TABLE);
    SideInformation side = SideInformation.read(table);
    refused(() -> side.of(List.of(column), List.of(id)), table + ": " + sentence, "");
  }

  @Test
  void badTablesAreRefusedByLine() throws IOException {
    Path twice = list("id snr\na 1\na 2\n");
    refused(() -> SideInformation.read(twice), twice + ", line 3: 'a' comes twice", "remove");
    Path wide = list("id snr\na 1 2\n");
    refused(() -> SideInformation.read(wide), wide + ", line 2: expected an id and 1", "correct");
    Path names = list("id snr snr\na 1 2\n");
    refused(() -> SideInformation.read(names), names + ", line 1: two columns are called", "");
    Path bare = list("a 1 2\n");
    refused(() -> SideInformation.read(bare), bare + ": expected a first line", "put 'id'");
  }

  @Test
  void filesAreTold() throws IOException {
    Path table = list(TABLE);
    assertThat(FileKind.of(table)).isEqualTo(FileKind.SIDE_INFORMATION);
    SideInformation side = SideInformation.read(table);
    assertThat(side.size()).isEqualTo(3);
    assertThat(side.columns()).containsExactly("speech", "snr");
    assertThat(side.known("snr")).containsExactly(10);
    assertThat(FileKind.of(list("id,x1,x2\na,1,2\nb,3,4\n"))).isEqualTo(FileKind.VECTORS);
  }

  @Test
  void theDigestIsOfTheNumbers() throws IOException {
    String digest = SideInformation.read(list(TABLE)).digest();
    assertThat(SideInformation.read(list(TABLE)).digest()).isEqualTo(digest);
    assertThat(SideInformation.read(list(TABLE.replace("2.5", "2.6"))).digest())
        .isNotEqualTo(digest);
  }

  private static void refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable work, String sentence, String help) {
    assertThatThrownBy(work)
        .isInstanceOf(GmeException.class)
        .hasMessageStartingWith(sentence)
        .satisfies(e -> assertThat(((GmeException) e).help()).contains(help));
  }
}
