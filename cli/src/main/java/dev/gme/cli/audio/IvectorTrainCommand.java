package dev.gme.cli.audio;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.ResumeNote;
import dev.gme.cli.files.TerminalCommand;
import dev.gme.formats.artefact.Provenance;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.artefact.FrontendFile;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.IvectorTrainer;
import dev.gme.lab.ivector.ExtractorTraining;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Frames and a mixture to an extractor. */
@Command(
    name = "train",
    description = {
      "Train an i-vector extractor on frames, by EM with minimum divergence.",
      "Statistics of the recordings are kept in files beside the result while it runs, so that"
          + " memory does not grow with their number. With --checkpoint a run that was stopped goes on"
          + " where it was, with the same result. The extractor that is written has its mixture in"
          + " it."
    },
    footer = {
      "  gme ivector train train.ark --ubm ubm.safetensors --out x.safetensors",
      "  gme ivector train train.ark --ubm ubm --dim 100 --checkpoint ckpt --out x"
    })
final class IvectorTrainCommand extends TerminalCommand {
  @Mixin TrainingFlags training;
  @Mixin EmFlags em = EmFlags.ofExtractor();

  @Option(
      names = "--ubm",
      paramLabel = "FILE",
      required = true,
      description = "The mixture that aligns frames: of gme ubm train, or Kaldi's.")
  Path ubm;

  @Option(names = "--dim", paramLabel = "N", description = "Dimension of the i-vectors.")
  int dim = IvectorTrainer.Options.DEFAULT.dimension();

  @Mixin PruningFlags pruningFlags;

  @Override
  @SuppressWarnings("try") // the note needs only to be open
  public Integer call() throws IOException {
    CheckedOptions.requirePositive(dim, spec, "--dim");
    em.check(spec);
    FrontendArtefacts.Ubm mixture = FrontendFile.ubm(ubm);
    Pruning pruning = pruningFlags.over(Pruning.DEFAULT, spec);
    ExtractorTraining extractor =
        new ExtractorTraining(
            mixture, IvectorTrainer.Options.DEFAULT.with(dim, em.iterations, em.seed()), pruning);
    MemoryCheck.check(terminal, extractor.gaussians(), dim, extractor.memory());
    Provenance made = training.provenance().with(pruning.toMap());
    ExtractorTraining.Result trained;
    try (ResumeNote note = training.resumeNote(terminal);
        LineProgress progress = LineProgress.ofParts(terminal)) {
      trained =
          extractor.train(
              training.features,
              training
                  .output
                  .path()
                  .toAbsolutePath()
                  .resolveSibling("." + training.output.path().getFileName()),
              training.checkpoints("extractor", "", made),
              progress::say,
              progress);
    }
    List<Double> objective = trained.objective();
    String sentence =
        String.format(
            Locale.ROOT,
            "an extractor of %d dimensions from %,d recordings; log evidence of a recording from"
                + " %.1f to %.1f",
            dim,
            trained.recordings(),
            objective.get(0),
            objective.get(objective.size() - 1));
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("dimension", dim);
    figures.put("recordings", trained.recordings());
    figures.put("objective", objective);
    training.finish(
        FrontendArtefacts.IVECTOR_EXTRACTOR,
        trained.system(),
        made.with(Map.of("recordings", Integer.toString(trained.recordings()))),
        terminal,
        sentence,
        figures);
    return 0;
  }
}
