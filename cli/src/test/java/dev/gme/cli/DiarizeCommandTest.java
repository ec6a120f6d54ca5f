package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.cli.InProcess.Result;
import dev.gme.formats.vectors.VectorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of a simulated corpus, laid one after the other as windows of three conversations. */
class DiarizeCommandTest extends CorpusCommandTest {
  @TempDir Path work;
  private Path segments;
  private Path reference;
  private Path out;

  @BeforeEach
  void layOut() throws IOException {
    List<String> windows = new ArrayList<>();
    List<String> turns = new ArrayList<>();
    int t = 0;
    for (String id : VectorFiles.read(corpus.eval).ids()) {
      String speaker = id.substring(0, id.indexOf('-'));
      String recording = "m" + Integer.parseInt(speaker.substring(1)) % 3;
      windows.add(id + " " + recording + " " + t + " " + (t + 1));
      turns.add("SPEAKER " + recording + " 1 " + t + " 1 <NA> <NA> " + speaker + " <NA> <NA>");
      t++;
    }
    segments = Files.write(work.resolve("segments"), windows);
    reference = Files.write(work.resolve("ref.rttm"), turns);
    out = work.resolve("out.rttm");
  }

  private Result diarize(Object... more) {
    List<Object> args = new ArrayList<>(List.of("diarize", corpus.eval, "-m", corpus.truth));
    args.addAll(List.of("--segments", segments, "-o", out));
    args.addAll(List.of(more));
    return InProcess.run(args.toArray());
  }

  @Test
  void fromWindowsToTurnsToErrorRates() throws IOException {
    Result run = diarize();
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).contains("m0: ").contains(" turn");
    Result rates = InProcess.run("evaluate", "diarization", reference, out);
    assertThat(rates.exitCode()).as(rates.err()).isZero();
    assertThat(rates.out()).contains("DER %").contains("all ").contains("interval over recordings");
    Result json = InProcess.run("evaluate", "diarization", reference, out, "--json");
    JsonNode tree = new ObjectMapper().readTree(json.out());
    assertThat(tree.path("all").path("missed").asDouble()).isLessThan(1e-6);
    assertThat(tree.path("all").path("der").asDouble()).isBetween(0.0, 0.5);
    assertThat(tree.path("recordings").size()).isEqualTo(3);
    // The reference has no errors against itself.
    Result same = InProcess.run("evaluate", "diarization", reference, reference, "--json");
    assertThat(new ObjectMapper().readTree(same.out()).path("all").path("der").asDouble()).isZero();
  }

  @Test
  void aGivenNumberOfSpeakers() throws IOException {
    Result run = diarize("--speakers", 2, "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    for (JsonNode recording : new ObjectMapper().readTree(run.out()).path("recordings")) {
      assertThat(recording.path("speakers").asInt()).isEqualTo(2);
    }
  }

  @Test
  void theEnrolledAreNamed() throws IOException {
    Path list = work.resolve("known");
    String id = VectorFiles.read(corpus.eval).ids().get(0);
    Files.writeString(list, "Ann " + id + "\n");
    Result run = diarize("--enrolled", corpus.eval, "--models", list);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Files.readString(out)).contains(" Ann ");
  }

  @Test
  void wrongUse() throws IOException {
    Result both = diarize("--speakers", 2, "--max-speakers", 3);
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.err()).contains("--speakers is the number itself");
    assertThat(diarize("--speakers", 0).exitCode()).isEqualTo(2);
    assertThat(diarize("--method", "pool", "--overlap", reference).err())
        .contains("--overlap needs second speakers");
    assertThat(diarize("--models", segments).err()).contains("--enrolled, which is missing");
    Files.writeString(segments, "x m 1 0\n");
    Result bad = diarize();
    assertThat(bad.exitCode()).isEqualTo(1);
    assertThat(bad.err()).contains("line 1: expected an end after 1 s, found 0").contains("help:");
    assertThat(out).doesNotExist();
    Result collar = InProcess.run("evaluate", "diarization", reference, reference, "--collar", -1);
    assertThat(collar.exitCode()).isEqualTo(2);
  }
}
