package dev.gme.benchmarks.study;

import dev.gme.core.GmeException;
import dev.gme.core.cluster.SetLimits;
import dev.gme.core.diarize.DerOptions;
import dev.gme.core.diarize.DiarizationError;
import dev.gme.core.diarize.DiarizerOptions;
import dev.gme.core.diarize.SpeakerTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Who speaks when (docs/studies/clustering.md): a table for each meeting of a folder, with the ways
 * that are known from elsewhere and those of {@code gme diarize}, the losing ones too.
 */
public final class DiarizationStudy implements Study {
  private static final DerOptions COLLAR = new DerOptions(0.25, false);

  /** What the overlap of windows of 1.44 s every 0.24 s asks for. */
  private static final double SIXTH = 1.0 / 6;

  private final Path folder;

  /**
   * The study of the page on a folder of meetings: each a folder with {@code xvectors.scp}, {@code
   * segments}, {@code ref.rttm}, {@code plda} and {@code transform.h5}.
   */
  public DiarizationStudy(Path folder) {
    this.folder = folder;
  }

  @Override
  public StudyResult run(Consumer<String> progress) throws IOException {
    List<StudyTable> tables = new ArrayList<>();
    for (Path meeting : meetings()) {
      progress.accept(meeting.getFileName().toString());
      tables.add(table(Meeting.read(meeting), progress));
    }
    if (tables.isEmpty()) {
      throw new GmeException(
          folder + " has no meeting: a folder with xvectors.scp, segments and ref.rttm",
          "put the model (plda) and its preprocessing (transform.h5) beside them");
    }
    return new StudyResult(tables, List.of());
  }

  private List<Path> meetings() throws IOException {
    try (Stream<Path> folders = Files.list(folder)) {
      return folders.filter(f -> Files.exists(f.resolve("ref.rttm"))).sorted().toList();
    }
  }

  private static StudyTable table(Meeting meeting, Consumer<String> progress) throws IOException {
    int speakers = meeting.speakers();
    Rows rows = new Rows(meeting, progress);
    rows.add("VBx, published output", "", meeting.published());
    rows.add("VBx, published settings", "", meeting.vbx());
    rows.add("cosine, average linkage", "given", meeting.cosineLinkage(speakers));
    rows.add("PLDA, average linkage", "given", meeting.pldaLinkage(speakers));
    rows.add("pools at s = 1/6", "", meeting.pools(SIXTH, SetLimits.NONE));
    rows.add("pools at s = 1/6", "given", meeting.pools(SIXTH, SetLimits.exactly(speakers)));
    for (DiarizerOptions.Method method : DiarizerOptions.Method.values()) {
      DiarizerOptions options = DiarizerOptions.DEFAULT.withMethod(method);
      String name =
          options.equals(DiarizerOptions.DEFAULT)
              ? "gme diarize"
              : "gme diarize --method " + method.name().toLowerCase(Locale.ROOT);
      rows.add(name, "", meeting.diarized(options));
      rows.add(name, "given", meeting.diarized(options.withSpeakers(speakers, speakers)));
    }
    return new StudyTable(
        meeting.name(),
        List.of(
            "system",
            "number of speakers",
            "found",
            "turns",
            "DER",
            "with collar 0.25 s",
            "and without overlap",
            "JER"),
        rows.rows);
  }

  private static final class Rows {
    private final Meeting meeting;
    private final Consumer<String> progress;
    private final List<List<Cell>> rows = new ArrayList<>();

    Rows(Meeting meeting, Consumer<String> progress) {
      this.meeting = meeting;
      this.progress = progress;
    }

    void add(String name, String number, SpeakerTurns turns) {
      progress.accept(name);
      DiarizationError all = meeting.error(turns, DerOptions.ALL);
      rows.add(
          List.of(
              Cell.text(name),
              Cell.text(number),
              Cell.text(Integer.toString(turns.speakersHeard())),
              Cell.text(Integer.toString(turns.size())),
              Cell.percent(all.der()),
              Cell.percent(meeting.error(turns, COLLAR).der()),
              Cell.percent(meeting.error(turns, DerOptions.FORGIVING).der()),
              Cell.percent(all.jer())));
    }
  }
}
