package dev.gme.cli.model;

import picocli.CommandLine.Command;

/** The family of commands that train. */
@Command(
    name = "train",
    description =
        "Train a model: auto (chosen for you), plda (Gaussian), htplda (heavy-tailed), isotropic"
            + " (two variances), extractor and precision (from a model).",
    subcommands = {
      TrainAutoCommand.class,
      TrainPldaCommand.class,
      TrainHtPldaCommand.class,
      TrainIsotropicCommand.class,
      TrainExtractorCommand.class,
      TrainPrecisionCommand.class,
    },
    synopsisSubcommandLabel = "auto|plda|htplda|isotropic|extractor|precision",
    footer = {
      "  gme train auto kaldi/train.scp --labels kaldi/train.utt2spk --out auto.gme",
      "  gme train plda kaldi/train.scp --labels kaldi/train.utt2spk --out plda.gme",
      "  gme train htplda numpy/train.npy --labels numpy/train.utt2spk --out gme.gme",
      "  gme train isotropic numpy/train.npy --labels numpy/train.utt2spk --out iso.gme",
      "  gme train extractor numpy/train.npy --labels numpy/train.utt2spk \\",
      "      --from gme.gme --steps 10 --out extractor.gme",
      "  gme train precision train.npz --from gme.gme \\",
      "      --side train.quality.tsv:log:speech,snr --out speech.gme"
    })
public final class TrainCommand {}
