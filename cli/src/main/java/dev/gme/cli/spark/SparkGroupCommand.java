package dev.gme.cli.spark;

import dev.gme.core.score.ScoreKind;
import dev.gme.lab.cluster.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds the speakers of recordings on a cluster. */
@Command(
    name = "group",
    description = {
      "Find which recordings are of one speaker, for sets that 'gme cluster' cannot hold ('gme spark"
          + " cluster' starts computers).",
      "Each recording is connected with its nearest ones (--neighbours) that it would be joined"
          + " with; within what is connected, recordings are clustered as 'gme cluster' does it. The"
          + " table has columns id and speaker."
    },
    footer = {
      "  gme spark group --embeddings emb --out speakers.parquet",
      "  gme spark group -e emb --prior-speakers 100000 -o who.parquet \\",
      "      --utt2spk who.txt"
    })
public final class SparkGroupCommand extends SparkJobCommand {
  @Option(
      names = {"-e", "--embeddings"},
      required = true,
      paramLabel = "FOLDER",
      description = "Recordings, as 'gme spark extract' writes them.")
  String embeddings;

  @Option(
      names = "--prior-speakers",
      paramLabel = "N",
      description = "About how many speakers to expect; the recordings may say otherwise.")
  Double priorSpeakers;

  @Option(
      names = "--same-prior",
      paramLabel = "P",
      description = "How probable it is, before listening, that two recordings are of one speaker.")
  Double samePrior;

  @Option(
      names = "--threshold",
      paramLabel = "T",
      description = "Join sets whose log-likelihood ratio is above T; unless anything is known, 0.")
  Double threshold;

  @Option(
      names = "--scale",
      paramLabel = "S",
      description = "Take every recording for S of what it says, 1 for all of it.")
  double scale = ClusterOptions.DEFAULT.scale();

  @Option(
      names = "--neighbours",
      paramLabel = "K",
      description = "How many nearest recordings each one may be connected with.")
  int neighbours = ClusterOptions.DEFAULT.neighbours();

  @Option(
      names = "--largest",
      paramLabel = "N",
      description =
          "Where more recordings are connected, as by chains of unlike ones, connections have to be"
              + " better.")
  int largest = ClusterOptions.DEFAULT.exactUpTo();

  @Option(
      names = "--tolerance",
      paramLabel = "NATS",
      description = "Root mean square error that the scores of connections may have.")
  double tolerance = ScoreKind.DEFAULT_TOLERANCE;

  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "FOLDER",
      description = "Where to write the table.")
  String out;

  @Option(
      names = "--utt2spk",
      paramLabel = "FILE",
      description = "Write lines of recording and speaker, too.")
  String lines;

  @Mixin ResumeFlag resume;

  @Override
  String job() {
    return "group";
  }
}
