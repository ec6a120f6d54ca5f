package dev.gme.cli.model;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The family of commands that train. */
@Command(
    name = "train",
    description =
        "Train a model: plda (Gaussian), htplda (heavy-tailed), extractor (from a model).",
    subcommands = {
      TrainPldaCommand.class,
      TrainHtPldaCommand.class,
      TrainExtractorCommand.class,
    },
    synopsisSubcommandLabel = "plda|htplda|extractor",
    footer = {
      "  gme train plda train.scp --labels utt2spk --out plda.gme",
      "  gme train htplda train.scp --labels utt2spk --vb --out htplda.gme",
      "  gme train extractor train.npz --from htplda.gme --out extractor.gme"
    })
public final class TrainCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "gme train needs to know what: plda, htplda or extractor");
  }
}
