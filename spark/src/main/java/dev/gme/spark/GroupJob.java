package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.cluster.ClusterPrior;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;
import dev.gme.core.score.sink.TopScores;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.lab.cluster.ClusterOptions;
import dev.gme.lab.cluster.ClusterOptions.Knowledge;
import dev.gme.lab.cluster.RecordingClusters;
import java.io.PrintStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Which recordings of a folder are of one speaker. Each recording's nearest ones that two
 * recordings would be joined for are its edges; what edges connect is a component, and within each
 * component recordings are clustered as {@code gme cluster} clusters them by the book. No set goes
 * beyond its component.
 *
 * @param embeddings the folder
 * @param out the table, columns id and speaker
 * @param lines a file of lines of both, if it is wanted
 * @param options how recordings are clustered
 * @param largest where components are larger, edges have to be better
 * @param tolerance of the scores of edges, in nats
 * @param resumes whether to go on where another run ended
 */
record GroupJob(
    String embeddings,
    String out,
    Optional<String> lines,
    ClusterOptions options,
    int largest,
    double tolerance,
    boolean resumes)
    implements Job {
  /** By how many nats edges have to be better in each round. */
  private static final double STEP = 1;

  static Job of(JobArguments arguments) {
    ClusterOptions usual = ClusterOptions.DEFAULT;
    ClusterOptions options;
    try {
      options =
          known(usual, arguments)
              .withScale(arguments.number("scale").orElse(usual.scale()))
              .withNeighbours(arguments.whole("neighbours", usual.neighbours(), 1, 1 << 16));
    } catch (IllegalArgumentException e) {
      throw new GmeException(String.valueOf(e.getMessage()), "correct that option");
    }
    return new GroupJob(
        arguments.text("embeddings"),
        arguments.text("out"),
        arguments.optional("utt2spk"),
        options,
        arguments.whole("largest", usual.exactUpTo(), 2, usual.exactUpTo()),
        ScoreJob.tolerance(arguments),
        arguments.flag("resume"));
  }

  private static ClusterOptions known(ClusterOptions usual, JobArguments arguments) {
    Map<String, Knowledge> ways =
        Map.of(
            "prior-speakers",
            Knowledge.PRIOR_SPEAKERS,
            "same-prior",
            Knowledge.SAME_PRIOR,
            "threshold",
            Knowledge.THRESHOLD);
    List<String> given =
        ways.keySet().stream().filter(w -> arguments.optional(w).isPresent()).sorted().toList();
    if (given.size() > 1) {
      throw new GmeException(
          "--" + String.join(" and --", given) + " say the same in two ways", "give one of them");
    }
    return given.isEmpty()
        ? usual
        : usual.with(ways.get(given.get(0)), arguments.number(given.get(0)).orElseThrow());
  }

  @Override
  public JobResult run(Cluster cluster) {
    Files files = cluster.files();
    files.requireNothingAt(out);
    lines.ifPresent(files::requireNothingAt);
    EmbeddingFolder folder = EmbeddingFolder.open(files, embeddings);
    int n = folder.layout().recordings();
    ClusterOptions local = local(n);
    ScoreJob.adviseOn(CellRun.trials(folder, folder), cluster);
    CellRun run =
        CellRun.of(
            cluster,
            folder,
            folder,
            new TopWork(options.neighbours(), false, options.scale()),
            tolerance,
            Optional.empty(),
            out + ".parts",
            resumes);
    run.score(cluster);
    Components components = components(cluster, run, n, threshold(local));
    int[] speakers =
        clustered(
            cluster,
            folder,
            components,
            new Known(local.knowledge(), local.value(), local.scale()));
    String[] names = names(speakers);
    write(cluster, folder, speakers, names);
    if (lines.isPresent()) {
      writeLines(files, folder, speakers, names);
    }
    run.clear();
    return result(cluster, components, names);
  }

  /** The same knowledge for any part of n recordings. */
  private ClusterOptions local(int n) {
    if (options.knowledge() != Knowledge.PRIOR_SPEAKERS) {
      return options;
    }
    if (options.value() >= n) {
      throw new GmeException(
          "expected fewer speakers than the " + n + " recordings", "expect fewer speakers");
    }
    double concentration = ChineseRestaurant.expecting(options.value(), n).concentration();
    return options.withSamePrior(1 / (1 + concentration));
  }

  private static double threshold(ClusterOptions local) {
    return switch (local.knowledge()) {
      case THRESHOLD -> ClusterPrior.threshold(local.value()).ofTwo();
      case SAME_PRIOR -> ClusterPrior.samePrior(local.value()).ofTwo();
      default -> ClusterPrior.flat().ofTwo();
    };
  }

  /** What tasks have to know; travels to them. */
  private record Known(Knowledge knowledge, double value, double scale) implements Serializable {
    ClusterOptions options() {
      ClusterOptions scaled = ClusterOptions.DEFAULT.withScale(scale);
      return knowledge == Knowledge.NOTHING ? scaled : scaled.with(knowledge, value);
    }
  }

  /** Edges from the recordings of a block. */
  @SuppressWarnings("ArrayRecordComponent") // travels, and is never compared
  private record Edges(int[] from, int[] to, float[] scores) implements Serializable {
    static Edges of(int block, int first, CellRun run, double above) {
      TopScores best = ScoreJob.bestOf(block, run);
      int[] from = new int[best.partners().length];
      int[] to = new int[from.length];
      float[] scores = new float[from.length];
      int m = 0;
      for (int i = 0; i < best.recordings(); i++) {
        for (int rank = 0; rank < best.size(i); rank++) {
          if (best.score(i, rank) > above) {
            from[m] = first + i;
            to[m] = best.partner(i, rank);
            scores[m++] = best.score(i, rank);
          }
        }
      }
      return new Edges(Arrays.copyOf(from, m), Arrays.copyOf(to, m), Arrays.copyOf(scores, m));
    }
  }

  /**
   * What edges connect.
   *
   * @param of the smallest recording of each recording's component
   * @param raised how many components were larger than allowed
   * @param raisedTo how good edges had to be in the worst of these
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Components(int[] of, int raised, double raisedTo) {}

  private Components components(Cluster cluster, CellRun run, int n, double threshold) {
    BlockLayout layout = run.rowLayout();
    JavaRDD<Edges> edges =
        cluster
            .context()
            .parallelize(
                IntStream.range(0, layout.blocks()).boxed().toList(), Math.max(1, layout.blocks()))
            .map(block -> Edges.of(block, layout.first(block), run, threshold))
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      JoinedSets sets = new JoinedSets(n);
      edges.toLocalIterator().forEachRemaining(e -> sets.join(e.from, e.to));
      int raised = 0;
      double least = threshold;
      boolean[] isLarge = sets.largerThan(largest);
      while (IntStream.range(0, n).anyMatch(i -> isLarge[i])) {
        raised += least == threshold ? sets.count(isLarge) : 0;
        least += STEP;
        sets.separate(isLarge);
        double above = least;
        edges
            .toLocalIterator()
            .forEachRemaining(
                e -> {
                  for (int i = 0; i < e.from.length; i++) {
                    if (e.scores[i] > above && isLarge[e.from[i]] && isLarge[e.to[i]]) {
                      sets.join(e.from[i], e.to[i]);
                    }
                  }
                });
        boolean[] still = sets.largerThan(largest);
        System.arraycopy(still, 0, isLarge, 0, n);
      }
      return new Components(sets.first(), raised, least);
    } finally {
      edges.unpersist();
    }
  }

  /** A recording on its way to its component. */
  private record Member(int component, int number) implements Serializable {
    static final Comparator<Member> ORDER = new MemberOrder();
  }

  /** A comparator that travels. */
  private static final class MemberOrder implements Comparator<Member>, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public int compare(Member a, Member b) {
      int order = Integer.compare(a.component, b.component);
      return order != 0 ? order : Integer.compare(a.number, b.number);
    }
  }

  /** Whole components to partitions. */
  private static final class ByComponent extends Partitioner {
    private static final long serialVersionUID = 1L;

    private final HashPartitioner hashed;

    ByComponent(int partitions) {
      hashed = new HashPartitioner(partitions);
    }

    @Override
    public int numPartitions() {
      return hashed.numPartitions();
    }

    @Override
    public int getPartition(Object key) {
      return hashed.getPartition(((Member) key).component());
    }
  }

  /** The smallest recording of each recording's speaker. */
  private static int[] clustered(
      Cluster cluster, EmbeddingFolder folder, Components components, Known known) {
    int n = components.of.length;
    int[] sizes = new int[n];
    for (int c : components.of) {
      sizes[c]++;
    }
    // Recordings that are alone go nowhere.
    int[] component = new int[n];
    for (int i = 0; i < n; i++) {
      component[i] = sizes[components.of[i]] > 1 ? components.of[i] : -1;
    }
    Broadcast<int[]> shared = cluster.context().broadcast(component);
    int blocks = folder.layout().blocks();
    double[] lambda = folder.lambda();
    List<Tuple2<Integer, Integer>> found =
        cluster
            .context()
            .parallelize(IntStream.range(0, blocks).boxed().toList(), Math.max(1, blocks))
            .flatMapToPair(block -> members(block, folder, shared.value()).iterator())
            .repartitionAndSortWithinPartitions(
                new ByComponent(Math.max(1, 4 * cluster.cores())), Member.ORDER)
            .mapPartitions(
                part -> {
                  ClusterOptions options = known.options();
                  return new Runs<>(
                      part, Member::component, rows -> clustered(rows, lambda, options));
                })
            .flatMap(List::iterator)
            .collect();
    shared.destroy();
    int[] out = IntStream.range(0, n).toArray();
    found.forEach(t -> out[t._1()] = t._2());
    return out;
  }

  private static List<Tuple2<Member, EmbeddingRow>> members(
      int block, EmbeddingFolder folder, int[] component) {
    IdentifiedEmbeddings all = folder.read(block);
    int first = folder.layout().first(block);
    MetaEmbeddings e = all.embeddings();
    double[] a = e.a().array();
    double[] b = e.b();
    int d = e.dimension();
    List<Tuple2<Member, EmbeddingRow>> out = new ArrayList<>();
    for (int i = 0; i < b.length; i++) {
      if (component[first + i] >= 0) {
        float[] single = new float[d];
        for (int k = 0; k < d; k++) {
          single[k] = (float) a[i * d + k];
        }
        out.add(
            new Tuple2<>(
                new Member(component[first + i], first + i),
                new EmbeddingRow(all.ids().get(i), b[i], single)));
      }
    }
    return out;
  }

  /** The number of each recording of a component and that of its speaker. */
  private static List<Tuple2<Integer, Integer>> clustered(
      List<Tuple2<Member, EmbeddingRow>> component, double[] lambda, ClusterOptions options) {
    int d = lambda.length;
    double[] a = new double[component.size() * d];
    double[] b = new double[component.size()];
    List<String> ids = new ArrayList<>(b.length);
    for (int i = 0; i < b.length; i++) {
      EmbeddingRow row = component.get(i)._2();
      ids.add(row.id());
      b[i] = row.b();
      for (int k = 0; k < d; k++) {
        a[i * d + k] = row.a()[k];
      }
    }
    MetaEmbeddings embeddings = MetaEmbeddings.of(DoubleMatrix.wrap(b.length, d, a), b, lambda);
    Partition found =
        RecordingClusters.of(new IdentifiedEmbeddings(ids, embeddings), options, Progress.NONE)
            .partition();
    int[] first = new int[found.sets()];
    Arrays.fill(first, -1);
    List<Tuple2<Integer, Integer>> out = new ArrayList<>(b.length);
    for (int i = 0; i < b.length; i++) {
      int number = component.get(i)._1().number();
      int set = found.label(i);
      first[set] = first[set] < 0 ? number : first[set];
      out.add(new Tuple2<>(number, first[set]));
    }
    return out;
  }

  /** A name for each speaker, by its smallest recording, in the order of these; null for others. */
  private static String[] names(int[] speakers) {
    int[] first = IntStream.range(0, speakers.length).filter(i -> speakers[i] == i).toArray();
    int digits = String.valueOf(first.length).length();
    String[] out = new String[speakers.length];
    for (int s = 0; s < first.length; s++) {
      out[first[s]] = String.format(Locale.ROOT, "c%0" + digits + "d", s + 1);
    }
    return out;
  }

  private void write(Cluster cluster, EmbeddingFolder folder, int[] speakers, String[] names) {
    Broadcast<int[]> shared = cluster.context().broadcast(speakers);
    Broadcast<String[]> called = cluster.context().broadcast(names);
    int blocks = folder.layout().blocks();
    StructType schema =
        new StructType()
            .add("id", DataTypes.StringType, false)
            .add("speaker", DataTypes.StringType, false);
    JavaRDD<Row> rows =
        cluster
            .context()
            .parallelize(
                IntStream.range(0, blocks).boxed().toList(),
                Math.max(1, Math.min(blocks, cluster.cores())))
            .flatMap(
                block -> {
                  List<String> ids = folder.read(block).ids();
                  int first = folder.layout().first(block);
                  return IntStream.range(0, ids.size())
                      .mapToObj(
                          i ->
                              RowFactory.create(
                                  ids.get(i), called.value()[shared.value()[first + i]]))
                      .iterator();
                });
    cluster.session().createDataFrame(rows, schema).write().parquet(out);
  }

  private void writeLines(Files files, EmbeddingFolder folder, int[] speakers, String[] names) {
    files.write(
        lines.orElseThrow(),
        stream -> {
          PrintStream text = new PrintStream(stream, false, StandardCharsets.UTF_8);
          for (int block = 0; block < folder.layout().blocks(); block++) {
            List<String> ids = folder.read(block).ids();
            int first = folder.layout().first(block);
            for (int i = 0; i < ids.size(); i++) {
              String id = ids.get(i);
              if (id.isEmpty() || id.chars().anyMatch(c -> c <= ' ')) {
                throw new GmeException(
                    "the recording '" + id + "' has a blank in its name, which no utt2spk may have",
                    "rename it, or leave --utt2spk out");
              }
              text.print(id + " " + names[speakers[first + i]] + "\n");
            }
          }
          text.flush();
        });
  }

  private JobResult result(Cluster cluster, Components components, String[] names) {
    int n = names.length;
    int[] sizes = new int[n];
    for (int c : components.of) {
      sizes[c]++;
    }
    long count = IntStream.of(sizes).filter(s -> s > 0).count();
    int most = IntStream.of(sizes).max().orElse(0);
    long speakers = Arrays.stream(names).filter(s -> s != null).count();
    if (components.raised > 0) {
      cluster.say(
          String.format(
              Locale.ROOT,
              "gme: warning: edges chained more than %d recordings together in %d components, so"
                  + " that edges had to be better there, up to %.3g nat; look whether the model fits"
                  + " the recordings, or ask for more by --threshold.",
              largest,
              components.raised,
              components.raisedTo));
    }
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("out", out);
    figures.put("recordings", n);
    figures.put("speakers", speakers);
    figures.put("components", count);
    figures.put("largest_component", most);
    figures.put("components_raised", components.raised);
    return new JobResult(
        List.of(
            String.format(
                Locale.ROOT,
                "Found %d speakers of %d recordings, in %d components of up to %d recordings; wrote"
                    + " %s.",
                speakers,
                n,
                count,
                most,
                out)),
        figures);
  }
}
