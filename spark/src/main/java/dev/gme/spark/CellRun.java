package dev.gme.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.core.GmeException;
import dev.gme.core.score.CellScorer;
import dev.gme.core.score.sink.ScoreReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.util.CollectionAccumulator;

/**
 * Scores all cells of two folders by tasks, each of which leaves its results as files. A task whose
 * files are there is not run again: so a lost driver costs the tasks that were running.
 *
 * <pre>{@code
 * CellRun run = CellRun.of(cluster, enrol, test, new TopWork(100), 1e-3, out + ".parts", resume);
 * ScoreReport report = run.score(cluster);
 * byte[] part = run.read("block-0-of-3");
 * }</pre>
 */
final class CellRun implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final String PLAN = "plan.json";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Files files;
  private final EmbeddingFolder rows;
  private final EmbeddingFolder cols;
  private final CellWork work;
  private final CellGrid grid;
  private final double tolerance;

  /** Null where scores are left as they are. */
  private final CohortNorm norm;

  private final String folder;
  private final PartFiles parts;

  private CellRun(
      Files files,
      EmbeddingFolder rows,
      EmbeddingFolder cols,
      CellWork work,
      CellGrid grid,
      double tolerance,
      CohortNorm norm,
      String folder) {
    this.files = files;
    this.rows = rows;
    this.cols = cols;
    this.work = work;
    this.grid = grid;
    this.tolerance = tolerance;
    this.norm = norm;
    this.folder = folder;
    parts = new PartFiles(files, folder);
  }

  /**
   * A new run, or one that goes on where another ended.
   *
   * @param cols the same object as {@code rows} where a set is scored against itself, half of the
   *     cells
   * @param norm what becomes of the scores
   * @param folder where tasks leave their results
   * @param resumes whether results may be there
   */
  static CellRun of(
      Cluster cluster,
      EmbeddingFolder rows,
      EmbeddingFolder cols,
      CellWork work,
      double tolerance,
      Optional<CohortNorm> norm,
      String folder,
      boolean resumes) {
    rows.requireSameModel(cols);
    Files files = cluster.files();
    String parts = files.absolute(folder);
    String plan = Files.below(parts, PLAN);
    boolean goesOn = files.exists(plan);
    if (goesOn && !resumes) {
      throw new GmeException(
          folder + " has results of a run that was not completed",
          "go on with --resume, or remove that folder");
    }
    CellGrid grid =
        CellGrid.of(
            rows.manifest().blocks().size(),
            cols.manifest().blocks().size(),
            rows == cols,
            cluster.cores());
    ObjectNode tree = JSON.createObjectNode();
    tree.put("work", work.describe());
    tree.put("rows", rows.digest());
    tree.put("columns", cols.digest());
    tree.put("tolerance", tolerance);
    norm.ifPresent(n -> tree.put("normalization", n.describe()));
    tree.put("group", grid.group());
    if (goesOn) {
      grid = same(files, plan, tree, grid);
    } else {
      byte[] text = tree.toString().getBytes(StandardCharsets.UTF_8);
      files.write(plan, out -> out.write(text));
    }
    return new CellRun(files, rows, cols, work, grid, tolerance, norm.orElse(null), parts);
  }

  /** The same run of other work, of which the plan says the same. */
  CellRun doing(CellWork other) {
    return new CellRun(files, rows, cols, other, grid, tolerance, norm, folder);
  }

  /** The blocks of the rows. */
  BlockLayout rowLayout() {
    return rows.layout();
  }

  /** What the tasks leave for one another. */
  PartFiles parts() {
    return parts;
  }

  /** The grid of a plan, refused where it was made for other work. */
  private static CellGrid same(Files files, String plan, ObjectNode wanted, CellGrid grid) {
    JsonNode found;
    try {
      found = JSON.readTree(files.read(plan));
    } catch (IOException e) {
      throw new GmeException(plan + " is no JSON", "remove its folder and start anew");
    }
    for (String name : List.of("work", "rows", "columns", "tolerance", "normalization")) {
      if (!found.path(name).asText().equals(wanted.path(name).asText())) {
        throw new GmeException(
            plan
                + ": expected results of "
                + name
                + " "
                + wanted.path(name).asText()
                + ", found "
                + found.path(name).asText(),
            "give the options of the run that was not completed, or remove that folder");
      }
    }
    // The cluster may have another size now; what is done shall count.
    return new CellGrid(
        grid.rowBlocks(), grid.colBlocks(), found.path("group").asInt(), grid.isOneSet());
  }

  CellGrid grid() {
    return grid;
  }

  /** How many scores will be made. */
  static double trials(EmbeddingFolder rows, EmbeddingFolder cols) {
    double all = (double) rows.manifest().recordings() * cols.manifest().recordings();
    return rows == cols ? all / 2 : all;
  }

  /** Runs the tasks that have left no results yet; how all of them went. */
  ScoreReport score(Cluster cluster) {
    if (norm != null) {
      norm.measure(cluster, rows, cols, parts);
    }
    List<CellGrid.Task> all = grid.tasks().stream().filter(work::has).toList();
    List<CellGrid.Task> missing = new ArrayList<>();
    for (CellGrid.Task task : all) {
      if (!parts.has(done(task))) {
        missing.add(task);
      }
    }
    if (missing.size() < all.size()) {
      cluster.say(
          String.format(
              Locale.ROOT,
              "%d of %d tasks were done by an earlier run.",
              all.size() - missing.size(),
              all.size()));
    }
    if (!missing.isEmpty()) {
      CollectionAccumulator<String> machines = cluster.machines();
      CellRun run = this;
      cluster
          .context()
          .parallelize(missing, missing.size())
          .foreach(
              task -> {
                machines.add(Cluster.describeMachine());
                run.run(task);
              });
    }
    // In the order of the tasks: what is summed in double has the same bits each time.
    ScoreReport report = ScoreReport.NONE;
    for (CellGrid.Task task : all) {
      report = report.plus(report(parts.read(done(task))));
    }
    return report;
  }

  private static String done(CellGrid.Task task) {
    return String.format(Locale.ROOT, "task-%06d.done", task.number());
  }

  private void run(CellGrid.Task task) {
    CellScorer scorer = new CellScorer(tolerance);
    CellWork.Feed feed = work.open(task, rows.layout(), cols.layout(), grid.isOneSet());
    Optional<CohortNorm.OfCells> ofCells =
        Optional.ofNullable(norm).map(n -> n.open(parts, isOneFolder()));
    LoadedBlock[] kept = new LoadedBlock[task.rowTo() - task.rowFrom()];
    ScoreReport report = ScoreReport.NONE;
    for (int c = task.colFrom(); c < task.colTo(); c++) {
      LoadedBlock col = null;
      for (int r = task.rowFrom(); r < task.rowTo(); r++) {
        if ((grid.isOneSet() && r > c) || !feed.wants(r, c)) {
          continue;
        }
        LoadedBlock row = kept(kept, task, r, scorer);
        if (col == null) {
          boolean isRow = grid.isOneSet() && c >= task.rowFrom() && c < task.rowTo();
          col = isRow ? kept(kept, task, c, scorer) : load(cols, c, scorer);
        }
        LoadedBlock column = col;
        boolean isDiagonal = grid.isOneSet() && r == c;
        report =
            report.plus(
                feed.score(
                    new Cell(scorer, row, col, isDiagonal, ofCells.map(o -> o.of(row, column)))));
      }
    }
    feed.results().forEach(parts::write);
    parts.write(done(task), bytes(report));
  }

  /** A block of rows of a task, which stays in memory once it is read. */
  private LoadedBlock kept(LoadedBlock[] kept, CellGrid.Task task, int block, CellScorer scorer) {
    int place = block - task.rowFrom();
    if (kept[place] == null) {
      kept[place] = load(rows, block, scorer);
    }
    return kept[place];
  }

  private boolean isOneFolder() {
    return rows.name().equals(cols.name());
  }

  private LoadedBlock load(EmbeddingFolder folder, int block, CellScorer scorer) {
    int first = work.countsFromZero() ? 0 : folder.layout().first(block);
    return folder.load(block, scorer, first, work.scale());
  }

  /** What a task left under a name. */
  byte[] read(String name) {
    return parts.read(name);
  }

  /** Removes what the tasks left. */
  void clear() {
    files.delete(folder);
  }

  private static byte[] bytes(ScoreReport report) {
    var bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(report.trials());
      out.writeDouble(report.errorBound());
      out.writeLong(report.checked());
      out.writeDouble(report.largestError());
      out.writeDouble(report.columns());
      out.writeLong(report.tiles());
      out.writeLong(report.doubleTiles());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static ScoreReport report(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      return new ScoreReport(
          in.readLong(),
          in.readDouble(),
          in.readLong(),
          in.readDouble(),
          in.readDouble(),
          in.readLong(),
          in.readLong());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
