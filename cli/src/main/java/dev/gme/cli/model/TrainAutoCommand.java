package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.SeedOption;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.lab.data.TrainSet;
import dev.gme.lab.system.Auto;
import dev.gme.lab.system.AutoChoice;
import dev.gme.lab.system.SpeakerDimension;
import dev.gme.lab.system.StepDefaults;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Chooses how to train by held-out speakers, and trains that way. */
@Command(
    name = "auto",
    description = {
      "Choose how to train by speakers that are held out in turn, train that way on all, and"
          + " calibrate by the scores of the held-out speakers.",
      "Candidates are Gaussian PLDA with length normalization, heavy-tailed PLDA with each nu of a"
          + " grid, shrunk and isotropic PLDA, variational Bayes and cross-entropy. The table of"
          + " what they cost at --prior is printed. The first in that order is taken that is not"
          + " shown to be worse than the best."
    },
    footer = {
      "  gme train auto kaldi/train.scp --labels kaldi/train.utt2spk --out auto.gme",
      "  gme train auto numpy/train.npy --labels numpy/train.utt2spk --prior 0.5 \\",
      "      --checkpoint ckpt --out auto.gme"
    })
final class TrainAutoCommand extends TrainingCommand {
  @Mixin TargetPrior prior;

  @Option(
      names = {"-d", "--speaker-dim"},
      paramLabel = "d",
      description = "Dimension of the speaker variable; unless given, as in the other commands.")
  Integer speakerDimension;

  @Option(
      names = "--folds",
      paramLabel = "N",
      description =
          "Number of groups that the speakers are divided into, by --seed. Each is held out in"
              + " turn.")
  int folds = DescentOptions.DEFAULT.folds();

  @Mixin SeedOption seed = new SeedOption(DescentOptions.DEFAULT.seed());

  @Override
  public Integer call() throws IOException {
    StepDefaults defaults =
        CheckedOptions.of(
            spec,
            () ->
                StepDefaults.DEFAULT
                    .withDimension(
                        speakerDimension == null
                            ? SpeakerDimension.USUAL
                            : SpeakerDimension.exactly(speakerDimension))
                    .withBxe(
                        BxeOptions.DEFAULT.withPrior(prior.value),
                        DescentOptions.builder().folds(folds).seed(seed.value()).build()));
    List<AutoChoice> heard = new ArrayList<>();
    TrainSet set = input.read();
    output.train(List.of(new Auto(defaults, heard::add)), set, () -> heard.get(0).facts());
    return 0;
  }
}
