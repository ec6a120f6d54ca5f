package dev.gme.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gme.core.GmeException;
import dev.gme.formats.FileKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchAnswersTest {
  private static final String ANNA = "t1\tanna\t0.9\t5\t4\tyes\n";
  private static final String NOBODY = "t1\tnobody\t0.1\t0\t-2\tno\n";

  @TempDir Path folder;

  private Path file(String lines) throws IOException {
    return Files.writeString(folder.resolve("who.tsv"), SearchAnswers.HEADER + "\n" + lines);
  }

  @Test
  void candidatesAndAnswersAreRead() throws IOException {
    Path file = file(ANNA + NOBODY + "t2\tnobody\t1\t0\t9\tyes\n");
    assertThat(FileKind.of(file)).isEqualTo(FileKind.SEARCHES);
    SearchAnswers answers = SearchAnswers.read(file);
    assertThat(answers.tests()).extracting(SearchAnswers.Test::id).containsExactly("t1", "t2");
    assertThat(answers.tests().get(0).candidates()).containsExactly("anna");
    assertThat(answers.tests().get(0).answer()).isEqualTo("anna");
    assertThat(answers.tests().get(0).posterior()).isEqualTo(0.9);
    assertThat(answers.tests())
        .extracting(SearchAnswers.Test::isNamed)
        .containsExactly(true, false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          anna\\t0.9\\t5\\t4\\tyes\\n;            line 2: expected 6 words between tabs, found 5
          t1\\tanna\\t1.9\\t5\\t4\\tyes\\n;       line 2: expected a posterior from 0 to 1, found '1.9'
          t1\\tanna\\tx\\t5\\t4\\tyes\\n;         line 2: expected a posterior from 0 to 1, found 'x'
          t1\\tanna\\t0.9\\t5\\t4\\tmaybe\\n;     line 2: expected yes or no, found 'maybe'
          t1\\tnobody\\t0.1\\t5\\t4\\tno\\n;      line 2: the test 't1' has no answer
          t1\\ta\\t0.9\\t5\\t4\\tyes\\nt1\\tb\\t0.1\\t5\\t4\\tyes\\n; line 3: the test 't1' has a second answer
          t1\\ta\\t0.9\\t5\\t4\\tyes\\nt2\\tb\\t0.1\\t5\\t4\\tyes\\n; line 3: expected the test 't1', found 't2'
          t1\\ta\\t0.9\\t5\\t4\\tyes\\n;          the last test, 't1', has no line for nobody
          """)
  void badLinesAreNamed(String lines, String message) throws IOException {
    Path file = file(lines.replace("\\t", "\t").replace("\\n", "\n"));
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> SearchAnswers.read(file))
        .withMessageContaining(message);
  }

  @Test
  void aTestComesOnce() throws IOException {
    Path file = file(ANNA + NOBODY + ANNA + NOBODY);
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> SearchAnswers.read(file))
        .withMessageContaining("line 4: the test 't1' comes twice");
  }
}
