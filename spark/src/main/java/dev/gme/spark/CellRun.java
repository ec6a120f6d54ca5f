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
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
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
  private final String folder;

  private CellRun(
      Files files,
      EmbeddingFolder rows,
      EmbeddingFolder cols,
      CellWork work,
      CellGrid grid,
      double tolerance,
      String folder) {
    this.files = files;
    this.rows = rows;
    this.cols = cols;
    this.work = work;
    this.grid = grid;
    this.tolerance = tolerance;
    this.folder = folder;
  }

  /**
   * A new run, or one that goes on where another ended.
   *
   * @param cols the same object as {@code rows} where a set is scored against itself
   * @param folder where tasks leave their results
   * @param resumes whether results may be there
   */
  static CellRun of(
      Cluster cluster,
      EmbeddingFolder rows,
      EmbeddingFolder cols,
      CellWork work,
      double tolerance,
      String folder,
      boolean resumes) {
    if (!rows.manifest().lambda().equals(cols.manifest().lambda())
        || !rows.manifest().model().equals(cols.manifest().model())) {
      throw new GmeException(
          rows.name() + " and " + cols.name() + " were extracted by different models",
          "extract both with the same model");
    }
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
    tree.put("group", grid.group());
    if (goesOn) {
      grid = same(files, plan, tree, grid);
    } else {
      byte[] text = tree.toString().getBytes(StandardCharsets.UTF_8);
      files.write(plan, out -> out.write(text));
    }
    return new CellRun(files, rows, cols, work, grid, tolerance, parts);
  }

  /** The grid of a plan, refused where it was made for other work. */
  private static CellGrid same(Files files, String plan, ObjectNode wanted, CellGrid grid) {
    JsonNode found;
    try {
      found = JSON.readTree(files.read(plan));
    } catch (IOException e) {
      throw new GmeException(plan + " is no JSON", "remove its folder and start anew");
    }
    for (String name : List.of("work", "rows", "columns", "tolerance")) {
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
    List<CellGrid.Task> all = grid.tasks();
    List<CellGrid.Task> missing = new ArrayList<>();
    for (CellGrid.Task task : all) {
      if (!files.exists(Files.below(folder, done(task)))) {
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
      report = report.plus(report(read(done(task))));
    }
    return report;
  }

  private static String done(CellGrid.Task task) {
    return String.format(Locale.ROOT, "task-%06d.done", task.number());
  }

  private void run(CellGrid.Task task) {
    CellScorer scorer = new CellScorer(tolerance);
    CellWork.Feed feed = work.open(task, rows.layout(), cols.layout(), grid.isOneSet());
    LoadedBlock[] kept = new LoadedBlock[task.rowTo() - task.rowFrom()];
    for (int r = 0; r < kept.length; r++) {
      kept[r] = load(rows, task.rowFrom() + r, scorer);
    }
    ScoreReport report = ScoreReport.NONE;
    for (int c = task.colFrom(); c < task.colTo(); c++) {
      boolean isKept = grid.isOneSet() && c >= task.rowFrom() && c < task.rowTo();
      LoadedBlock col = isKept ? kept[c - task.rowFrom()] : load(cols, c, scorer);
      for (LoadedBlock row : kept) {
        if (!grid.isOneSet() || row.number() <= c) {
          boolean isDiagonal = grid.isOneSet() && row.number() == c;
          report = report.plus(feed.score(scorer, row, col, isDiagonal));
        }
      }
    }
    feed.results().forEach(this::write);
    write(done(task), bytes(report));
  }

  private LoadedBlock load(EmbeddingFolder folder, int block, CellScorer scorer) {
    return folder.load(block, scorer, work.countsFromZero() ? 0 : folder.layout().first(block));
  }

  private void write(String name, byte[] content) {
    CRC32C sum = new CRC32C();
    sum.update(content);
    files.write(
        Files.below(folder, name),
        out -> {
          DataOutputStream data = new DataOutputStream(out);
          data.writeLong(sum.getValue());
          data.write(content);
          data.flush();
        });
  }

  /** What a task left under a name. */
  byte[] read(String name) {
    String file = Files.below(folder, name);
    byte[] bytes = files.read(file);
    CRC32C sum = new CRC32C();
    int start = Math.min(Long.BYTES, bytes.length);
    sum.update(bytes, start, bytes.length - start);
    if (start < Long.BYTES || ByteBuffer.wrap(bytes).getLong() != sum.getValue()) {
      throw new GmeException(
          file + " is damaged", "remove it and the files task-*.done beside it, then use --resume");
    }
    return Arrays.copyOfRange(bytes, start, bytes.length);
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
