package dev.gme.spark;

import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.train.data.DataPart;
import dev.gme.core.train.data.DataReport;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.plda.HtPldaVb.ScaleStep;
import dev.gme.core.train.plda.PldaPasses;
import dev.gme.core.train.plda.VbEStep;
import dev.gme.core.train.plda.VbStatistics;
import dev.gme.formats.artefact.ArtefactKind;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.broadcast.Broadcast;

/**
 * Passes over training data on a cluster, each of which is a job: what {@link
 * dev.gme.core.train.plda.PldaRecipe} needs of them, to the same bits as on one computer.
 */
final class SparkPasses implements PldaPasses {
  /** Half a gigabyte for the driver. */
  private static final int MOST_LOOKED_AT = 4_000_000;

  private static final Preprocessing NO_STEPS = Preprocessing.of(List.of());

  private final Cluster cluster;
  private final LeafTable table;

  SparkPasses(Cluster cluster, LeafTable table) {
    this.cluster = cluster;
    this.table = table;
  }

  @Override
  public int dimension() {
    return table.dimension();
  }

  @Override
  public int speakers() {
    return table.speakers();
  }

  @Override
  public long recordings() {
    return table.recordings();
  }

  @Override
  public double totalWeight() {
    return table.recordings();
  }

  @Override
  public SpeakerStatistics statistics(Preprocessing chain, Progress progress) {
    progress.step("gathering statistics", 0, recordings());
    Broadcast<byte[]> shared = shared(ArtefactKind.PREPROCESSING, chain);
    double[] first = first(shared);
    boolean byCount = SpeakerStatistics.isByCount(speakers(), first.length, false);
    SpeakerStatistics sum =
        new LeafSum<Leaf, SpeakerStatistics>(new OfSpeakers())
            .of(
                table.leaves(),
                table.leafCount(),
                () -> {
                  Preprocessing steps = read(ArtefactKind.PREPROCESSING, shared);
                  return leaf -> {
                    SpeakerStatistics own = SpeakerStatistics.ofLeaf(leaf.behind(steps), first);
                    return byCount ? own.byCount() : own;
                  };
                },
                cluster.machines());
    shared.destroy();
    progress.step("gathering statistics", recordings(), recordings());
    return sum.aboutTheirMean();
  }

  /**
   * Says what there is to know about the data, as {@code gme train} does: one more pass, and some
   * hundred bytes of each recording for the driver. What training would refuse, it refuses itself.
   */
  void speak(Progress progress) {
    if (recordings() > MOST_LOOKED_AT) {
      cluster.say(
          String.format(
              Locale.ROOT,
              "note: of more than %,d recordings it is not looked for what is strange among them;"
                  + " 'gme info --labels' does so for a part of them",
              MOST_LOOKED_AT));
      return;
    }
    for (DataReport.Finding finding : report(progress).findings()) {
      if (finding.severity() != DataReport.Severity.REFUSAL) {
        String severity = finding.severity().name().toLowerCase(Locale.ROOT);
        cluster.say(severity + ": " + finding.message() + "; " + finding.help());
      }
    }
  }

  private DataReport report(Progress progress) {
    List<Looked> looked = new ArrayList<>(table.leaves().map(Looked::at).collect());
    looked.sort(Comparator.comparingInt(Looked::leaf));
    List<String> ids = looked.stream().flatMap(l -> Arrays.stream(l.ids)).toList();
    List<DataPart> parts = looked.stream().map(l -> DataPart.of(l.part.toMap())).toList();
    // Neighbours first: each recording is copied as often as the list is halved.
    while (parts.size() > 1) {
      List<DataPart> whole = parts;
      parts =
          IntStream.range(0, (whole.size() + 1) / 2)
              .mapToObj(
                  i ->
                      2 * i + 1 < whole.size()
                          ? whole.get(2 * i).plus(whole.get(2 * i + 1))
                          : whole.get(2 * i))
              .toList();
    }
    DataPart all = parts.get(0);
    boolean hasSums = IntStream.range(0, all.recordings()).allMatch(all::isUsable);
    return all.report(
        hasSums ? Optional.of(statistics(NO_STEPS, progress)) : Optional.empty(), ids);
  }

  /** What the recordings of a leaf show, each by itself. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Looked(int leaf, String[] ids, Matrices part) implements Serializable {
    static Looked at(Leaf leaf) {
      DataPart part = DataPart.of(leaf.behind(NO_STEPS), Progress.NONE);
      return new Looked(leaf.number(), leaf.ids(), new Matrices(part.toMatrices()));
    }
  }

  /** The first vector in the order of the leaves, which all are gathered about. */
  private double[] first(Broadcast<byte[]> shared) {
    return table
        .leaves()
        .filter(leaf -> leaf.number() == 0)
        .map(
            leaf ->
                leaf.behind(read(ArtefactKind.PREPROCESSING, shared))
                    .vectors()
                    .doubles(0, 1)
                    .row(0))
        .first();
  }

  @Override
  public VbStatistics vb(
      Preprocessing chain, HtPlda model, ScaleStep step, String what, Progress progress) {
    progress.step(what, 0, recordings());
    Broadcast<byte[]> steps = shared(ArtefactKind.PREPROCESSING, chain);
    Broadcast<byte[]> plda = shared(ArtefactKind.PLDA, model);
    int alternations = step.innerIterations();
    VbStatistics sum =
        new LeafSum<Leaf, VbStatistics>(new OfVb())
            .of(
                table.leaves(),
                table.leafCount(),
                () -> {
                  Preprocessing before = read(ArtefactKind.PREPROCESSING, steps);
                  ScaleStep scale =
                      alternations == 0 ? ScaleStep.closed() : ScaleStep.meanField(alternations);
                  VbEStep expectation = VbEStep.of(read(ArtefactKind.PLDA, plda), scale);
                  return leaf -> expectation.gather(leaf.behind(before));
                },
                cluster.machines());
    steps.destroy();
    plda.destroy();
    progress.step(what, recordings(), recordings());
    return sum;
  }

  private <T> Broadcast<byte[]> shared(ArtefactKind<T> kind, T value) {
    return cluster.context().broadcast(ArtefactBytes.of(kind, value));
  }

  private static <T> T read(ArtefactKind<T> kind, Broadcast<byte[]> shared) {
    return ArtefactBytes.read("what the driver sent", kind, shared.value());
  }

  /** Sums for preprocessing and EM. */
  private static final class OfSpeakers implements LeafSum.Kind<SpeakerStatistics> {
    private static final long serialVersionUID = 1L;

    @Override
    public SpeakerStatistics plus(SpeakerStatistics left, SpeakerStatistics right) {
      return left.plus(right);
    }

    @Override
    public Map<String, DoubleMatrix> toMatrices(SpeakerStatistics sum) {
      return sum.toMatrices();
    }

    @Override
    public SpeakerStatistics of(Map<String, DoubleMatrix> matrices) {
      return SpeakerStatistics.of(matrices);
    }
  }

  /** Sums of variational Bayes. */
  private static final class OfVb implements LeafSum.Kind<VbStatistics> {
    private static final long serialVersionUID = 1L;

    @Override
    public VbStatistics plus(VbStatistics left, VbStatistics right) {
      return left.plus(right);
    }

    @Override
    public Map<String, DoubleMatrix> toMatrices(VbStatistics sum) {
      return sum.toMatrices();
    }

    @Override
    public VbStatistics of(Map<String, DoubleMatrix> matrices) {
      return VbStatistics.of(matrices);
    }
  }
}
