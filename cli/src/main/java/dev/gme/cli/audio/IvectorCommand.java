package dev.gme.cli.audio;

import picocli.CommandLine.Command;

/** The family of commands about i-vectors. */
@Command(
    name = "ivector",
    description = "Train an i-vector extractor, extract i-vectors, or do it all by a recipe.",
    subcommands = {
      IvectorTrainCommand.class,
      IvectorExtractCommand.class,
      IvectorRecipeCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "  gme ivector recipe data --out exp",
      "  gme ivector extract new --extractor exp/extractor.safetensors --out new.npz"
    })
public final class IvectorCommand {}
