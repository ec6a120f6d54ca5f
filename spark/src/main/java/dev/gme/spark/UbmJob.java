package dev.gme.spark;

import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.Provenance;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.corpus.DataSize;
import dev.gme.frontend.corpus.FrameSample;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.lab.provenance.Stamp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A mixture with diagonal covariances on frames of a script file: the same numbers as {@code gme
 * ubm train} makes of the same frames.
 *
 * @param features the script file
 * @param mostFrames that are trained on, spread over all recordings
 */
record UbmJob(
    String features,
    UbmTrainer.Options options,
    int mostFrames,
    String out,
    boolean resumes,
    Map<String, String> command)
    implements Job {
  static Job of(JobArguments arguments) {
    UbmTrainer.Options usual = UbmTrainer.Options.DEFAULT;
    return new UbmJob(
        arguments.text("features"),
        usual.with(
            arguments.whole("gaussians", usual.components(), 1, Integer.MAX_VALUE),
            arguments.whole("iterations", usual.iterations(), 1, Integer.MAX_VALUE),
            arguments.seed(usual.seed())),
        arguments.whole("max-frames", FrameSample.MOST, 1, Integer.MAX_VALUE),
        arguments.text("out"),
        arguments.flag("resume"),
        arguments.given());
  }

  @Override
  public JobResult run(Cluster cluster) {
    Files files = cluster.files();
    String parts = Checkpointing.prepare(files, out, resumes);
    int partitions = Math.max(1, 2 * cluster.cores());
    FrameScript source = new FrameScript(cluster, features, partitions);
    Optional<FeatureSpec> known = source.features(files);
    FrameTable frames = FrameTable.of(cluster, source, mostFrames, partitions);
    try {
      new DataSize(Math.toIntExact(frames.recordings()), frames.total())
          .advice(options.components(), 1)
          .ifPresent(cluster::say);
      Progress progress = Checkpointing.progress(cluster);
      Trained<DiagonalGmm> trained =
          new UbmTrainer(options).train(frames, Checkpointing.of(files, parts, "ubm"), progress);
      Provenance provenance =
          new Provenance(features, "gme spark train ubm", command, Stamp.tool(), Stamp.date());
      byte[] bytes =
          Artefact.toBytes(
              FrontendArtefacts.UBM, new FrontendArtefacts.Ubm(known, trained.model()), provenance);
      files.write(out, o -> o.write(bytes));
      files.delete(parts);
      return result(trained, frames);
    } finally {
      frames.forget();
    }
  }

  private JobResult result(Trained<DiagonalGmm> trained, FrameTable frames) {
    List<Double> objective = trained.objective();
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("out", out);
    figures.put("gaussians", trained.model().components());
    figures.put("dimension", frames.dimension());
    figures.put("frames", frames.frames());
    figures.put("recordings", frames.recordings());
    figures.put("objective", objective);
    return new JobResult(
        List.of(
            String.format(
                Locale.ROOT,
                "%d Gaussians of %d dimensions from %,d frames of %,d recordings; log-likelihood of"
                    + " a frame from %.4f to %.4f; wrote %s.",
                trained.model().components(),
                frames.dimension(),
                frames.frames(),
                frames.recordings(),
                objective.get(0),
                objective.get(objective.size() - 1),
                out)),
        figures);
  }
}
