package dev.gme.benchmarks.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.cluster.SetLimits;
import dev.gme.core.diarize.DerOptions;
import dev.gme.core.diarize.DiarizationError;
import dev.gme.core.diarize.DiarizerOptions;
import dev.gme.core.diarize.SpeakerTurns;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The meeting that was published with VBx, with the figures that were published or recomputed. */
class DiarizationStudyTest {
  private static final Path MEETING = Path.of("ami-es2005a");

  private static Meeting meeting() throws IOException {
    return Meeting.read(SharedData.part("embeddings", MEETING.toString()));
  }

  /** Its 50 turns, with its boundaries and speakers. */
  @Test
  void vbxGivesThePublishedTurns() throws IOException {
    Meeting meeting = meeting();
    SpeakerTurns published = meeting.published();
    SpeakerTurns turns = meeting.vbx();
    assertThat(turns.size()).isEqualTo(published.size()).isEqualTo(50);
    Map<String, String> called = new TreeMap<>();
    for (int i = 0; i < turns.size(); i++) {
      // The published times have six digits after the point.
      assertThat(turns.start(i)).isCloseTo(published.start(i), within(2e-6));
      assertThat(turns.end(i)).isCloseTo(published.end(i), within(2e-6));
      String name = called.putIfAbsent(turns.name(i), published.name(i));
      assertThat(name == null || name.equals(published.name(i))).isTrue();
    }
    assertThat(called.values()).doesNotHaveDuplicates().hasSize(5);
  }

  /** In percent, to the digits that were stated beforehand; the last ones are gme's own. */
  @Test
  void errorRates() throws IOException {
    Meeting meeting = meeting();
    check(meeting, meeting.published(), 26.28, 17.27, 7.06);
    check(meeting, meeting.vbx(), 26.28, 17.27, 7.06);
    check(meeting, meeting.cosineLinkage(4), 21.87, 12.98, 2.80);
    check(meeting, meeting.pldaLinkage(4), 27.48, 17.71, 8.39);
    check(meeting, meeting.pools(1.0 / 6, SetLimits.NONE), 28.15, 19.11, 10.33);
    check(meeting, meeting.diarized(DiarizerOptions.DEFAULT), 27.09, 17.75, 7.57);
  }

  private static void check(Meeting meeting, SpeakerTurns turns, double... percent) {
    DerOptions collar = new DerOptions(0.25, false);
    List<DerOptions> ways = List.of(DerOptions.ALL, collar, DerOptions.FORGIVING);
    for (int k = 0; k < percent.length; k++) {
      assertThat(100 * meeting.error(turns, ways.get(k)).der())
          .isCloseTo(percent[k], within(0.00501));
    }
  }

  /** Two conversations of windows without overlap: the true speakers, but for a few windows. */
  @Test
  void conversationsThatAreMade() {
    for (Conversation c : Conversation.simulated(1, 2, 1)) {
      DiarizationError error = c.error(DiarizerOptions.DEFAULT);
      assertThat(error.total()).isGreaterThan(100);
      assertThat(error.der()).isLessThan(0.2);
    }
  }

  /**
   * On windows that do not overlap the default is not worse than average linkage alone beyond the
   * 95 % interval, on these conversations, which are those of the study.
   */
  @Test
  void theDefaultIsNoWorseThanLinkageAlone() {
    List<Conversation> made = Conversation.simulated(1, 12, 1);
    DiarizerOptions linkage = DiarizerOptions.DEFAULT.withMethod(DiarizerOptions.Method.AVERAGE);
    double[] difference =
        DiarizationStudy.difference(
            made.stream().map(c -> c.error(DiarizerOptions.DEFAULT)).toList(),
            made.stream().map(c -> c.error(linkage)).toList());
    assertThat(difference[1]).isLessThanOrEqualTo(0);
    assertThat(difference[0]).isLessThan(0.02);
  }

  @Tag("slow")
  @Test
  void tablesOfMeetingsAndOfConversations() throws IOException {
    List<StudyTable> tables =
        new DiarizationStudy(SharedData.part("embeddings"), 1).run(text -> {}).tables();
    assertThat(tables.get(0).rows()).hasSize(12);
    assertThat(tables.get(tables.size() - 1).rows()).hasSizeGreaterThanOrEqualTo(3);
  }

  @Test
  void aFolderWithoutMeetingsIsNamed(@TempDir Path empty) {
    assertThatThrownBy(() -> new DiarizationStudy(empty).run(text -> {}))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining(empty + " has no meeting");
  }
}
