package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.core.score.CellScorer;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.lab.data.TableDefaults;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The trials of a list to a table of their scores, in the order of the list: columns enrol, test,
 * llr. Trials are sorted by cells, and cells scored by tasks as those of all pairs are; so a score
 * is the one that it has among all pairs, whatever else is in the list. Where most tiles would have
 * few trials, all scores are made exactly, which takes less time then.
 *
 * @param embeddings enrolments
 * @param test test recordings; empty where they are of the same folder
 * @param trials the list
 * @param format Spark's name of its format, where Spark is to read it
 * @param out the table
 * @param tolerance in nats
 * @param norm how scores are normalized, if they are
 * @param mostRows a larger table is refused
 * @param resumes whether to go on where another run ended
 */
record ListJob(
    String embeddings,
    Optional<String> test,
    String trials,
    Optional<String> format,
    String out,
    double tolerance,
    Optional<CohortNorm.Wanted> norm,
    double mostRows,
    boolean resumes)
    implements Job {
  /** Says that all trials lie sorted among the parts, and in how many files. */
  private static final String SORTED = "trials.done";

  /** Rows of a file of the table, at most. */
  private static final int ROWS_A_FILE = 1 << 24;

  private static final String ROW = "row";
  private static final String COL = "col";
  private static final String ID = "id";
  private static final String TASK = "task";
  private static final String ROW_BLOCK = "row_block";
  private static final String COL_BLOCK = "col_block";

  static Job of(JobArguments arguments) {
    for (String other : List.of("top", "above")) {
      if (arguments.optional(other).isPresent()) {
        throw new GmeException(
            "--trials and --" + other + " exclude each other", "give one of the two");
      }
    }
    return new ListJob(
        arguments.text("embeddings"),
        arguments.optional("test"),
        arguments.text("trials"),
        arguments.optional("table"),
        arguments.text("out"),
        ScoreJob.tolerance(arguments),
        CohortNorm.Wanted.of(arguments),
        arguments.number("most-rows").orElse(TableDefaults.MOST_ROWS),
        arguments.flag("resume"));
  }

  /**
   * What is known before anything is scored.
   *
   * @param chunks how many files of trials each task has
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Sorted(CellRun run, int[] chunks, long trials, boolean isExact) {}

  @Override
  public JobResult run(Cluster cluster) {
    Sorted sorted = sorted(cluster);
    ScoreReport report = sorted.run.score(cluster);
    write(cluster, sorted);
    sorted.run.clear();
    return result(sorted, report);
  }

  /** The trials by tasks, as this run or an earlier one has sorted them. */
  Sorted sorted(Cluster cluster) {
    Files files = cluster.files();
    files.requireNothingAt(out);
    EmbeddingFolder rows = EmbeddingFolder.open(files, embeddings);
    EmbeddingFolder cols = ScoreJob.otherSide(files, rows, test, norm);
    TrialTable list = TrialTable.read(cluster, trials, format);
    TrialTable.Content content = list.content();
    if (content.trials() == 0) {
      throw new GmeException(trials + " has no trials", "check the path");
    }
    double many = (double) content.trials();
    ScoreJob.refuseTooMany(many, mostRows, "split the list");
    ScoreJob.adviseOn(many, cluster);
    boolean isExact =
        CellScorer.isExactCheaper(
            many, rows.layout().recordings(), cols.layout().recordings(), rows.lambda().length);
    double within = isExact ? 0 : tolerance;
    Optional<CohortNorm> cohort = norm.map(n -> n.open(files, rows, tolerance));
    PartFiles parts = new PartFiles(files, out + ".parts");
    String description = "a list of " + content.trials() + " trials " + content.digest();
    CellRun planned =
        CellRun.of(
            cluster,
            rows,
            cols,
            new ListWork(parts, description, new int[0]),
            within,
            cohort,
            out + ".parts",
            resumes);
    if (!parts.has(SORTED)) {
      sort(cluster, list, content, rows, cols, planned.grid(), parts);
    }
    int[] chunks = ints(parts.read(SORTED));
    CellRun run = planned.doing(new ListWork(parts, description, chunks));
    return new Sorted(run, chunks, content.trials(), within == 0);
  }

  /** Columns id and the number that a recording has among all. */
  private static Dataset<Row> numbers(EmbeddingFolder folder, Cluster cluster, String column) {
    StructType schema =
        new StructType()
            .add(ID, DataTypes.StringType, false)
            .add(column, DataTypes.IntegerType, false);
    return cluster
        .session()
        .createDataFrame(
            SpeakerTable.numbered(folder, cluster).map(t -> RowFactory.create(t._1(), t._2())),
            schema);
  }

  /** Numbers for ids, and trials by tasks in the order of their cells: three shuffles. */
  private void sort(
      Cluster cluster,
      TrialTable list,
      TrialTable.Content content,
      EmbeddingFolder rows,
      EmbeddingFolder cols,
      CellGrid grid,
      PartFiles parts) {
    Dataset<Row> trialRows = list.rows();
    Dataset<Row> ofRows = numbers(rows, cluster, ROW);
    Dataset<Row> ofCols = numbers(cols, cluster, COL);
    Dataset<Row> both =
        trialRows
            .join(ofRows, trialRows.col(TrialTable.ENROL).equalTo(ofRows.col(ID)), "left")
            .join(ofCols, trialRows.col(TrialTable.TEST).equalTo(ofCols.col(ID)), "left")
            .select(TrialTable.NUMBER, TrialTable.ENROL, TrialTable.TEST, ROW, COL);
    Placing placing =
        new Placing(
            list.name(),
            rows.name(),
            cols.name(),
            rows.layout(),
            cols.layout(),
            grid,
            places(grid));
    StructType schema =
        new StructType()
            .add(TASK, DataTypes.IntegerType, false)
            .add(COL_BLOCK, DataTypes.IntegerType, false)
            .add(ROW_BLOCK, DataTypes.IntegerType, false)
            .add(ROW, DataTypes.IntegerType, false)
            .add(COL, DataTypes.IntegerType, false)
            .add(TrialTable.NUMBER, DataTypes.LongType, false);
    Dataset<Row> placed =
        cluster.session().createDataFrame(both.toJavaRDD().map(placing::place), schema);
    int tasks = grid.tasks().size();
    Column[] order =
        IntStream.range(0, 6)
            .mapToObj(i -> placed.col(schema.fieldNames()[i]))
            .toArray(Column[]::new);
    List<long[]> written =
        placed
            .repartition(tasks, placed.col(TASK))
            .sortWithinPartitions(order)
            .toJavaRDD()
            .mapPartitions(part -> writeChunks(part, parts).iterator())
            .collect();
    long total = written.stream().mapToLong(w -> w[2]).sum();
    if (total != content.trials()) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "%d trials became %d: an id comes twice in %s or %s",
              content.trials(),
              total,
              rows.name(),
              cols.name()),
          "make that folder anew with 'gme spark extract', which refuses such ids");
    }
    int[] chunks = new int[tasks];
    written.forEach(w -> chunks[(int) w[0]] = (int) w[1]);
    parts.write(SORTED, bytes(chunks));
  }

  /** The number of the task that has a cell, by its blocks over the size of a group. */
  private static int[][] places(CellGrid grid) {
    int group = grid.group();
    int[][] out =
        new int[(grid.rowBlocks() + group - 1) / group][(grid.colBlocks() + group - 1) / group];
    for (CellGrid.Task task : grid.tasks()) {
      out[task.rowFrom() / group][task.colFrom() / group] = task.number();
    }
    return out;
  }

  /** Where trials are scored; travels to tasks. */
  @SuppressWarnings("ArrayRecordComponent") // travels, and is never compared
  private record Placing(
      String list,
      String enrolFolder,
      String testFolder,
      BlockLayout rows,
      BlockLayout cols,
      CellGrid grid,
      int[][] tasks)
      implements Serializable {
    Row place(Row trial) {
      if (trial.isNullAt(3)) {
        throw unknown(TrialTable.ENROL, trial.getString(1), enrolFolder);
      }
      if (trial.isNullAt(4)) {
        throw unknown(TrialTable.TEST, trial.getString(2), testFolder);
      }
      int row = trial.getInt(3);
      int col = trial.getInt(4);
      long number = trial.getLong(0);
      int rowBlock = rows.block(row);
      int colBlock = cols.block(col);
      if (grid.isOneSet() && rowBlock > colBlock) {
        // A score is the same both ways, and all pairs take it from this side of the diagonal.
        return placed(colBlock, rowBlock, col, row, ~number);
      }
      return placed(rowBlock, colBlock, row, col, number);
    }

    private Row placed(int rowBlock, int colBlock, int row, int col, long number) {
      int task = tasks[rowBlock / grid.group()][colBlock / grid.group()];
      return RowFactory.create(task, colBlock, rowBlock, row, col, number);
    }

    private GmeException unknown(String column, String id, String folder) {
      return new GmeException(
          "trials " + list + ", column '" + column + "': the id '" + id + "' is not in " + folder,
          "extract that recording, or leave its trials out");
    }
  }

  /** Writes the trials of whole tasks; number, files and trials of each. */
  private static List<long[]> writeChunks(Iterator<Row> trials, PartFiles parts) {
    List<long[]> out = new ArrayList<>();
    ListWork.Chunk chunk = new ListWork.Chunk(ListWork.CHUNK);
    long[] now = null;
    while (trials.hasNext()) {
      Row trial = trials.next();
      int task = trial.getInt(0);
      if (now == null || now[0] != task) {
        flush(now, chunk, parts);
        now = new long[] {task, 0, 0};
        out.add(now);
      }
      if (chunk.isFull()) {
        flush(now, chunk, parts);
      }
      chunk.add(new ListWork.Trial(trial.getLong(5), trial.getInt(3), trial.getInt(4)));
      now[2]++;
    }
    flush(now, chunk, parts);
    return out;
  }

  private static void flush(long[] task, ListWork.Chunk chunk, PartFiles parts) {
    if (!chunk.isEmpty()) {
      parts.write(ListWork.trialsName((int) task[0], (int) task[1]++), chunk.take());
    }
  }

  /** Brings the scores into the order of the list and writes them. */
  private void write(Cluster cluster, Sorted sorted) {
    PartFiles parts = sorted.run.parts();
    int[] chunks = sorted.chunks;
    List<int[]> all = new ArrayList<>();
    for (int task = 0; task < chunks.length; task++) {
      for (int chunk = 0; chunk < chunks[task]; chunk++) {
        all.add(new int[] {task, chunk});
      }
    }
    StructType schema =
        new StructType()
            .add(TrialTable.NUMBER, DataTypes.LongType, false)
            .add(TrialTable.ENROL, DataTypes.StringType, false)
            .add(TrialTable.TEST, DataTypes.StringType, false)
            .add("llr", DataTypes.FloatType, false);
    JavaRDD<Row> scored =
        cluster
            .context()
            .parallelize(all, all.size())
            .flatMap(c -> ListWork.scored(parts.read(ListWork.scoresName(c[0], c[1]))))
            .map(s -> RowFactory.create(s.number(), s.enrol(), s.test(), s.score()));
    Dataset<Row> table = cluster.session().createDataFrame(scored, schema);
    int partitions = (int) Math.max(cluster.cores(), sorted.trials / ROWS_A_FILE);
    table
        .repartitionByRange(partitions, table.col(TrialTable.NUMBER))
        .sortWithinPartitions(TrialTable.NUMBER)
        .select(TrialTable.ENROL, TrialTable.TEST, "llr")
        .write()
        .parquet(out);
  }

  private static byte[] bytes(int[] numbers) {
    ByteBuffer out = ByteBuffer.allocate(Integer.BYTES * numbers.length);
    out.asIntBuffer().put(numbers);
    return out.array();
  }

  private static int[] ints(byte[] bytes) {
    int[] out = new int[bytes.length / Integer.BYTES];
    ByteBuffer.wrap(bytes).asIntBuffer().get(out);
    return out;
  }

  private JobResult result(Sorted sorted, ScoreReport report) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("out", out);
    figures.put("rows", sorted.trials);
    figures.put("exact", sorted.isExact);
    norm.ifPresent(n -> figures.put("normalization", n.variant().toString()));
    figures.put("error_bound", report.errorBound());
    figures.put("largest_error_of_sample", report.largestError());
    String scores = norm.isPresent() ? "scores, before their normalization," : "scores";
    return new JobResult(
        List.of(
            sorted.isExact
                ? String.format(
                    Locale.ROOT,
                    "Wrote the scores of %d trials to %s; %s are exact, which takes less than tiles"
                        + " of so few trials each.",
                    sorted.trials,
                    out,
                    scores)
                : String.format(
                    Locale.ROOT,
                    "Wrote the scores of %d trials to %s; %s are off by no more than %.2g nat.",
                    sorted.trials,
                    out,
                    scores,
                    report.errorBound())),
        figures);
  }
}
