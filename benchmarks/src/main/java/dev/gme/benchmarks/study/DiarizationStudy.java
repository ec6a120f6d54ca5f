package dev.gme.benchmarks.study;

import dev.gme.core.GmeException;
import dev.gme.core.cluster.SetLimits;
import dev.gme.core.diarize.DerOptions;
import dev.gme.core.diarize.DiarizationError;
import dev.gme.core.diarize.DiarizerOptions;
import dev.gme.core.diarize.SpeakerTurns;
import dev.gme.core.math.SeededRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Who speaks when (docs/studies/clustering.md): a table for each meeting of a folder, with the ways
 * that are known from elsewhere and those of {@code gme diarize}, the losing ones too.
 */
public final class DiarizationStudy implements Study {
  private static final DerOptions COLLAR = new DerOptions(0.25, false);

  /** What the overlap of windows of 1.44 s every 0.24 s asks for. */
  private static final double SIXTH = 1.0 / 6;

  private static final int DRAWS = 1000;

  private final Path folder;
  private final int made;

  /**
   * The study of the page on a folder of meetings: each a folder with {@code xvectors.scp}, {@code
   * segments}, {@code ref.rttm}, {@code plda} and {@code transform.h5}.
   */
  public DiarizationStudy(Path folder) {
    this(folder, 12);
  }

  /** With so many conversations in every row of the second table. */
  DiarizationStudy(Path folder, int made) {
    this.folder = folder;
    this.made = made;
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
    tables.add(made(progress));
    return new StudyResult(tables, List.of());
  }

  /** The default and its neighbours, on conversations that were made. */
  private StudyTable made(Consumer<String> progress) throws IOException {
    Map<String, List<Conversation>> sets = new LinkedHashMap<>();
    for (int overlap : new int[] {6, 2, 1}) {
      sets.put("simulated, w/h = " + overlap, Conversation.simulated(overlap, made, overlap));
    }
    for (Path set : EmbeddingExperiment.sets(folder)) {
      if (Files.exists(EmbeddingExperiment.lists(set).resolve("utt2dur"))) {
        for (double nu : new double[] {Double.POSITIVE_INFINITY, 2}) {
          String name = set.getFileName() + ", ν = " + (nu > 2 ? "∞" : "2");
          sets.put(name, Conversation.stitched(set, nu, made, 7));
        }
      }
    }
    DiarizerOptions usual = DiarizerOptions.DEFAULT;
    Map<String, DiarizerOptions> systems = new LinkedHashMap<>();
    systems.put("default", usual);
    systems.put("--fb 5", usual.withFb(5));
    systems.put("--fb 17", usual.withFb(17));
    systems.put("--dwell 24", usual.withDwell(24));
    systems.put("--scale 0.5", usual.withScale(0.5));
    systems.put("--method pool", usual.withMethod(DiarizerOptions.Method.POOL));
    systems.put("--method average", usual.withMethod(DiarizerOptions.Method.AVERAGE));
    List<List<Cell>> rows = new ArrayList<>();
    for (Map.Entry<String, List<Conversation>> set : sets.entrySet()) {
      progress.accept(set.getKey());
      List<Cell> row = new ArrayList<>(List.of(Cell.text(set.getKey())));
      Map<String, List<DiarizationError>> all = new LinkedHashMap<>();
      for (Map.Entry<String, DiarizerOptions> system : systems.entrySet()) {
        DiarizerOptions options = system.getValue();
        List<DiarizationError> errors = set.getValue().stream().map(c -> c.error(options)).toList();
        all.put(system.getKey(), errors);
        double der = errors.stream().reduce(DiarizationError.NONE, DiarizationError::plus).der();
        double off =
            errors.stream().mapToInt(e -> Math.abs(e.found() - e.speakers())).average().orElse(0);
        row.add(Cell.text(String.format(Locale.ROOT, "%.1f / %.1f", 100 * der, off)));
      }
      double[] ends = difference(all.get("default"), all.get("--method average"));
      row.add(
          Cell.text(
              String.format(
                  Locale.ROOT, "%.1f [%.1f, %.1f]", 100 * ends[0], 100 * ends[1], 100 * ends[2])));
      rows.add(row);
    }
    List<String> columns = new ArrayList<>(List.of("conversations"));
    columns.addAll(systems.keySet());
    columns.add("default − average [95 %]");
    return new StudyTable(
        "DER in % / mean of |speakers found − speakers|, " + made + " conversations a row",
        columns,
        rows);
  }

  /** The difference of two DERs, and its interval by bootstrap over the conversations, paired. */
  static double[] difference(List<DiarizationError> of, List<DiarizationError> from) {
    int n = of.size();
    SeededRandom random = new SeededRandom(1);
    double[] drawn = new double[DRAWS];
    for (int b = 0; b < DRAWS; b++) {
      int[] which = IntStream.generate(() -> random.nextInt(n)).limit(n).toArray();
      drawn[b] = der(of, which) - der(from, which);
    }
    Arrays.sort(drawn);
    int[] each = IntStream.range(0, n).toArray();
    return new double[] {
      der(of, each) - der(from, each), drawn[DRAWS / 40], drawn[DRAWS - 1 - DRAWS / 40]
    };
  }

  private static double der(List<DiarizationError> errors, int[] which) {
    return IntStream.of(which)
        .mapToObj(errors::get)
        .reduce(DiarizationError.NONE, DiarizationError::plus)
        .der();
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
