package dev.gme.cli.spark;

import dev.gme.lab.data.TableDefaults;
import picocli.CommandLine.Option;

/** A table of vectors and the names of its columns; a mixin. */
final class VectorTableOptions {
  @Option(
      names = "--vectors",
      required = true,
      paramLabel = "PATH",
      description =
          "Table of vectors that Spark reads: array of float or double, binary (float32,"
              + " little-endian), or a vector of spark.ml.")
  String vectors;

  @Option(
      names = "--table",
      paramLabel = "FORMAT",
      description = "Format of the table, by Spark's name for it.")
  String format = TableDefaults.FORMAT;

  @Option(names = "--id", paramLabel = "COLUMN", description = "Column of the ids.")
  String id = TableDefaults.ID;

  @Option(names = "--vector", paramLabel = "COLUMN", description = "Column of the vectors.")
  String vector = TableDefaults.VECTOR;
}
