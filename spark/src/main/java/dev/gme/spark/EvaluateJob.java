package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.core.NameOrder;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.Metrics;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.StreamedEvaluation;
import dev.gme.core.score.sink.StreamedScores;
import dev.gme.core.score.sink.StreamedTrials;
import dev.gme.formats.io.Sha256;
import dev.gme.lab.data.TableDefaults;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * Error rates and costs of all pairs of one folder of meta-embeddings, or of two, by a table that
 * says who speaks in which recording; scores are counted as they are made.
 *
 * @param speakers the table
 * @param columns its columns; that of vectors is not used
 * @param parts where tasks leave their counts
 */
record EvaluateJob(
    String embeddings,
    Optional<String> test,
    String speakers,
    String format,
    VectorTable.Columns columns,
    double tolerance,
    String parts,
    boolean resumes)
    implements Job {
  static Job of(JobArguments arguments) {
    String embeddings = arguments.text("embeddings");
    return new EvaluateJob(
        embeddings,
        arguments.optional("test"),
        arguments.text("speakers"),
        arguments.text("table", TableDefaults.FORMAT),
        new VectorTable.Columns(
            arguments.text("id", TableDefaults.ID),
            null,
            arguments.text("speaker", TableDefaults.SPEAKER)),
        arguments.number("tolerance").orElse(ScoreKind.DEFAULT_TOLERANCE),
        arguments.text("parts", embeddings + ".evaluation.parts"),
        arguments.flag("resume"));
  }

  @Override
  public JobResult run(Cluster cluster) {
    Files files = cluster.files();
    EmbeddingFolder rows = EmbeddingFolder.open(files, embeddings);
    EmbeddingFolder cols = test.map(t -> EmbeddingFolder.open(files, t)).orElse(rows);
    ScoreJob.adviseOn(CellRun.trials(rows, cols), cluster);
    JavaPairRDD<String, String> said = SpeakerTable.read(cluster, speakers, format, columns);
    Map<String, Integer> numbers = new TreeMap<>(NameOrder.BYTES);
    int[] ofRows = speakersOf(rows, said, cluster, numbers);
    int[] ofCols = rows == cols ? ofRows : speakersOf(cols, said, cluster, numbers);
    EvaluationWork work =
        new EvaluationWork(
            cluster.context().broadcast(ofRows),
            cluster.context().broadcast(ofCols),
            digest(ofRows, ofCols));
    CellRun run =
        CellRun.of(cluster, rows, cols, work, tolerance, Optional.empty(), parts, resumes);
    ScoreReport report = run.score(cluster);
    StreamedTrials all = new StreamedTrials(StreamedScores.of(), StreamedScores.of());
    for (CellGrid.Task task : run.grid().tasks()) {
      all = all.plus(TrialsPart.read(run.read(EvaluationWork.name(task.number()))));
    }
    if (all.targets().total() == 0 || all.nontargets().total() == 0) {
      run.clear();
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "an evaluation needs trials of one speaker and of two, found %d and %d",
              all.targets().total(),
              all.nontargets().total()),
          "check the table of speakers, " + speakers);
    }
    StreamedEvaluation figures = all.evaluate(EvaluationOptions.DEFAULT);
    run.clear();
    return result(figures, report);
  }

  private static String digest(int[] rows, int[] cols) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * (rows.length + cols.length));
    bytes.asIntBuffer().put(rows).put(cols);
    return Sha256.of(bytes.array()).substring(0, 16);
  }

  /** The speaker of each recording of a folder, as a number. */
  private int[] speakersOf(
      EmbeddingFolder folder,
      JavaPairRDD<String, String> said,
      Cluster cluster,
      Map<String, Integer> numbers) {
    List<Tuple2<String, Tuple2<Integer, org.apache.spark.api.java.Optional<String>>>> joined =
        SpeakerTable.numbered(folder, cluster).leftOuterJoin(said).collect();
    String[] names = new String[folder.layout().recordings()];
    for (var row : joined) {
      int number = row._2()._1();
      if (!row._2()._2().isPresent()) {
        throw new GmeException(
            "table " + speakers + " has no speaker of '" + row._1() + "'",
            "name the speaker of every recording");
      }
      if (names[number] != null) {
        throw new GmeException(
            "table "
                + speakers
                + ", column '"
                + columns.id()
                + "': the id '"
                + row._1()
                + "' comes more than once",
            "remove all but one of these rows");
      }
      names[number] = row._2()._2().get();
    }
    int[] out = new int[names.length];
    for (int i = 0; i < out.length; i++) {
      // In the order of the recordings, so that the numbers are the same each time.
      out[i] = numbers.computeIfAbsent(names[i], n -> numbers.size());
    }
    return out;
  }

  private JobResult result(StreamedEvaluation e, ScoreReport report) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("targets", e.targets());
    figures.put("nontargets", e.nontargets());
    figures.put("exact", e.isExact());
    Map<String, double[]> bounds = new LinkedHashMap<>();
    put(bounds, "eer", e, Metrics::eerRocch);
    put(bounds, "cllr", e, Metrics::cllr);
    put(bounds, "min_cllr", e, Metrics::minCllr);
    put(bounds, "min_cprimary", e, m -> m.minCost(CostPreset.SRE16));
    put(bounds, "act_cprimary", e, m -> m.actCost(CostPreset.SRE16));
    bounds.forEach(
        (name, b) -> {
          figures.put(name + "_at_least", b[0]);
          figures.put(name + "_at_most", b[1]);
        });
    figures.put("error_bound", report.errorBound());
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%d target and %d non-target trials; %s.",
            e.targets(),
            e.nontargets(),
            e.isExact() ? "figures are exact" : "figures lie between two bounds"));
    bounds.forEach(
        (name, b) ->
            lines.add(
                b[0] == b[1]
                    ? String.format(Locale.ROOT, "%-14s %.6f", name, b[0])
                    : String.format(Locale.ROOT, "%-14s %.6f to %.6f", name, b[0], b[1])));
    return new JobResult(lines, figures);
  }

  private static void put(
      Map<String, double[]> to,
      String name,
      StreamedEvaluation e,
      ToDoubleFunction<Metrics> figure) {
    to.put(name, new double[] {figure.applyAsDouble(e.best()), figure.applyAsDouble(e.worst())});
  }
}
