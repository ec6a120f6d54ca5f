package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.core.Trained;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.Provenance;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorTrainer;
import dev.gme.lab.provenance.Stamp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An extractor of i-vectors on frames of a script file: the same numbers as {@code gme ivector
 * train} makes of the same frames.
 *
 * @param features the script file
 * @param ubm the file of the mixture
 * @param pruning which Gaussians a frame is aligned with
 */
record IvectorJob(
    String features,
    String ubm,
    IvectorTrainer.Options options,
    Pruning pruning,
    String out,
    boolean resumes,
    Map<String, String> command)
    implements Job {
  static Job of(JobArguments arguments) {
    IvectorTrainer.Options usual = IvectorTrainer.Options.DEFAULT;
    Pruning align = Pruning.DEFAULT;
    double least = arguments.number("min-posterior").orElse(align.minPosterior());
    if (!(least >= 0 && least < 1)) {
      throw new GmeException(
          "--min-posterior must be from 0 to less than 1, found " + least, "correct it");
    }
    return new IvectorJob(
        arguments.text("features"),
        arguments.text("ubm"),
        usual.with(
            arguments.whole("dim", usual.dimension(), 1, Integer.MAX_VALUE),
            arguments.whole("iterations", usual.iterations(), 1, Integer.MAX_VALUE),
            arguments.seed(usual.seed())),
        new Pruning(
            arguments.whole("gaussians", align.topN(), 1, Integer.MAX_VALUE),
            least,
            align.relativeFirst()),
        arguments.text("out"),
        arguments.flag("resume"),
        arguments.given());
  }

  @Override
  public JobResult run(Cluster cluster) {
    Files files = cluster.files();
    String parts = Checkpointing.prepare(files, out, resumes);
    FrontendArtefacts.Ubm read =
        ArtefactBytes.read(ubm, FrontendArtefacts.UBM, files.readNear(ubm));
    GaussianMixture mixture = read.mixture();
    int partitions = Math.max(1, 4 * cluster.cores());
    FrameScript source = new FrameScript(cluster, features, partitions);
    Optional<FeatureSpec> known = agreed(source.features(files), read.features());
    sayMemory(cluster, mixture, source.script().size());
    StatisticsTable statistics =
        StatisticsTable.of(cluster, source, mixture, pruning, options.dimension(), partitions);
    try {
      IvectorTrainer trainer = new IvectorTrainer(options);
      Trained<IvectorExtractor> trained =
          trainer.train(
              trainer.start(mixture),
              statistics,
              statistics.recordings(),
              statistics.total(),
              Checkpointing.of(files, parts, "extractor"),
              Checkpointing.progress(cluster));
      Provenance provenance =
          new Provenance(features, "gme spark train ivector", command, Stamp.tool(), Stamp.date());
      byte[] bytes =
          Artefact.toBytes(
              FrontendArtefacts.IVECTOR_EXTRACTOR,
              new IvectorSystem(known, mixture, pruning, trained.model()),
              provenance);
      files.write(out, o -> o.write(bytes));
      files.delete(parts);
      return result(trained, statistics.recordings());
    } finally {
      statistics.forget();
    }
  }

  private Optional<FeatureSpec> agreed(
      Optional<FeatureSpec> found, Optional<FeatureSpec> expected) {
    if (found.isPresent() && expected.isPresent() && !found.equals(expected)) {
      throw new GmeException(
          features + " holds other features than the mixture was trained on",
          "make them with the same options");
    }
    return expected.isPresent() ? expected : found;
  }

  /** A task holds the sums of a leaf. */
  private void sayMemory(Cluster cluster, GaussianMixture mixture, long recordings) {
    double gib =
        (double)
                IvectorTrainer.memory(
                    mixture.components(), mixture.dimension(), options.dimension(), recordings)
            / (1L << 30);
    if (gib > 1) {
      cluster.say(
          String.format(
              Locale.ROOT,
              "the driver and each task of the E-step take up to %.1f GiB of memory",
              gib));
    }
  }

  private JobResult result(Trained<IvectorExtractor> trained, long recordings) {
    List<Double> objective = trained.objective();
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("out", out);
    figures.put("dimension", options.dimension());
    figures.put("recordings", recordings);
    figures.put("objective", objective);
    return new JobResult(
        List.of(
            String.format(
                Locale.ROOT,
                "an extractor of %d dimensions from %,d recordings; log evidence of a recording"
                    + " from %.1f to %.1f; wrote %s.",
                options.dimension(),
                recordings,
                objective.get(0),
                objective.get(objective.size() - 1),
                out)),
        figures);
  }
}
