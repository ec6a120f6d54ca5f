package dev.gme.spark;

import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.train.adapt.DomainPasses;
import dev.gme.core.train.adapt.DomainStatistics;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.lab.model.AdaptationMethod;
import dev.gme.lab.model.AdaptationOptions;
import dev.gme.lab.model.AdaptedModel;
import dev.gme.lab.model.DomainFindings;
import dev.gme.lab.model.ModelAdapter;
import dev.gme.lab.provenance.Stamp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.broadcast.Broadcast;

/**
 * A model adapted to a table of vectors without labels, by the ways that need their sums alone: the
 * same numbers as {@code gme adapt} makes of the same vectors.
 *
 * @param model the model's file
 * @param options the way
 */
record AdaptJob(
    String model,
    VectorInput vectors,
    String out,
    AdaptationOptions options,
    Map<String, String> command)
    implements Job {
  static Job of(JobArguments arguments) {
    AdaptationMethod method =
        AdaptationMethod.parse(
            arguments.text("method", AdaptationOptions.DEFAULT.method().toString()));
    AdaptationOptions options =
        AdaptationOptions.of(
            method,
            arguments.number("mean-diff-scale").orElse(null),
            arguments.number("within-covar-scale").orElse(null),
            arguments.number("between-covar-scale").orElse(null),
            arguments.number("shrink").orElse(null),
            null,
            null);
    new ModelAdapter(options).requireSumsAlone();
    return new AdaptJob(
        arguments.text("model"),
        VectorInput.of(arguments, false),
        arguments.text("out"),
        options,
        arguments.given());
  }

  @Override
  public JobResult run(Cluster cluster) {
    Files files = cluster.files();
    files.requireNothingAt(out);
    ModelFile file = open(files);
    Pipeline before = file.uncalibrated().withoutHead();
    VectorSource table = vectors.open(cluster);
    table.requireDimension(before.inputDimension(), table.dimension());
    LeafTable leaves = LeafTable.byIds(table, Math.max(1, 2 * cluster.cores()));
    try {
      AdaptedModel adapted =
          new ModelAdapter(options)
              .adapt(before, new Passes(cluster, leaves, before.preprocessing()), Progress.NONE);
      Provenance provenance =
          new Provenance(vectors.path(), "gme spark adapt", command, Stamp.tool(), Stamp.date())
              .with(Map.of("adapted by", adapted.method().toString()));
      if (adapted.keepsNoise()) {
        provenance = provenance.with(DomainFindings.kept(file.provenance()));
      }
      byte[] bytes = Artefact.toBytes(ArtefactKind.EXTRACTOR, adapted.model(), provenance);
      files.write(out, o -> o.write(bytes));
      return result(adapted);
    } finally {
      leaves.forget();
    }
  }

  private ModelFile open(Files files) {
    try {
      return ModelFiles.open(model, files.readNear(model));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JobResult result(AdaptedModel adapted) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("out", out);
    figures.putAll(adapted.figures());
    List<String> lines = new ArrayList<>();
    adapted.notes().forEach(note -> lines.add("note: " + note));
    lines.add(String.format(Locale.ROOT, "%s. Wrote %s.", adapted, out));
    return new JobResult(lines, figures);
  }

  /** Passes over the vectors, each of which is a job. */
  private static final class Passes implements DomainPasses {
    private final Cluster cluster;
    private final LeafTable table;
    private final Preprocessing chain;

    Passes(Cluster cluster, LeafTable table, Preprocessing chain) {
      this.cluster = cluster;
      this.table = table;
      this.chain = chain;
    }

    @Override
    public long vectors() {
      return table.recordings();
    }

    @Override
    public DomainStatistics statistics(GmeExtractor about, boolean withSecond, Progress progress) {
      Broadcast<byte[]> shared =
          cluster
              .context()
              .broadcast(ArtefactBytes.of(ArtefactKind.EXTRACTOR, Pipeline.of(chain, about)));
      DomainStatistics sum =
          new LeafSum<Leaf, DomainStatistics>(new OfDomain())
              .of(
                  table.leaves(),
                  table.leafCount(),
                  () -> {
                    Pipeline model =
                        ArtefactBytes.read(
                            "what the driver sent", ArtefactKind.EXTRACTOR, shared.value());
                    return leaf ->
                        DomainStatistics.ofLeaf(
                            leaf.behind(model.preprocessing()).vectors(),
                            model.extractor(),
                            withSecond);
                  },
                  cluster.machines());
      shared.destroy();
      return sum;
    }
  }

  /** Sums of a domain. */
  private static final class OfDomain implements LeafSum.Kind<DomainStatistics> {
    private static final long serialVersionUID = 1L;

    @Override
    public DomainStatistics plus(DomainStatistics left, DomainStatistics right) {
      return left.plus(right);
    }

    @Override
    public Map<String, DoubleMatrix> toMatrices(DomainStatistics sum) {
      return sum.toMatrices();
    }

    @Override
    public DomainStatistics of(Map<String, DoubleMatrix> matrices) {
      return DomainStatistics.of(matrices);
    }
  }
}
