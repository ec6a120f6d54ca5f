package dev.gme.formats.table;

import dev.gme.core.GmeException;
import dev.gme.formats.hdf5.Hdf5File;
import dev.gme.formats.hdf5.Hdf5Writer;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.numpy.NpyArray;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Trials, keys and scores as matrices in HDF5: enrolments are rows, tests columns. A mask holds 1
 * for a target, −1 for a non-target, 0 for no trial; without −1 it only says which trials there
 * are. The names are BOSARIS's ({@code ID/row_ids}, {@code ID/column_ids}, {@code trial_mask},
 * {@code scores}, {@code score_mask}); those of SIDEKIT and DCA-PLDA are read as well.
 */
final class BosarisLists {
  private static final String ROWS = "ID/row_ids";
  private static final String COLUMNS = "ID/column_ids";
  private static final List<String> ROW_NAMES =
      List.of(ROWS, "modelset", "enroll_ids", "train_ids");
  private static final List<String> COLUMN_NAMES = List.of(COLUMNS, "segset", "test_ids");
  private static final String TRIAL_MASK = "trial_mask";
  private static final String SCORE_MASK = "score_mask";
  private static final String SCORES = "scores";
  private static final String ABOUT = "about";

  private final Hdf5File file;
  private final List<String> enrolIds;
  private final List<String> testIds;

  private BosarisLists(Hdf5File file) {
    this.file = file;
    enrolIds = ids(ROW_NAMES);
    testIds = ids(COLUMN_NAMES);
  }

  static TrialList read(InputFile in) throws IOException {
    try (Hdf5File file = Hdf5File.of(in)) {
      return new BosarisLists(file).read();
    }
  }

  private List<String> ids(List<String> names) {
    Optional<String> found = file.firstOf(names);
    if (found.isEmpty()) {
      throw BadFile.at(
          file.path(),
          "expected ids of rows and columns ("
              + ROWS
              + ", "
              + COLUMNS
              + "), found "
              + BadFile.quoted(String.join(", ", file.names())),
          "give trials, a key or scores in BOSARIS's layout");
    }
    List<String> ids = file.read(found.get()).words();
    Set<String> seen = new HashSet<>();
    for (String id : ids) {
      if (!seen.add(id)) {
        throw BadFile.at(
            file.path(), "the id " + BadFile.quoted(id) + " comes twice", "remove one of them");
      }
    }
    return ids;
  }

  private TrialList read() {
    NpyArray scores = file.has(SCORES) ? matrix(SCORES) : null;
    String maskName = file.has(TRIAL_MASK) ? TRIAL_MASK : SCORE_MASK;
    NpyArray mask = file.has(maskName) ? matrix(maskName) : null;
    if (scores == null && mask == null) {
      throw BadFile.at(
          file.path(),
          "expected trial_mask or scores, found " + BadFile.quoted(String.join(", ", file.names())),
          "give trials, a key or scores in BOSARIS's layout");
    }
    int cells = enrolIds.size() * testIds.size();
    byte[] marks = new byte[cells];
    int n = 0;
    boolean key = false;
    for (int k = 0; k < cells; k++) {
      marks[k] = mask == null ? 1 : mark(mask, k);
      n += marks[k] == 0 ? 0 : 1;
      key |= marks[k] < 0;
    }
    int[] enrol = new int[n];
    int[] test = new int[n];
    byte[] labels = new byte[key ? n : 0];
    double[] values = new double[scores == null ? 0 : n];
    int at = 0;
    for (int k = 0; k < cells; k++) {
      if (marks[k] == 0) {
        continue;
      }
      enrol[at] = k / testIds.size();
      test[at] = k % testIds.size();
      if (key) {
        labels[at] = marks[k] > 0 ? Labels.TARGET : Labels.NONTARGET;
      }
      if (scores != null) {
        values[at] = score(scores, k);
      }
      at++;
    }
    return new TrialList.Builder(enrolIds, testIds, enrol, test)
        .labels(key ? labels : null)
        .scores(scores == null ? null : values)
        .about(scores == null ? Optional.empty() : about())
        .source(file.path().toString(), 0)
        .build();
  }

  private Optional<ScoreAbout> about() {
    if (!file.has(ABOUT)) {
      return Optional.empty();
    }
    String where = file.path() + ", dataset " + BadFile.quoted(ABOUT);
    NpyArray text = file.read(ABOUT);
    if (!text.isText() || text.size() != 1) {
      throw BadFile.at(where, "expected one text", "write it again, or leave it out");
    }
    return Optional.of(ScoreAbout.parse(where, text.word(0)));
  }

  private NpyArray matrix(String name) {
    NpyArray array = file.read(name);
    if (!array.shape().equals(List.of(enrolIds.size(), testIds.size()))) {
      throw BadFile.at(
          file.path() + ", dataset " + BadFile.quoted(name),
          "expected " + enrolIds.size() + " x " + testIds.size() + ", found " + array.shape(),
          "rows are enrolments and columns are tests: transpose it, or make it again");
    }
    return array;
  }

  /** Masks come as numbers, or as the words that logical values of Python become. */
  private byte mark(NpyArray mask, int k) {
    double value =
        mask.isText() ? (mask.word(k).equals("TRUE") ? 1 : 0) : Math.signum(mask.number(k));
    if (Double.isNaN(value)) {
      throw BadFile.at(file.path(), "the mask has NaN", "write 1, -1 or 0 there");
    }
    return (byte) value;
  }

  private double score(NpyArray scores, int k) {
    double value = scores.isText() ? Double.NaN : scores.number(k);
    if (Double.isNaN(value)) {
      throw BadFile.at(
          file.path(),
          "the score of "
              + enrolIds.get(k / testIds.size())
              + " "
              + testIds.get(k % testIds.size())
              + " is NaN",
          "find out why, or take the trial out of the mask");
    }
    return value;
  }

  /** Scores if there are any, with their mask; else a key or trials. */
  static void write(Path path, TrialList trials) throws IOException {
    int rows = trials.enrolIds().size();
    int cols = trials.testIds().size();
    if (trials.size() == 0) {
      throw new GmeException(
          path + ": a list without trials cannot be written as HDF5", "write it as text");
    }
    if ((long) rows * cols > Integer.MAX_VALUE - 8) {
      throw new GmeException(
          path
              + ": "
              + rows
              + " x "
              + cols
              + " are more trials than a matrix in HDF5 can take here",
          "write the scores as text or .npy, or split the list");
    }
    byte[] mask = new byte[rows * cols];
    float[] scores = new float[trials.hasScores() ? rows * cols : 0];
    for (int i = 0; i < trials.size(); i++) {
      int k = trials.enrol(i) * cols + trials.test(i);
      if (mask[k] != 0) {
        throw new GmeException(
            trials.where(i)
                + ": the trial "
                + trials.enrolIds().get(trials.enrol(i))
                + " "
                + trials.testIds().get(trials.test(i))
                + " comes twice, which a matrix cannot hold",
            "remove one of them, or write text");
      }
      mask[k] = (byte) (trials.hasLabels() && !trials.isTarget(i) ? -1 : 1);
      if (trials.hasScores()) {
        scores[k] = (float) trials.score(i);
      }
    }
    Hdf5Writer out = new Hdf5Writer().put(ROWS, trials.enrolIds()).put(COLUMNS, trials.testIds());
    if (trials.hasScores()) {
      byte[] scored = new byte[mask.length];
      for (int k = 0; k < mask.length; k++) {
        scored[k] = (byte) Math.abs(mask[k]);
      }
      out.put(SCORES, rows, cols, scores).put(SCORE_MASK, rows, cols, scored);
      trials.about().ifPresent(a -> out.put(ABOUT, List.of(a.json())));
    }
    if (trials.hasLabels() || !trials.hasScores()) {
      out.put(TRIAL_MASK, rows, cols, mask);
    }
    out.write(path);
  }
}
