package dev.gme.cli.model;

import dev.gme.lab.system.LearnedPreprocessing;
import dev.gme.lab.system.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Trains Gaussian PLDA by EM, with the usual preprocessing. */
@Command(
    name = "plda",
    description = {
      "Train Gaussian PLDA by EM.",
      "Preprocessing is learned with the model and kept in it: "
          + PreprocessingOptions.BASELINE
          + ". An option changes its own step and keeps the others; LDA comes before whitening."
    },
    footer = {
      "  gme train plda kaldi/train.scp --labels kaldi/train.utt2spk --out plda.gme",
      "  gme train plda kaldi/train.scp --labels kaldi/train.utt2spk --lda 90 -o b.gme",
      "  gme train plda kaldi/train.scp --labels kaldi/train.utt2spk --raw -o c.gme"
    })
final class TrainPldaCommand extends TrainingCommand {
  @Mixin PreprocessingOptions preprocessing;
  @Mixin EmCommandOptions em;

  @Override
  public Integer call() throws IOException {
    List<Step> steps = new ArrayList<>(preprocessing.steps(spec, LearnedPreprocessing.baseline()));
    steps.add(em.step(spec));
    output.train(steps, input.read());
    return 0;
  }
}
