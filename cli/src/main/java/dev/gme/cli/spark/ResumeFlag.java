package dev.gme.cli.spark;

import picocli.CommandLine.Option;

/** Whether to go on where another run ended; a mixin. */
final class ResumeFlag {
  @Option(
      names = "--resume",
      description = "Go on where a run with the same options ended before it was done.")
  boolean resume;
}
