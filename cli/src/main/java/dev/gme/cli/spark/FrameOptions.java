package dev.gme.cli.spark;

import picocli.CommandLine.Option;

/** Frames of recordings and what is made of them; a mixin. */
final class FrameOptions {
  @Option(
      names = "--features",
      required = true,
      paramLabel = "FILE",
      description = "Script file of frames, as 'gme features' or Kaldi writes them.")
  String features;

  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "FILE",
      description = "Where to write the result.")
  String out;
}
