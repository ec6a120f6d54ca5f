package dev.gme.formats.table;

import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Scores as arrays of an .npz file: {@code enrol_ids}, {@code test_ids} and {@code scores}. Scores
 * of all pairs are a matrix, an enrolment a row. Scores of a list are a vector, and {@code enrol}
 * and {@code test} have the number of each trial's ids, from 0; {@code labels}, if there are any,
 * are 1 for targets. {@code about} says what the scores are.
 */
final class NpzLists {
  private static final String ENROL_IDS = "enrol_ids";
  private static final String TEST_IDS = "test_ids";
  private static final String SCORES = "scores";
  private static final String ENROL = "enrol";
  private static final String TEST = "test";
  private static final String LABELS = "labels";
  private static final String ABOUT = "about";

  private final Npz file;
  private final List<String> enrolIds;
  private final List<String> testIds;
  private final NpyArray scores;

  private NpzLists(Npz file) throws IOException {
    this.file = file;
    enrolIds = ids(ENROL_IDS);
    testIds = ids(TEST_IDS);
    scores = numbers(SCORES);
  }

  /** Whether an .npz file has scores; other archives have vectors or models. */
  static boolean is(InputFile in) throws IOException {
    if (!isZip(in)) {
      return false;
    }
    try (Npz file = Npz.open(in.path())) {
      return hasScores(file);
    }
  }

  static boolean isZip(InputFile in) throws IOException {
    byte[] start = in.start();
    return start.length > 1 && start[0] == 'P' && start[1] == 'K';
  }

  private static boolean hasScores(Npz file) {
    return file.has(SCORES) && file.has(ENROL_IDS) && file.has(TEST_IDS);
  }

  /** Reads scores; refuses an archive that has none. */
  static TrialList read(InputFile in) throws IOException {
    try (Npz file = Npz.open(in.path())) {
      if (!hasScores(file)) {
        throw BadFile.at(
            in.path(),
            "expected scores (enrol_ids, test_ids, scores), found "
                + BadFile.quoted(String.join(", ", file.names())),
            "'gme info' says what it is");
      }
      return new NpzLists(file).read();
    }
  }

  private TrialList read() throws IOException {
    boolean matrix = scores.shape().equals(List.of(enrolIds.size(), testIds.size()));
    if (!matrix && scores.shape().size() != 1) {
      throw BadFile.at(
          where(SCORES),
          "expected "
              + enrolIds.size()
              + " x "
              + testIds.size()
              + " scores, or a vector of them, found "
              + scores.shape(),
          "an enrolment is a row and a test a column; save the arrays again");
    }
    TrialList trials = matrix ? TrialList.allPairs(enrolIds, testIds) : listed();
    TrialList.Builder out = trials.change().source(file.path().toString(), 0);
    if (file.has(LABELS)) {
      int[] labels = numbered(LABELS, trials.size(), 2);
      byte[] each = new byte[labels.length];
      for (int i = 0; i < each.length; i++) {
        each[i] = labels[i] == 1 ? Labels.TARGET : Labels.NONTARGET;
      }
      out.labels(each);
    }
    double[] values = scores.doubles();
    for (int i = 0; i < values.length; i++) {
      if (Double.isNaN(values[i])) {
        throw BadFile.at(
            where(SCORES),
            "the score of " + trials.describe(i) + " is NaN",
            "find out why whatever wrote it gave NaN");
      }
    }
    return out.scores(values).about(about()).build();
  }

  private TrialList listed() throws IOException {
    int n = scores.size();
    int[] enrol = numbered(ENROL, n, enrolIds.size());
    int[] test = numbered(TEST, n, testIds.size());
    return new TrialList.Builder(enrolIds, testIds, enrol, test).build();
  }

  private Optional<ScoreAbout> about() throws IOException {
    if (!file.has(ABOUT)) {
      return Optional.empty();
    }
    NpyArray text = file.array(ABOUT);
    if (!text.isText() || text.size() != 1) {
      throw BadFile.at(where(ABOUT), "expected one text", "save it again, or leave it out");
    }
    return Optional.of(ScoreAbout.parse(where(ABOUT), text.word(0)));
  }

  private List<String> ids(String name) throws IOException {
    NpyArray array = file.array(name);
    if (!array.isText() || array.shape().size() != 1) {
      throw BadFile.at(where(name), "expected a vector of texts", "save the ids as numpy.str_");
    }
    List<String> ids = array.words();
    if (new HashSet<>(ids).size() < ids.size()) {
      throw BadFile.at(where(name), "an id comes twice", "give each id once");
    }
    return ids;
  }

  private NpyArray numbers(String name) throws IOException {
    NpyArray array = file.array(name);
    if (array.isText()) {
      throw BadFile.at(where(name), "expected numbers, found texts", "save it as numbers");
    }
    return array;
  }

  /** Whole numbers from 0 to below a limit, one for each trial. */
  private int[] numbered(String name, int trials, int below) throws IOException {
    NpyArray array = numbers(name);
    if (!array.shape().equals(List.of(trials))) {
      throw BadFile.at(
          where(name),
          "expected " + trials + " numbers, one for each score, found " + array.shape(),
          "save the arrays again");
    }
    int[] out = new int[trials];
    for (int i = 0; i < trials; i++) {
      double value = array.number(i);
      if (!(value >= 0 && value < below) || value != Math.rint(value)) {
        throw BadFile.at(
            where(name),
            "expected whole numbers from 0 to " + (below - 1) + ", found " + value,
            "they count from 0; save the arrays again");
      }
      out[i] = (int) value;
    }
    return out;
  }

  private String where(String array) {
    return file.path() + ", array " + BadFile.quoted(array);
  }

  static void write(Path path, TrialList trials) throws IOException {
    int rows = trials.enrolIds().size();
    int cols = trials.testIds().size();
    int n = trials.size();
    float[] scores = new float[n];
    for (int i = 0; i < n; i++) {
      scores[i] = (float) trials.score(i);
    }
    boolean matrix =
        (long) rows * cols == n
            && IntStream.range(0, n)
                .allMatch(i -> trials.enrol(i) == i / cols && trials.test(i) == i % cols);
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put(ENROL_IDS, NpyArray.of(trials.enrolIds()));
    arrays.put(TEST_IDS, NpyArray.of(trials.testIds()));
    arrays.put(SCORES, NpyArray.ofShape(matrix ? List.of(rows, cols) : List.of(n), scores));
    if (!matrix) {
      arrays.put(ENROL, NpyArray.of(IntStream.range(0, n).mapToLong(trials::enrol).toArray()));
      arrays.put(TEST, NpyArray.of(IntStream.range(0, n).mapToLong(trials::test).toArray()));
    }
    if (trials.hasLabels()) {
      arrays.put(
          LABELS,
          NpyArray.of(IntStream.range(0, n).mapToLong(i -> trials.isTarget(i) ? 1 : 0).toArray()));
    }
    trials.about().ifPresent(a -> arrays.put(ABOUT, NpyArray.of(List.of(a.json()))));
    Npz.write(path, arrays);
  }
}
