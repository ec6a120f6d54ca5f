package dev.gme.cli.spark;

import dev.gme.core.score.ScoreKind;
import picocli.CommandLine.Option;

/** Whose pairs are scored, and how exactly; a mixin. */
final class EmbeddingPairs {
  @Option(
      names = {"-e", "--embeddings"},
      required = true,
      paramLabel = "FOLDER",
      description = "Enrolments, as 'gme spark extract' writes them.")
  String embeddings;

  @Option(
      names = "--test",
      paramLabel = "FOLDER",
      description = "Test recordings; unless given, the enrolments take their place.")
  String test;

  @Option(
      names = "--tolerance",
      paramLabel = "NATS",
      description = "Root mean square error that scores may have; 0 for exact ones.")
  double tolerance = ScoreKind.DEFAULT_TOLERANCE;
}
