package dev.gme.cli.audio;

import picocli.CommandLine.Command;

/** The family of commands about universal background models. */
@Command(
    name = "ubm",
    description = "Train a universal background model.",
    subcommands = UbmTrainCommand.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = "  gme ubm train train.ark --gaussians 512 --out ubm.safetensors")
public final class UbmCommand {}
