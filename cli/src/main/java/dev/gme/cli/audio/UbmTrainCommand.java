package dev.gme.cli.audio;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.ResumeNote;
import dev.gme.cli.files.TerminalCommand;
import dev.gme.formats.artefact.Provenance;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.corpus.FrameSample;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.frontend.gmm.UbmTrainer.Covariances;
import dev.gme.lab.ivector.UbmTraining;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Frames to a mixture. */
@Command(
    name = "train",
    description = {
      "Train a mixture of Gaussians on frames, by EM from one Gaussian that is split again and again.",
      "With --checkpoint a run that was stopped goes on where it was, with the same result."
    },
    footer = {
      "  gme ubm train train.ark --out ubm.safetensors",
      "  gme ubm train train.scp --gaussians 256 --full --checkpoint ckpt --out ubm"
    })
final class UbmTrainCommand extends TerminalCommand {
  /** The words of --start. */
  enum Start {
    SPLITTING,
    K_MEANS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Mixin TrainingFlags training;
  @Mixin EmFlags em = EmFlags.ofMixture();

  @Option(names = "--gaussians", paramLabel = "N", description = "Number of Gaussians.")
  int gaussians = UbmTrainer.Options.DEFAULT.components();

  @Mixin CovarianceFlag covariances;

  @Option(
      names = "--start",
      paramLabel = "HOW",
      description = "How the mixture begins: ${COMPLETION-CANDIDATES}.")
  Start start = Start.SPLITTING;

  @Option(
      names = "--max-frames",
      paramLabel = "N",
      description = "Train on at most so many frames, spread over all recordings.")
  int maxFrames = FrameSample.MOST;

  @Override
  @SuppressWarnings("try") // the note needs only to be open
  public Integer call() throws IOException {
    CheckedOptions.requirePositive(gaussians, spec, "--gaussians");
    CheckedOptions.requirePositive(maxFrames, spec, "--max-frames");
    em.check(spec);
    Provenance made = training.provenance();
    UbmTraining ubm =
        new UbmTraining(
            UbmTrainer.Options.DEFAULT
                .with(gaussians, em.iterations, em.seed())
                .with(UbmTrainer.Start.valueOf(start.name())),
            covariances.kind(),
            maxFrames);
    UbmTraining.Result trained;
    try (ResumeNote note = training.resumeNote(terminal);
        LineProgress progress = LineProgress.ofParts(terminal)) {
      trained =
          ubm.train(
              training.features,
              c ->
                  c == Covariances.FULL
                      ? training.checkpoints("ubm-full", ".full", made)
                      : training.checkpoints("ubm", "", made),
              progress::say,
              progress);
    }
    training.finish(
        FrontendArtefacts.UBM,
        trained.ubm(),
        made.with(done(trained)),
        terminal,
        sentence(trained),
        figures(trained));
    return 0;
  }

  private Map<String, String> done(UbmTraining.Result trained) {
    Map<String, String> out = new LinkedHashMap<>();
    out.put("covariances", covariances.kind().name().toLowerCase(Locale.ROOT));
    out.put("frames", Integer.toString(trained.frames()));
    out.put("recordings", Integer.toString(trained.recordings()));
    return out;
  }

  private static String sentence(UbmTraining.Result trained) {
    List<Double> objective = trained.objective();
    return String.format(
        Locale.ROOT,
        "%d Gaussians of %d dimensions from %,d frames of %,d recordings; log-likelihood of a"
            + " frame from %.4f to %.4f",
        trained.gaussians(),
        trained.dimension(),
        trained.frames(),
        trained.recordings(),
        objective.get(0),
        objective.get(objective.size() - 1));
  }

  private static Map<String, Object> figures(UbmTraining.Result trained) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("gaussians", trained.gaussians());
    figures.put("dimension", trained.dimension());
    figures.put("frames", trained.frames());
    figures.put("recordings", trained.recordings());
    figures.put("objective", trained.objective());
    return figures;
  }
}
