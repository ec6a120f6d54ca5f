package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.plda.EmOptions;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.core.train.plda.Stopping;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.lab.provenance.Stamp;
import dev.gme.lab.system.StepDefaults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Gaussian PLDA by EM, or heavy-tailed PLDA by a plugged-in ν and perhaps variational Bayes, on a
 * table of vectors with speakers: the same bytes as {@code gme train} makes of the same vectors.
 */
record TrainJob(
    VectorInput vectors,
    String out,
    PldaTraining training,
    boolean resumes,
    Map<String, String> command)
    implements Job {
  /** Trains Gaussian PLDA. */
  static Job plda(JobArguments arguments) {
    return of(arguments, Double.POSITIVE_INFINITY, Optional.empty(), PldaRecipe.baseline());
  }

  /** Trains heavy-tailed PLDA. */
  static Job heavyTailed(JobArguments arguments) {
    double nu = arguments.number("nu").orElse(StepDefaults.NU);
    if (!(nu > 0)) {
      throw new GmeException("--nu: expected a positive number, found " + nu, "2 is usual");
    }
    int iterations =
        arguments.whole("vb-iterations", HtPldaVb.DEFAULT.iterations(), 0, Integer.MAX_VALUE);
    int alternations = arguments.whole("mean-field", 0, 0, 1000);
    HtPldaVb bayes = HtPldaVb.DEFAULT.withIterations(iterations);
    if (alternations > 0) {
      bayes = bayes.withScaleStep(HtPldaVb.ScaleStep.meanField(alternations));
    }
    return of(
        arguments, nu, arguments.flag("vb") ? Optional.of(bayes) : Optional.empty(), List.of());
  }

  private static Job of(
      JobArguments arguments, double nu, Optional<HtPldaVb> bayes, List<StepSpec> usual) {
    Stopping stopping = EmOptions.DEFAULT.stopping();
    EmOptions em =
        EmOptions.DEFAULT
            .withStopping(
                new Stopping(
                    arguments.whole("iterations", stopping.maxIterations(), 0, Integer.MAX_VALUE),
                    arguments.number("tolerance").orElse(stopping.tolerance())))
            .withMinimumDivergence(!arguments.flag("no-minimum-divergence"))
            .withTwoCovariance(arguments.flag("two-covariance"));
    Optional<String> chain = arguments.optional("chain");
    boolean isRaw = arguments.flag("raw");
    if (isRaw && chain.isPresent()) {
      throw new GmeException("--raw and --chain exclude each other", "give one of the two");
    }
    List<StepSpec> steps = isRaw ? List.of() : chain.map(PldaTraining::chain).orElse(usual);
    Optional<String> d = arguments.optional("speaker-dim");
    return new TrainJob(
        VectorInput.of(arguments, true),
        arguments.text("out"),
        new PldaTraining(
            steps,
            d.isPresent()
                ? OptionalInt.of(arguments.whole("speaker-dim", 1, 1, Integer.MAX_VALUE))
                : OptionalInt.empty(),
            em,
            nu,
            bayes),
        arguments.flag("resume"),
        arguments.given());
  }

  @Override
  public JobResult run(Cluster cluster) {
    Files files = cluster.files();
    String parts = Checkpointing.prepare(files, out, resumes);
    LeafTable table = LeafTable.of(vectors.open(cluster), Math.max(1, 2 * cluster.cores()));
    try {
      SparkPasses passes = new SparkPasses(cluster, table);
      if (!resumes) {
        passes.speak(Progress.NONE);
      }
      Trained<Pipeline> trained =
          training.train(
              passes,
              stage -> Checkpointing.of(files, parts, stage),
              Checkpointing.progress(cluster));
      Provenance provenance =
          new Provenance(vectors.path(), "gme spark train", command, Stamp.tool(), Stamp.date());
      byte[] bytes = Artefact.toBytes(ArtefactKind.EXTRACTOR, trained.model(), provenance);
      files.write(out, o -> o.write(bytes));
      files.delete(parts);
      return result(trained, table);
    } finally {
      table.forget();
    }
  }

  private JobResult result(Trained<Pipeline> trained, LeafTable table) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("out", out);
    figures.put("recordings", table.recordings());
    figures.put("speakers", table.speakers());
    figures.put("leaves", table.leafCount());
    figures.put("objective", trained.objective());
    figures.put("notes", trained.notes());
    List<String> lines = new ArrayList<>(trained.notes());
    lines.add(
        String.format(
            Locale.ROOT,
            "Trained on %d recordings of %d speakers: %s; wrote %s.",
            table.recordings(),
            table.speakers(),
            trained.model(),
            out));
    return new JobResult(lines, figures);
  }
}
