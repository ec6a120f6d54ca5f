package dev.gme.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.formats.FolderTest;
import dev.gme.formats.Mutations;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ListReaderTest extends FolderTest {
  @Test
  void whatALineSays() throws IOException {
    TrialList key =
        ListReader.read(
            list(
                String.join(
                    "\r\n",
                    "modelid\tsegmentid\tside\ttargettype\tgender\tLLR",
                    "m1\ts1.sph\ta\ttarget\tf\t2.5",
                    "m1\ts2.sph\tb\tnontarget\tm\t-1e-7",
                    "")));
    assertThat(key.enrolIds()).containsExactly("m1");
    assertThat(key.testIds()).containsExactly("s1.sph", "s2.sph");
    assertThat(key.test(1)).isEqualTo(1);
    assertThat(key.isTarget(0)).isTrue();
    assertThat(key.isTarget(1)).isFalse();
    assertThat(key.score(1)).isEqualTo(-1e-7);
    assertThat(key.conditions())
        .extracting(TrialList.Condition::name)
        .containsExactly("side", "gender");
    assertThat(key.conditions().get(1).word(1)).isEqualTo("m");
    assertThat(key.line(1)).isEqualTo(3);
    assertThat(key).hasToString("2 trials of 1 enrolments and 2 tests, labelled, scored");
  }

  @Test
  void tablesWithQuotesAndWeights() throws IOException {
    TrialList t =
        ListReader.read(list("test,enrol,weight,place\n\"x\",y,0.5,\"in, or out\"\nz,y,2,\n"));
    assertThat(t.testIds()).containsExactly("x", "z");
    assertThat(t.weight(0)).isEqualTo(0.5);
    assertThat(t.conditions().get(0).words()).containsExactly("in, or out", "");
    Path out = folder.resolve("out");
    ListWriter.write(out, t, ListLayout.TABLE);
    assertThat(ListReader.read(out).conditions().get(0).words()).containsExactly("in, or out", "");
    assertThat(ListReader.read(list("a b\n")).weight(0)).isEqualTo(1);
    Path quotes = list("enrol,test\n\"a\"\"b\",c\n");
    assertThatThrownBy(() -> ListReader.read(quotes))
        .hasMessageContaining("line 2: a quoted field does not end");
    Path open = list("enrol,test\na,\"c\n");
    assertThatThrownBy(() -> ListReader.read(open)).hasMessageContaining("a quoted field");
  }

  /** Kaldi's lists have no header as a rule; one may be there, or a caller knows the names. */
  @Test
  void conditionsBetweenBlanksHaveNames() throws IOException {
    TrialList bare = ListReader.read(list("a b target f 1-1\na c nontarget m 1-2\n"));
    assertThat(bare.unnamedConditions())
        .extracting(TrialList.Condition::toString)
        .containsExactly("condition1 (f, m)", "condition2 (1-1, 1-2)");
    TrialList named = bare.withConditionNames(List.of("gender", "digits"));
    TrialList headed =
        ListReader.read(list("enrol test label gender digits\na b target f 1-1\na c imp m 1-2\n"));
    for (TrialList t : List.of(named, headed)) {
      assertThat(t.size()).isEqualTo(2);
      assertThat(t.isTarget(1)).isFalse();
      assertThat(t.unnamedConditions()).isEmpty();
      assertThat(t.conditions())
          .extracting(TrialList.Condition::name)
          .containsExactly("gender", "digits");
      assertThat(t.conditions().get(1).word(1)).isEqualTo("1-2");
    }
    // A channel has its name, and two ids that are called enrol and test are a trial.
    TrialList channel = ListReader.read(list("m s a target x\nm t b nontarget y\n"));
    assertThat(channel.withConditionNames(List.of("place")).conditions())
        .extracting(TrialList.Condition::name)
        .containsExactly("channel", "place");
    assertThat(ListReader.read(list("enrol test target f\na b nontarget m\n")).size()).isEqualTo(2);
  }

  @Test
  void namesOfConditionsMustFitAndDiffer() throws IOException {
    TrialList two = ListReader.read(list("a b target f 1-1\na c nontarget m 1-2\n"));
    assertThatThrownBy(() -> two.withConditionNames(List.of("gender")))
        .hasMessageContaining("expected names for 2 conditions, found 1: gender");
    assertThatThrownBy(() -> two.withConditionNames(List.of("gender", "gender")))
        .hasMessageContaining("two conditions are called 'gender'");
    assertThatThrownBy(() -> two.withConditionNames(List.of("gender", " ")))
        .hasMessageContaining("a condition has an empty name");
    TrialList none = ListReader.read(list("a b target\n"));
    assertThatThrownBy(() -> none.withConditionNames(List.of("gender")))
        .hasMessageContaining("expected names for 0 conditions");
  }

  @Test
  void headersAreWrittenWithAllColumns() throws IOException {
    TrialList t = ListReader.read(list("enrol,test,weight,place\na,b,0.5,here\n"));
    Path out = folder.resolve("out");
    ListWriter.write(out, t, ListLayout.TABLE);
    assertThat(out).hasContent("enrol\ttest\tweight\tplace\na\tb\t0.5\there");
    ListWriter.write(out, t, ListLayout.NIST);
    assertThat(out).hasContent("modelid\tsegmentid\tside\tplace\na\tb\ta\there");
    ListWriter.write(out, ListReader.read(list("m s b target\n")), ListLayout.SRE10);
    assertThat(out).hasContent("m s b target");
    // NIST's side is the channel of SRE10, wherever the column stands; other columns are none.
    Path nist = list("modelid\tsegmentid\tgender\tside\nm\ts\tf\tb\n");
    ListWriter.write(out, ListReader.read(nist), ListLayout.SRE10);
    assertThat(out).hasContent("m s b");
    ListWriter.write(out, ListReader.read(nist), ListLayout.NIST);
    assertThat(out).hasContent("modelid\tsegmentid\tside\tgender\nm\ts\tb\tf");
    ListWriter.write(out, ListReader.read(list("m s b\n")), ListLayout.NIST);
    assertThat(out).hasContent("modelid\tsegmentid\tside\nm\ts\tb");
    TrialList gender = ListReader.read(list("a b tgt f\n"));
    assertThatThrownBy(() -> ListWriter.write(out, gender, ListLayout.SRE10))
        .hasMessageContaining("needs channels");
    ListWriter.write(out, ListReader.read(list("a b tgt f\n")), ListLayout.KALDI);
    assertThat(out).hasContent("a b target f");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a b 1~a c 2~a d|line 3: expected 3 fields, found 2",
        "a b 1~a c 2 3~a d 3|line 2: expected 3 fields, found 4",
        "a b 1~~a c 2|line 3: expected a trial on every line, found a blank line before this one",
        "a b nan~a c 1|line 1: expected a number, found NaN",
        "a b 1~a c nan~a d -NaN~a e 2|line 2: expected a number, found NaN, as in 1 more of 4"
            + " lines",
        "a b nan~a c x|line 2: expected a number as score, found 'x'",
      })
  void badLines(String text, String sentence) throws IOException {
    Path file = list(text.replace('~', '\n'));
    assertThatThrownBy(() -> ListReader.read(file, ListLayout.SCORES))
        .hasMessageContaining("list, " + sentence);
  }

  @Test
  void aLabelThatIsNone() throws IOException {
    Path file = list("modelid\tsegmentid\ttargettype\nm\ts\ttarget\nm\tt\tunknown\n");
    assertThatThrownBy(() -> ListReader.read(file))
        .hasMessageContaining("line 3: expected target or nontarget, found 'unknown'");
  }

  @Test
  void unknownIdsAreNamedWithTheirLine() throws IOException {
    TrialList t = ListReader.read(list("a x\nb y\n\n"));
    t.require(id -> true, id -> true);
    assertThatThrownBy(() -> t.require(id -> true, "x"::equals))
        .hasMessageContaining("list, line 2: there is no vector or model 'y'");
    assertThatThrownBy(() -> t.require("b"::equals, "x"::equals))
        .hasMessageContaining("line 1: there is no vector or model 'a'");
  }

  /** 120,000 trials: several chunks, ids that come back in others; gzip; seed 6. */
  @ParameterizedTest
  @EnumSource(
      value = ListLayout.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"BOSARIS", "NPZ"})
  void longListsThereAndBack(ListLayout layout) throws IOException {
    int n = 120_000;
    Random random = new Random(6);
    List<String> enrolIds = IntStream.range(0, 700).mapToObj(i -> "model-" + i).toList();
    List<String> testIds = IntStream.range(0, 9000).mapToObj(i -> "spk/utt" + i + ".wav").toList();
    int[] enrol = random.ints(n, 0, 700).toArray();
    int[] test = random.ints(n, 0, 9000).toArray();
    boolean[] target = new boolean[n];
    double[] scores = new double[n];
    for (int i = 0; i < n; i++) {
      target[i] = random.nextInt(10) == 0;
      scores[i] = (float) (100 * random.nextGaussian());
    }
    scores[5] = Double.POSITIVE_INFINITY;
    TrialList trials =
        TrialList.of(enrolIds, testIds, enrol, test).withLabels(target).withScores(scores);
    if (layout == ListLayout.SRE10) {
      assertThatThrownBy(() -> ListWriter.write(folder.resolve("x"), trials, layout))
          .hasMessageContaining("needs channels");
      return;
    }
    Path file = folder.resolve("list.gz");
    ListWriter.write(file, trials, layout);
    assertThat(ListRecognizer.recognize(file)).isEqualTo(layout);
    TrialList back = ListReader.read(file);
    assertThat(back.size()).isEqualTo(n);
    assertThat(back.hasLabels()).isEqualTo(layout != ListLayout.SCORES);
    for (int i = 0; i < n; i++) {
      if (!back.enrolIds().get(back.enrol(i)).equals(enrolIds.get(enrol[i]))
          || !back.testIds().get(back.test(i)).equals(testIds.get(test[i]))
          || (back.hasLabels() && back.isTarget(i) != target[i])
          || (back.hasScores() && (float) back.score(i) != (float) scores[i])) {
        throw new AssertionError("trial " + i + " differs");
      }
    }
    Path again = folder.resolve("again");
    ListWriter.write(again, back, layout);
    Path plain = folder.resolve("plain");
    ListWriter.write(plain, trials, layout);
    assertThat(again).hasSameBinaryContentAs(plain);
  }

  /** A bad line far down is named by its number in the file. */
  @Test
  void linesCountOverChunks() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 200_000; i++) {
      text.append("enrolment-").append(i % 7).append(" test-").append(i).append(" 0.25\n");
    }
    text.append("enrolment-1 test-x maybe\n");
    Path file = list(text.toString());
    assertThatThrownBy(() -> ListReader.read(file)).hasMessageContaining("line 200001: ");
  }

  @Test
  void idsThatCannotBeWritten() {
    TrialList t = TrialList.of(List.of("a b"), List.of("x"), new int[1], new int[1]);
    assertThatThrownBy(() -> ListWriter.write(folder.resolve("x"), t, ListLayout.KALDI))
        .hasMessageContaining("'a b' cannot be written");
    TrialList u = TrialList.of(List.of("a"), List.of("x"), new int[1], new int[1]);
    assertThatThrownBy(() -> ListWriter.write(folder.resolve("x"), u, ListLayout.VOXCELEB))
        .hasMessageContaining("needs labels");
    assertThatThrownBy(() -> u.withScores(new double[] {Double.NaN}))
        .hasMessageContaining("a x is NaN");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void damagedGzip() throws IOException {
    Path file = folder.resolve("x.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("a b 1\na c 2\n".repeat(50).getBytes(StandardCharsets.UTF_8));
    }
    Mutations.test(file, 300, 30, ListReader::read);
  }

  /** Draws with the random seed 31. */
  @Test
  void damagedLists() throws IOException {
    Mutations.test(list("a b 1.5 target\nc d -2 nontarget\n"), 500, 31, ListReader::read);
    Mutations.test(list("modelid\tsegmentid\tside\nm\ts\ta\n"), 500, 32, ListReader::read);
    Mutations.test(list("enrol,test,weight\n\"a\",b,1\n"), 500, 33, ListReader::read);
  }
}
