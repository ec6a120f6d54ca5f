package dev.gme.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Missing, double and unknown: an error with the id and the line, or left out where allowed. */
class ScoreAlignmentTest {
  @TempDir Path folder;

  private TrialList list(String name, String text) throws IOException {
    return ListReader.read(Files.writeString(folder.resolve(name), text.replace("/", "\n")));
  }

  /** The score, the label and the condition of each trial. */
  private static List<String> trials(TrialList list) {
    return IntStream.range(0, list.size())
        .mapToObj(
            i ->
                list.score(i)
                    + (list.isTarget(i) ? " target " : " nontarget ")
                    + list.conditions().get(0).word(i))
        .toList();
  }

  @Test
  void inTheOrderOfTheKey() throws IOException {
    TrialList key = list("key", "a x target m/b y nontarget f/a y nontarget f");
    TrialList scores = list("scores", "c z 9/a y 3/b y 2/a x 1/a z 8");
    TrialList aligned = ScoreAlignment.align(key, scores);
    assertThat(trials(aligned))
        .containsExactly("1.0 target m", "2.0 nontarget f", "3.0 nontarget f");
  }

  @Test
  void missingScores() throws IOException {
    TrialList key = list("key", "a x target m/b y nontarget f/a y nontarget f/d x target m");
    TrialList scores = list("scores", "a y 3/a x 1");
    assertThatThrownBy(() -> ScoreAlignment.align(key, scores))
        .hasMessageEndingWith("key, line 2: there is no score for the trial b y");
    TrialList some = ScoreAlignment.alignScored(key, scores);
    assertThat(trials(some)).containsExactly("1.0 target m", "3.0 nontarget f");
    assertThat(some.line(1)).isEqualTo(3);
  }

  @Test
  void contradictionsAreRefusedWithBothLines() throws IOException {
    TrialList key = list("key", "a x target/b y nontarget");
    TrialList scores = list("scores", "a x 1/b y 2/a x 1.5");
    assertThatThrownBy(() -> ScoreAlignment.alignScored(key, scores))
        .hasMessageEndingWith(
            "scores, line 3: the trial a x has score 1.5, but score 1.0 in line 1");
    TrialList elsewhere = list("elsewhere", "a x 1/b y 2/c x 1/c x 2");
    assertThatThrownBy(() -> ScoreAlignment.alignScored(key, elsewhere))
        .hasMessageEndingWith(
            "elsewhere, line 4: the trial c x has score 2.0, but score 1.0 in line 3");
    TrialList keyTwice = list("key-twice", "a x target/b y target/a x nontarget");
    TrialList good = list("good", "a x 1/b y 2");
    assertThatThrownBy(() -> ScoreAlignment.alignScored(keyTwice, good))
        .hasMessageEndingWith(
            "key-twice, line 3: the trial a x has nontarget, but target in line 1");
    assertThatThrownBy(() -> ScoreAlignment.alignScored(key, key))
        .hasMessageContaining("expected scores, found none");
  }

  /** As in published keys: a repeated trial counts each time. */
  @Test
  void repeatedTrialsThatAgreeAreScoredEachTime() throws IOException {
    TrialList key = list("key", "a x target/b y nontarget/a x target/a x target/b x nontarget");
    TrialList scores = list("scores", "b y 2/a x 1/b x 3/a x 1/c x 5/c x 5");
    TrialList aligned = ScoreAlignment.align(key, scores);
    assertThat(IntStream.range(0, aligned.size()).mapToDouble(aligned::score))
        .containsExactly(1.0, 2.0, 1.0, 1.0, 3.0);
    assertThat(ScoreAlignment.repeated(key)).isEqualTo(2);
    assertThat(ScoreAlignment.repeated(scores)).isEqualTo(2);
    assertThat(ScoreAlignment.repeated(list("once", "a x 1/a y 1/b x 1"))).isZero();
  }

  @Test
  void unknownIds() throws IOException {
    TrialList trials =
        list("trials", "enrol\ttest\tweight\tsnr/a\tx\t2\t10/b\tx\t3\t20/a\ty\t4\t20");
    assertThatThrownBy(() -> trials.require(id -> !id.equals("b"), id -> true))
        .hasMessageEndingWith("trials, line 3: there is no vector or model 'b'");
    TrialList known = trials.known(id -> !id.equals("b"), id -> true);
    assertThat(known.size()).isEqualTo(2);
    assertThat(known.line(1)).isEqualTo(4);
    assertThat(known.weight(1)).isEqualTo(4);
    assertThat(known.conditions().get(0).word(1)).isEqualTo("20");
    assertThat(trials.known(id -> true, id -> true)).isSameAs(trials);
    TrialList less = known.known(id -> true, id -> id.equals("y"));
    assertThat(less.line(0)).isEqualTo(4);
  }

  /** All pairs in two random orders. Seed 3. */
  @Test
  void anyOrder() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 50; j++) {
        lines.add("e" + i + " t" + j + " " + (100 * i + j));
      }
    }
    Random random = new Random(3);
    Collections.shuffle(lines, random);
    TrialList first = list("first", String.join("/", lines));
    Collections.shuffle(lines, random);
    TrialList aligned = ScoreAlignment.align(first, list("second", String.join("/", lines)));
    for (int k = 0; k < aligned.size(); k++) {
      assertThat(aligned.score(k)).isEqualTo(first.score(k));
    }
  }
}
