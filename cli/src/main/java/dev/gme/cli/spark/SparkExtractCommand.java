package dev.gme.cli.spark;

import dev.gme.formats.artefact.EmbeddingManifest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Vectors to blocks of meta-embeddings. */
@Command(
    name = "extract",
    description = {
      "Turn vectors into blocks of meta-embeddings, which all other jobs read.",
      "Recordings are put into the order of their precision b, which makes scoring faster and more"
          + " exact."
    },
    footer = {
      "  gme spark extract --model gme.gme --vectors vectors.parquet --out emb",
      "  gme spark extract --model gme.gme --vectors x.npy --ids x.ids --out emb",
      "  gme spark extract --master yarn --model gme.gme --id utt \\",
      "      --vectors s3a://b/vectors --out s3a://b/emb"
    })
public final class SparkExtractCommand extends SparkJobCommand {
  @Option(
      names = {"-m", "--model"},
      required = true,
      paramLabel = "FILE",
      description = "The model, as 'gme train' writes it.")
  String model;

  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "FOLDER",
      description = "Where to write the blocks and their manifest.")
  String out;

  @Mixin VectorTableOptions table;

  @Option(
      names = "--block",
      paramLabel = "N",
      description = "Recordings a block: a cell of two blocks is a second's work.")
  int block = EmbeddingManifest.RECORDINGS;

  @Override
  String job() {
    return "extract";
  }
}
