package dev.gme.formats.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.diarize.SpeakerTurns;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.formats.FolderTest;
import dev.gme.formats.RegionFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RTTM, UEM and segments: good files, there and back, and every kind of bad line. */
class TimeListsTest extends FolderTest {
  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("list"), content);
  }

  @Test
  void turnsThereAndBack() throws IOException {
    Map<String, SpeakerTurns> turns = new LinkedHashMap<>();
    turns.put(
        "b",
        SpeakerTurns.of(
            new double[] {3, 0.123456, 2},
            new double[] {5.5, 3.25, 4},
            new int[] {1, 0, 1},
            List.of("Ann", "Bob")));
    turns.put(
        "a", SpeakerTurns.of(new double[] {1}, new double[] {2}, new int[] {0}, List.of("Ann")));
    Path rttm = folder.resolve("x.rttm");
    Rttm.write(rttm, turns);
    Map<String, SpeakerTurns> back = Rttm.read(rttm);
    assertThat(back.keySet()).containsExactly("b", "a");
    SpeakerTurns b = back.get("b");
    assertThat(b.size()).isEqualTo(3);
    assertThat(b.start(1)).isEqualTo(0.123456);
    assertThat(b.end(1)).isEqualTo(3.25);
    assertThat(b.name(0)).isEqualTo("Bob");
    assertThat(b.name(1)).isEqualTo("Ann");
    assertThat(Files.readAllLines(rttm).get(3))
        .isEqualTo("SPEAKER a 1 1.000000 1.000000 <NA> <NA> Ann <NA> <NA>");
  }

  /** Comments, other kinds of lines, tabs, nine words, no duration. */
  @Test
  void whatOthersWrite() throws IOException {
    Path rttm =
        file(
            """
            ;; made by hand
            SPKR-INFO m 1 <NA> <NA> <NA> unknown Ann <NA> <NA>
            SPEAKER\tm\t1\t0\t1.5\t<NA>\t<NA>\tAnn\t<NA>
            SPEAKER m 1 0.5 2 <NA> <NA> Ann <NA> <NA>\r
            SPEAKER m 1 4 0 <NA> <NA> Bob <NA> <NA>
            """);
    SpeakerTurns turns = Rttm.read(rttm).get("m");
    assertThat(turns.size()).isEqualTo(2);
    assertThat(turns.names()).containsExactly("Ann", "Bob");
    assertThat(turns.speech().total()).isEqualTo(2.5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      value = {
        "SPEAKER m 1 0 1 <NA> <NA>                  ^ line 2: expected SPEAKER, a recording",
        "SPEAKERS m 1 0 1 <NA> <NA> Ann <NA> <NA>   ^ line 2: expected SPEAKER, a recording",
        "SPEAKER m 1 x 1 <NA> <NA> Ann <NA> <NA>    ^ line 2: expected a start in seconds, found 'x'",
        "SPEAKER m 1 0 nan <NA> <NA> Ann <NA> <NA>  ^ line 2: expected a duration in seconds",
        "SPEAKER m 1 -1 1 <NA> <NA> Ann <NA> <NA>   ^ line 2: expected a start of at least 0 seconds",
        "SPEAKER m 1 0 -1 <NA> <NA> Ann <NA> <NA>   ^ line 2: expected a duration of at least 0",
        "SPEAKER m 2 0 1 <NA> <NA> Ann <NA> <NA>    ^ line 2: the recording 'm' has turns on channel",
      })
  void badTurns(String line, String message) throws IOException {
    Path rttm = file("SPEAKER m 1 0 1 <NA> <NA> Ann <NA> <NA>\n" + line + "\n");
    assertThatThrownBy(() -> Rttm.read(rttm))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining(rttm.toString())
        .hasMessageContaining(message);
  }

  @Test
  void emptyFilesAreRefused() throws IOException {
    Path none = file("");
    assertThatThrownBy(() -> Rttm.read(none)).hasMessageContaining("found none");
    assertThatThrownBy(() -> Uem.read(none)).hasMessageContaining("found none");
    assertThatThrownBy(() -> Segments.read(none)).hasMessageContaining("found none");
  }

  @Test
  void namesWithBlanksAreNotWritten() {
    Path rttm = folder.resolve("x.rttm");
    SpeakerTurns turns =
        SpeakerTurns.of(new double[] {1}, new double[] {2}, new int[] {0}, List.of("Ann B"));
    assertThatThrownBy(() -> Rttm.write(rttm, Map.of("m", turns)))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("'Ann B'");
    assertThat(rttm).doesNotExist();
  }

  @Test
  void regionsThereAndBack() throws IOException {
    Path uem = folder.resolve("x.uem");
    Uem.write(uem, Map.of("m", TimeRegions.of(new double[] {0.5, 20}, new double[] {10.25, 30})));
    assertThat(Files.readAllLines(uem))
        .containsExactly("m 1 0.500000 10.250000", "m 1 20.000000 30.000000");
    TimeRegions back = Uem.read(uem).get("m");
    assertThat(back.size()).isEqualTo(2);
    assertThat(back.total()).isEqualTo(19.75);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      value = {
        "m 1 0     ^ line 2: expected a recording, a channel, start and end, found 'm 1 0'",
        "m 1 0 x   ^ line 2: expected an end in seconds, found 'x'",
        "m 1 -1 4  ^ line 2: expected a start of at least 0 seconds, found -1",
        "m 1 4 4   ^ line 2: expected an end after 4 s, found 4",
      })
  void badRegions(String line, String message) throws IOException {
    Path uem = file("m 1 0 10\n" + line + "\n");
    assertThatThrownBy(() -> Uem.read(uem))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining(message);
  }

  @Test
  void speechOfOneRecording() throws IOException {
    Path lab = folder.resolve("meeting.lab");
    Files.writeString(lab, ";; by hand\n0 1.5 sp\n1.5 2.5 sil\n2.5\t4\n3.5 5 Speech\n");
    TimeRegions speech = RegionFiles.read(lab).get("meeting");
    assertThat(speech.size()).isEqualTo(2);
    assertThat(speech.start(1)).isEqualTo(2.5);
    assertThat(speech.end(1)).isEqualTo(5);
    assertThat(Lab.read(lab).total()).isEqualTo(4);
    // What it is counts for more than what it is called.
    Files.writeString(lab, "SPEAKER m 1 0.5 1 <NA> <NA> Ann <NA> <NA>\n");
    assertThat(RegionFiles.read(lab).get("m").total()).isEqualTo(1);
    // Nobody speaks.
    Files.writeString(lab, "");
    assertThat(RegionFiles.read(lab).get("meeting").size()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      value = {
        "5           ^ line 2: expected a start and an end in seconds, and perhaps sp, found '5'",
        "1 x         ^ line 2: expected an end in seconds, found 'x'",
        "-1 4        ^ line 2: expected a start of at least 0 seconds, found -1",
        "4 4 sp      ^ line 2: expected an end after 4 s, found 4",
        "4 5 Ann     ^ line 2: expected sp or sil, found 'Ann'",
        "0 43200000 sp ^ line 2: expected times in seconds, found an end of 43200000",
      })
  void badSpeech(String line, String message) throws IOException {
    Path lab = Files.writeString(folder.resolve("m.lab"), "0 10 sp\n" + line + "\n");
    assertThatThrownBy(() -> Lab.read(lab))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining(message);
  }

  @Test
  void segmentsThereAndBack() throws IOException {
    List<Segments.Segment> segments =
        List.of(
            new Segments.Segment("u1", "a", 0, 1.5),
            new Segments.Segment("u2", "a", 0.1 + 0.2, Segments.TO_THE_END));
    Path file = folder.resolve("segments");
    Segments.write(file, segments);
    assertThat(Segments.read(file)).isEqualTo(segments);
    assertThat(Segments.read(file("u1 a 0 1.5 A\n"))).isEqualTo(segments.subList(0, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      value = {
        "u2 a 1       ^ line 2: expected an id, a recording, start and end in seconds",
        "u2 a 2 1.5   ^ line 2: expected an end after 2 s, found 1.5",
        "u2 a 2 2     ^ line 2: expected an end after 2 s, found 2",
        "u2 a -1 2    ^ line 2: expected a start of at least 0 seconds, found -1",
        "u2 a 1 inf   ^ line 2: expected an end in seconds, found 'inf'",
        "u1 a 1 2     ^ line 2: the segment 'u1' comes twice",
      })
  void badSegments(String line, String message) throws IOException {
    Path file = file("u1 a 0 1\n" + line + "\n");
    assertThatThrownBy(() -> Segments.read(file))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining(message);
  }
}
