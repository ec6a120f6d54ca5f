package dev.gme.cli.spark;

import dev.gme.lab.data.TableDefaults;
import picocli.CommandLine.Option;

/** A table or file of vectors and the names in it; a mixin. */
final class VectorTableOptions {
  @Option(
      names = "--vectors",
      required = true,
      paramLabel = "PATH",
      description =
          "Table of vectors that Spark reads: array of float or double, binary (float32,"
              + " little-endian), or a vector of spark.ml. Or a script file of Kaldi, .npy or .npz,"
              + " which the content tells.")
  String vectors;

  @Option(
      names = "--table",
      paramLabel = "FORMAT",
      description =
          "Format of the table, by Spark's name for it; unless given, "
              + TableDefaults.FORMAT
              + ".")
  String format;

  @Option(names = "--id", paramLabel = "COLUMN", description = "Column of the ids.")
  String id = TableDefaults.ID;

  @Option(names = "--vector", paramLabel = "COLUMN", description = "Column of the vectors.")
  String vector = TableDefaults.VECTOR;

  @Option(
      names = "--ids",
      paramLabel = "LIST",
      description =
          "The ids of a .npy file with vectors, one a line; unless given, the list of the same name"
              + " with .ids.")
  String ids;
}
