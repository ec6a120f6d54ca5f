package dev.gme.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.formats.FolderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The decision table of {@link ListRecognizer}, with every pair of layouts that can be confused.
 */
class ListRecognizerTest extends FolderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "KALDI    | a b/a c",
        "KALDI    | a b target/a c nontarget",
        "KALDI    | a b tgt m 1-8/a c imp f 2-2",
        "KALDI    | a b true/a c false",
        "VOXCELEB | 1 a b/0 a c",
        "NIST     | modelid~segmentid~side/m~s.sph~a",
        "NIST     | modelid~segmentid~side~targettype/m~s~a~target",
        "NIST     | modelid~segmentid~side~LLR/m~s~a~-1.5",
        "SRE10    | m s a/m t b",
        "SRE10    | m s a target/m t b nontarget",
        "TABLE    | enrol,test,label/a,b,target",
        "TABLE    | test~enrol~snr/a~b~20",
        "SCORES   | a b 1.5/a c -Infinity",
        "WESPEAKER| a b 1.5 target/a c -2 nontarget",
        // A header wins over a pair of ids, but only where tabs or commas say that it is one.
        "TABLE    | enrol~test/a~b",
        "KALDI    | enrol test/a b",
        "NIST     | modelid segmentid side/m s a",
        // Labels first: a score list whose enrolment ids are all 0 or 1 needs the option.
        "VOXCELEB | 1 a 0.5/0 b 1.5",
        "VOXCELEB | 1 a target/0 b nontarget",
        "VOXCELEB | 1 m a/0 n b",
        "SCORES   | 1 a 0.5/2 b 1.5",
        // Four fields are never voxceleb's.
        "WESPEAKER| 1 a 0.5 target/0 b 1.5 nontarget",
        "KALDI    | 1 a target m/0 b nontarget f",
        "SRE10    | 1 s a target/0 t b nontarget",
        // Digits in the third field are scores, not labels.
        "SCORES   | a b 1/a c 0",
        "WESPEAKER| a b 1 target/a c 0 nontarget",
        "SCORES   | a b 1 x/a c 0 y",
        // A label wins over a number behind it, a number over a letter.
        "KALDI    | a b target 1.5/a c nontarget -2",
        "SCORES   | a b 1 a/a c 0 b",
        // Names of columns may have blanks around them, and a mark of UTF-8 before.
        "TABLE    | enrol, test, label/a, b, target",
        "NIST     | \ufeffmodelid~segmentid~side/m~s~a",
        // One letter is a channel; a word among letters is not.
        "SRE10    | m s x/m t a",
      })
  void firstRuleThatHolds(ListLayout expected, String text) throws IOException {
    Path file = lines(text);
    assertThat(ListRecognizer.recognize(file)).isEqualTo(expected);
    // Two trials, of which the first line is none where it is a header.
    boolean header = expected == ListLayout.NIST || expected == ListLayout.TABLE;
    assertThat(ListReader.read(file).size()).isEqualTo(header ? 1 : 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | a b target/a c maybe",
        "1 | a b c/a d e",
        "1 | a/b",
        "3 | a b 1.5/a c 2/a d x",
        "1 | m s a/m t q",
        "2 | a b 1/a c"
      })
  void linesThatDisagree(int line, String text) throws IOException {
    Path file = lines(text);
    assertThatThrownBy(() -> ListReader.read(file))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("list, line " + line + ": ")
        .extracting(e -> ((GmeException) e).help())
        .asString()
        .contains("name the layout")
        .doesNotContain("--");
  }

  @Test
  void theOptionDecides() throws IOException {
    Path file = lines("1 a 0.5/0 b 1.5");
    TrialList scores = ListReader.read(file, ListLayout.SCORES);
    assertThat(scores.score(1)).isEqualTo(1.5);
    assertThat(scores.enrolIds()).containsExactly("1", "0");
    assertThat(ListReader.read(lines("1 7 target/1 8 nontarget"), ListLayout.KALDI).isTarget(0))
        .isTrue();
    assertThat(ListLayout.of("wespeaker")).isEqualTo(ListLayout.WESPEAKER);
    assertThatThrownBy(() -> ListLayout.of("nis")).hasMessageContaining("'nis'");
    assertThatThrownBy(() -> ListReader.read(file, ListLayout.NIST))
        .hasMessageContaining("expected a header");
    assertThatThrownBy(() -> ListReader.read(file, ListLayout.WESPEAKER))
        .hasMessageContaining("expected at least 4 fields");
  }

  @Test
  void columnsOfOtherNames() throws IOException {
    Path file = lines("speaker,segment,key,label/m,s,target,x/n,s,nontarget,y");
    Map<String, String> called = Map.of("enrol", "speaker", "test", "segment", "label", "key");
    TrialList read = ListReader.read(file, Optional.empty(), called);
    assertThat(read.enrolIds()).containsExactly("m", "n");
    assertThat(read.isTarget(0)).isTrue();
    assertThat(read.conditions()).extracting(TrialList.Condition::name).containsExactly("label");
    // Blanks are enough where it is said that there is a header.
    Path blanks = lines("a b/x y");
    assertThat(
            ListReader.read(blanks, Optional.empty(), Map.of("enrol", "b", "test", "a")).enrolIds())
        .containsExactly("y");
    assertThatThrownBy(() -> ListReader.read(blanks, Optional.empty(), Map.of("enrol", "c")))
        .hasMessageContaining("line 1: expected a column 'c', found 'a, b'");
    assertThatThrownBy(() -> ListReader.read(blanks, Optional.empty(), Map.of("enrol", "a")))
        .hasMessageContaining("expected a header");
    assertThatThrownBy(() -> ListReader.read(blanks, Optional.empty(), Map.of("model", "a")))
        .hasMessageContaining("usually called 'model'");
  }

  /** Ids that common hashes put into one place: 2^16 words of Aa and BB. */
  @Test
  void idsThatCollide() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 1 << 16; i++) {
      for (int bit = 0; bit < 16; bit++) {
        text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      text.append(" t").append(i).append('\n');
    }
    assertThat(ListReader.read(lines(text.toString())).enrolIds()).hasSize(1 << 16);
  }

  @Test
  void headersAndNothing() throws IOException {
    Path twice = lines("enrol~test~test/a~b~c");
    assertThatThrownBy(() -> ListReader.read(twice))
        .hasMessageContaining("two columns hold the test");
    Path both = lines("modelid~segmentid~enrol~test/m~s~e~t");
    assertThatThrownBy(() -> ListReader.read(both))
        .hasMessageContaining("two columns hold the enrol");
    Path nothing = lines(" ");
    assertThatThrownBy(() -> ListReader.read(nothing)).hasMessageContaining("found nothing");
  }

  @Test
  void answersOfSearchesAreNoScores() throws IOException {
    Path file = lines(SearchAnswers.HEADER.replace('\t', '~') + "/t~a~0.9~2~3~yes");
    assertThatThrownBy(() -> ListReader.read(file))
        .hasMessageContaining("found answers of searches (gme identify)");
  }

  @Test
  void tooManyColumns() throws IOException {
    Path header = lines("enrol,test" + ",c".repeat(2000) + "/a,b" + ",x".repeat(2000));
    assertThatThrownBy(() -> ListReader.read(header))
        .hasMessageContaining("expected a list of at most 1000 columns, found 2002");
    Path fields = lines("a b target" + " x".repeat(2000));
    assertThatThrownBy(() -> ListReader.read(fields)).hasMessageContaining("found 2003");
  }
}
