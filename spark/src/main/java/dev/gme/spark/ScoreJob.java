package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.core.score.CellScorer;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.sink.CountSink;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.TopScores;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.lab.data.TableDefaults;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * All pairs of one folder of meta-embeddings, or of two, to a table of the best scores: columns
 * enrol, test, llr, and rank where the best of each enrolment are wanted.
 *
 * @param embeddings enrolments
 * @param test test recordings; empty where the set is scored against itself
 * @param top how many of the best of each enrolment, or empty
 * @param above the threshold, or empty
 * @param out the table
 * @param tolerance in nats
 * @param norm how scores are normalized, if they are
 * @param mostRows a larger table is refused
 * @param resumes whether to go on where another run ended
 */
record ScoreJob(
    String embeddings,
    Optional<String> test,
    Optional<Integer> top,
    Optional<Double> above,
    String out,
    double tolerance,
    Optional<CohortNorm.Wanted> norm,
    double mostRows,
    boolean resumes)
    implements Job {
  /** One machine scores these in ten minutes. */
  private static final double MANY_TRIALS = 1e11;

  /** Of each block of a cell that is looked at first. */
  private static final int SAMPLE = 1024;

  private static final int SAMPLED_CELLS = 64;

  private static final String ROW = "row";
  private static final String COL = "col";
  private static final String RANK = "rank";
  private static final String LLR = "llr";

  static Job of(JobArguments arguments) {
    if (arguments.optional("trials").isPresent()) {
      return ListJob.of(arguments);
    }
    if (arguments.optional("table").isPresent()) {
      throw new GmeException(
          "--table is the format of --trials, of which there are none", "leave it out");
    }
    Optional<Integer> top =
        arguments.optional("top").map(v -> arguments.whole("top", 1, 1, 1 << 20));
    Optional<Double> above = arguments.number("above");
    if (top.isPresent() == above.isPresent()) {
      throw new GmeException(
          "either --top, --above or --trials says which scores are wanted",
          "give one of the three");
    }
    return new ScoreJob(
        arguments.text("embeddings"),
        arguments.optional("test"),
        top,
        above,
        arguments.text("out"),
        tolerance(arguments),
        CohortNorm.Wanted.of(arguments),
        arguments.number("most-rows").orElse(TableDefaults.MOST_ROWS),
        arguments.flag("resume"));
  }

  /** The same work to another table. */
  ScoreJob to(String other) {
    return new ScoreJob(embeddings, test, top, above, other, tolerance, norm, mostRows, resumes);
  }

  static double tolerance(JobArguments arguments) {
    double tolerance = arguments.number("tolerance").orElse(ScoreKind.DEFAULT_TOLERANCE);
    if (!(tolerance >= 0 && tolerance < Double.POSITIVE_INFINITY)) {
      throw new GmeException(
          "--tolerance: expected a number that is not negative, found " + tolerance, "correct it");
    }
    return tolerance;
  }

  /**
   * The other side of a folder of enrolments: the same object where half of the cells are enough,
   * another one of the same folder where scores are not the same both ways.
   */
  static EmbeddingFolder otherSide(
      Files files, EmbeddingFolder rows, Optional<String> test, Optional<CohortNorm.Wanted> norm) {
    boolean isHalf = test.isEmpty() && norm.map(CohortNorm.Wanted::isSymmetric).orElse(true);
    return isHalf ? rows : EmbeddingFolder.open(files, test.orElse(rows.name()));
  }

  @Override
  public JobResult run(Cluster cluster) {
    Files files = cluster.files();
    files.requireNothingAt(out);
    EmbeddingFolder rows = EmbeddingFolder.open(files, embeddings);
    EmbeddingFolder cols = otherSide(files, rows, test, norm);
    Optional<CohortNorm> cohort = norm.map(n -> n.open(files, rows, tolerance));
    boolean bothWays = test.isEmpty() && rows != cols;
    double trials = CellRun.trials(rows, cols);
    adviseOn(trials, cluster);
    refuseTooMany(cluster, rows, cols, cohort);
    CellWork work =
        top.isPresent()
            ? new TopWork(top.get(), bothWays, 1)
            : new AboveWork(above.get(), bothWays);
    CellRun run = CellRun.of(cluster, rows, cols, work, tolerance, cohort, out + ".parts", resumes);
    ScoreReport report = run.score(cluster);
    boolean isTop = top.isPresent();
    JavaRDD<Row> found =
        cluster
            .context()
            .parallelize(numbers(rows), Math.max(1, rows.manifest().blocks().size()))
            .flatMap(block -> rowsOf(block, rows, run, isTop).iterator());
    long written = write(cluster, found, cols);
    run.clear();
    return result(written, report);
  }

  /** Says where one machine would do. */
  static void adviseOn(double trials, Cluster cluster) {
    if (trials < MANY_TRIALS) {
      cluster.say(
          String.format(
              Locale.ROOT,
              "%.2g trials are less work for one machine than to start a cluster for them: 'gme"
                  + " score' is faster below about %.0e.",
              trials,
              MANY_TRIALS));
    }
  }

  private static List<Integer> numbers(EmbeddingFolder folder) {
    return IntStream.range(0, folder.manifest().blocks().size()).boxed().toList();
  }

  /** Refuses what would fill a disk, by the best k exactly and else by a sample of the cells. */
  private void refuseTooMany(
      Cluster cluster, EmbeddingFolder rows, EmbeddingFolder cols, Optional<CohortNorm> cohort) {
    double expected =
        top.isPresent()
            ? (double) rows.manifest().recordings()
                * Math.min(top.get(), cols.manifest().recordings())
            : expectedAbove(cluster, rows, cols, cohort);
    refuseTooMany(expected, mostRows, "want fewer by --top or a higher --above");
  }

  /** Refuses a table that would have more rows than are allowed. */
  static void refuseTooMany(double expected, double mostRows, String help) {
    if (expected > mostRows) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "the table would have about %.2g rows, more than %.2g",
              expected,
              mostRows),
          help + ", or allow them with --most-rows");
    }
  }

  private double expectedAbove(
      Cluster cluster, EmbeddingFolder rows, EmbeddingFolder cols, Optional<CohortNorm> cohort) {
    List<CellGrid.Task> cells =
        new CellGrid(
                rows.manifest().blocks().size(), cols.manifest().blocks().size(), 1, rows == cols)
            .tasks();
    int n = Math.min(SAMPLED_CELLS, cells.size());
    List<CellGrid.Task> sample =
        IntStream.range(0, n)
            .mapToObj(i -> cells.get((int) ((long) i * cells.size() / n)))
            .toList();
    double threshold = above.orElseThrow();
    double within = tolerance;
    CohortNorm norms = cohort.orElse(null);
    List<long[]> counted =
        cluster
            .context()
            .parallelize(sample, Math.max(1, n))
            .map(
                cell -> {
                  CellScorer scorer = new CellScorer(within);
                  IdentifiedEmbeddings r = sample(rows, cell.rowFrom());
                  IdentifiedEmbeddings c = sample(cols, cell.colFrom());
                  CountSink sink = new CountSink(threshold);
                  scorer.score(
                      scorer.block(r.embeddings(), 0),
                      scorer.block(c.embeddings(), 0),
                      norms == null ? sink : norms.fit(r, c).into(sink));
                  return new long[] {sink.count(0), (long) r.ids().size() * c.ids().size()};
                })
            .collect();
    double reached = counted.stream().mapToLong(c -> c[0]).sum();
    double tried = counted.stream().mapToLong(c -> c[1]).sum();
    return tried == 0 ? 0 : reached / tried * CellRun.trials(rows, cols);
  }

  private static IdentifiedEmbeddings sample(EmbeddingFolder folder, int block) {
    IdentifiedEmbeddings all = folder.read(block);
    int n = Math.min(SAMPLE, all.ids().size());
    int[][] which = new int[n][];
    List<String> ids = new ArrayList<>(n);
    for (int i = 0; i < n; i++) {
      which[i] = new int[] {(int) ((long) i * all.ids().size() / n)};
      ids.add(all.ids().get(which[i][0]));
    }
    return new IdentifiedEmbeddings(ids, all.embeddings().pool(which));
  }

  /** The scores of a block of rows, of which all tasks that had it left a part. */
  private static List<Row> rowsOf(int block, EmbeddingFolder rows, CellRun run, boolean isTop) {
    List<String> ids = rows.read(block).ids();
    int first = rows.layout().first(block);
    return isTop ? best(block, ids, first, run) : reaching(block, ids, first, run);
  }

  /** The best of each recording of a block, of which all tasks that had it left a part. */
  static TopScores bestOf(int block, CellRun run) {
    TopScores best = null;
    for (CellGrid.Task task : run.grid().tasks()) {
      if (has(task, block, run.grid().isOneSet())) {
        TopScores part = TopPart.read(run.read(TopWork.name(block, task.number())));
        best = best == null ? part : best.plus(part);
      }
    }
    return Objects.requireNonNull(best, "a block that no task had");
  }

  private static List<Row> best(int block, List<String> ids, int first, CellRun run) {
    TopScores best = bestOf(block, run);
    List<Row> out = new ArrayList<>();
    for (int i = 0; i < best.recordings(); i++) {
      for (int rank = 0; rank < best.size(i); rank++) {
        out.add(
            RowFactory.create(
                first + i, ids.get(i), best.partner(i, rank), best.score(i, rank), rank + 1));
      }
    }
    return out;
  }

  private static List<Row> reaching(int block, List<String> ids, int first, CellRun run) {
    List<Row> out = new ArrayList<>();
    for (CellGrid.Task task : run.grid().tasks()) {
      if (has(task, block, false)) {
        AboveWork.Pairs pairs =
            AboveWork.Pairs.read(run.read(AboveWork.name(block, task.number())));
        for (int i = 0; i < pairs.rows().length; i++) {
          int row = pairs.rows()[i];
          out.add(
              RowFactory.create(row, ids.get(row - first), pairs.cols()[i], pairs.scores()[i], 0));
        }
      }
    }
    out.sort(Comparator.comparingInt((Row r) -> r.getInt(0)).thenComparingInt(r -> r.getInt(2)));
    int rank = 0;
    for (int i = 0; i < out.size(); i++) {
      Row r = out.get(i);
      rank = i > 0 && out.get(i - 1).getInt(0) == r.getInt(0) ? rank + 1 : 1;
      out.set(i, RowFactory.create(r.get(0), r.get(1), r.get(2), r.get(3), rank));
    }
    return out;
  }

  /** Whether a task has left a part of a block: as rows, or as columns where they count too. */
  private static boolean has(CellGrid.Task task, int block, boolean orAsColumns) {
    return (block >= task.rowFrom() && block < task.rowTo())
        || (orAsColumns && block >= task.colFrom() && block < task.colTo());
  }

  /** Puts ids in the place of column numbers and writes the table, in the order of the rows. */
  private long write(Cluster cluster, JavaRDD<Row> found, EmbeddingFolder cols) {
    StructType numbered =
        new StructType()
            .add(ROW, DataTypes.IntegerType, false)
            .add("enrol", DataTypes.StringType, false)
            .add(COL, DataTypes.IntegerType, false)
            .add(LLR, DataTypes.FloatType, false)
            .add(RANK, DataTypes.IntegerType, false);
    StructType named =
        new StructType()
            .add(COL, DataTypes.IntegerType, false)
            .add("test", DataTypes.StringType, false);
    JavaRDD<Row> ids =
        cluster
            .context()
            .parallelize(numbers(cols), Math.max(1, cols.manifest().blocks().size()))
            .flatMap(
                block -> {
                  List<String> of = cols.read(block).ids();
                  int first = cols.layout().first(block);
                  return IntStream.range(0, of.size())
                      .mapToObj(i -> RowFactory.create(first + i, of.get(i)))
                      .iterator();
                });
    Dataset<Row> all =
        cluster
            .session()
            .createDataFrame(found, numbered)
            .join(cluster.session().createDataFrame(ids, named), COL);
    Dataset<Row> ordered =
        all.repartitionByRange(Math.max(1, cluster.cores()), all.col(ROW))
            .sortWithinPartitions(ROW, RANK);
    String[] columns =
        top.isPresent()
            ? new String[] {"enrol", "test", LLR, RANK}
            : new String[] {"enrol", "test", LLR};
    ordered.select(columns[0], Arrays.copyOfRange(columns, 1, columns.length)).write().parquet(out);
    return cluster.session().read().parquet(out).count();
  }

  private JobResult result(long written, ScoreReport report) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("out", out);
    figures.put("rows", written);
    figures.put("trials", report.trials());
    norm.ifPresent(n -> figures.put("normalization", n.variant().toString()));
    figures.put("error_bound", report.errorBound());
    figures.put("largest_error_of_sample", report.largestError());
    return new JobResult(
        List.of(
            String.format(
                Locale.ROOT,
                "Wrote %d scores of %d trials to %s; no %s is off by more than %.2g nat.",
                written,
                report.trials(),
                out,
                norm.isPresent() ? "score before its normalization" : "score",
                report.errorBound())),
        figures);
  }
}
