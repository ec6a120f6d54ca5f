package dev.gme.formats.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.FolderTest;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.InputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListsTest extends FolderTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a1 a\na2 a\nb1 b\n",
        "a a1 a2\nb b1\n",
        "a a1\na a2\nb b1\n",
        "id,gender,speaker\na1,f,a\na2,f,a\nb1,m,b\n",
        "spk\tutt\na\ta1\na\ta2\nb\tb1\n",
      })
  void speakersAreFoundInEveryKindOfList(String text) throws IOException {
    assertThat(SpeakerLabels.read(list(text), Set.of("a1", "a2", "b1")::contains))
        .isEqualTo(Map.of("a1", "a", "a2", "a", "b1", "b"));
  }

  @Test
  void aRecordingOfTwoSpeakersIsRefused() throws IOException {
    Path list = list("a1 a\na1 b\n");
    assertThatThrownBy(() -> SpeakerLabels.read(list, "a1"::equals))
        .isInstanceOf(GmeException.class)
        .hasMessage(list + ", line 2: 'a1' comes twice");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "m u1 u2\nn u3\n",
        "m u1\nn u3\nm u2\n",
        "modelid\tsegmentid\tside\nm\tu1\ta\nm\tu2\tb\nn\tu3\ta\n"
      })
  void modelsAreFoundInEveryKindOfList(String text) throws IOException {
    assertThat(ModelList.read(list(text)))
        .isEqualTo(Map.of("m", List.of("u1", "u2"), "n", List.of("u3")));
  }

  @Test
  void badModelListsAreRefusedByLine() throws IOException {
    Path twice = list("m u1 u1\n");
    assertThatThrownBy(() -> ModelList.read(twice))
        .hasMessageContaining("line 1")
        .hasMessageContaining("twice");
    Path bare = list("m u1\nn\n");
    assertThatThrownBy(() -> ModelList.read(bare)).hasMessageContaining("line 2: expected 2 words");
    assertThat(ModelList.read(list("m u1\n\n"))).isEqualTo(Map.of("m", List.of("u1")));
    Path blank = list("m u1\n\nn u2\n");
    assertThatThrownBy(() -> ModelList.read(blank)).hasMessageContaining("found a blank line");
    Path empty = list("");
    assertThatThrownBy(() -> IdList.read(empty)).hasMessageContaining("found nothing");
  }

  private static LabelledVectors vectors() {
    return LabelledVectors.of(
        "test", List.of("u1", "u2", "u3"), FloatMatrix.wrap(3, 1, new float[] {1, 2, 3}));
  }

  @Test
  void modelsAreMadeOfTheirVectors() {
    EnrolmentModels models = EnrolmentModels.of(vectors(), Map.of("m", List.of("u3", "u1")));
    assertThat(models.rows()).isDeepEqualTo(new int[][] {{2, 0}});
    assertThat(models.number("m")).isZero();
    assertThat(models.number("x")).isEqualTo(-1);
    assertThat(EnrolmentModels.ofRecordings(vectors()).ids()).containsExactly("u1", "u2", "u3");
  }

  @Test
  void missingVectorsAreRefusedOrCounted() {
    Map<String, List<String>> list = Map.of("m", List.of("u1", "gone"));
    assertThatThrownBy(() -> EnrolmentModels.of(vectors(), list))
        .hasMessage("there is no vector 'gone' for the model 'm'");
    EnrolmentModels models = EnrolmentModels.ofKnown(vectors(), list);
    assertThat(models.missing()).isEqualTo(1);
    assertThat(models.rows()).isDeepEqualTo(new int[][] {{0}});
    assertThat(EnrolmentModels.ofKnown(vectors(), Map.of("m", List.of("gone"))).size()).isZero();
  }

  @Test
  void countsRepeatASingleVector() {
    EnrolmentModels single = EnrolmentModels.of(vectors(), Map.of("m", List.of("u2")));
    assertThat(single.withCounts(Map.of("m", 3)).rows()).isDeepEqualTo(new int[][] {{1, 1, 1}});
    assertThatThrownBy(() -> single.withCounts(Map.of())).hasMessageContaining("found none");
    EnrolmentModels two = EnrolmentModels.of(vectors(), Map.of("m", List.of("u1", "u2")));
    assertThatThrownBy(() -> two.withCounts(Map.of("m", 2))).hasMessageContaining("also several");
  }

  @Test
  void vectorsAreChosenByNameAndKnownByDigest() {
    LabelledVectors all = vectors();
    LabelledVectors some = all.only(List.of("u3", "u1"));
    assertThat(some.vectors().array()).containsExactly(3, 1);
    assertThat(all.only(all.ids()).digest()).isEqualTo(all.digest());
    assertThat(some.digest()).isNotEqualTo(all.digest());
    LabelledVectors labelled = all.withSpeakers(Map.of("u1", "x", "u2", "y", "u3", "x"));
    assertThat(labelled.digest()).isNotEqualTo(all.digest());
    assertThat(labelled.speakerNumbers()).containsExactly(0, 1, 0);
    assertThat(labelled.only(List.of("u2")).speakers().orElseThrow()).containsExactly("y");
    assertThatThrownBy(() -> all.only(List.of("x")))
        .hasMessageEndingWith(": there is no vector 'x'");
  }

  @Test
  void speakersOfAListThatLiesElsewhere() throws IOException {
    byte[] text = "spk1 a b\nspk2 c\n".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    SpeakerLabels labels = SpeakerLabels.of(InputFile.of("hdfs:/spk2utt", text));
    assertThat(labels.firstLine()).containsExactly("spk1", "a", "b");
    assertThat(labels.of(List.of("a", "c")::contains))
        .containsExactly(Map.entry("a", "spk1"), Map.entry("b", "spk1"), Map.entry("c", "spk2"));
  }
}
