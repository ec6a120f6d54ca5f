package dev.gme.formats.fuzz;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.kaldi.CompressionMethod;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.formats.kaldi.KaldiFile;
import dev.gme.formats.kaldi.KaldiMode;
import dev.gme.formats.kaldi.KaldiPosteriors;
import dev.gme.formats.kaldi.KaldiTable;
import dev.gme.formats.kaldi.KaldiTableWriter;
import dev.gme.formats.kaldi.KaldiVectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Kaldi's tables and objects. */
final class KaldiReaders {
  /** What the scripts point into. */
  private static final String ARCHIVE = "table.ark";

  static final List<FuzzedReader> ALL =
      List.of(
          vectors("v.ark", "ark:"),
          vectors("v.ark.txt", "ark,t:"),
          vectors("v.ark.gz", "ark:"),
          new FuzzedReader("c.ark", KaldiReaders::arrays, KaldiReaders::compressed),
          new FuzzedReader(
              "v.scp", KaldiVectors::read, f -> Files.writeString(f, "a table.ark:2\n")),
          new FuzzedReader(
              "ranges.scp",
              KaldiReaders::arrays,
              f -> Files.writeString(f, "a table.ark:2[0:0,1:2]\nb table.ark:2[:,0:1]\n")),
          object("o.mat", KaldiMode.BINARY),
          object("o.mat.txt", KaldiMode.TEXT),
          new FuzzedReader("p.ark", KaldiReaders::posteriors, f -> posteriors("ark:" + f)),
          new FuzzedReader("p.ark.txt", KaldiReaders::posteriors, f -> posteriors("ark,t:" + f)),
          new FuzzedReader("i.ark", KaldiReaders::integers, f -> integers("ark:" + f)),
          new FuzzedReader("i.ark.txt", KaldiReaders::integers, f -> integers("ark,t:" + f)));

  private KaldiReaders() {}

  private static FuzzedReader vectors(String name, String specifier) {
    return new FuzzedReader(
        name, KaldiVectors::read, f -> KaldiVectors.write(specifier + f, ArrayReaders.vectors()));
  }

  private static FuzzedReader object(String name, KaldiMode mode) {
    return new FuzzedReader(
        name,
        KaldiFile::read,
        f -> KaldiFile.write(f, KaldiArray.matrix(ArrayReaders.matrix()), mode));
  }

  static void writeNeighbours(Path folder) throws IOException {
    try (KaldiTableWriter out =
        KaldiTableWriter.create(folder.resolve(ARCHIVE), null, KaldiMode.BINARY)) {
      out.write("a", KaldiArray.matrix(DoubleMatrix.of(new double[][] {{1, 2, 3}})));
      out.commit();
    }
  }

  private static void arrays(Path file) throws IOException {
    try (KaldiTable in = KaldiTable.open(file)) {
      while (in.next()) {
        in.array();
      }
    }
  }

  private static void compressed(Path file) throws IOException {
    try (KaldiTableWriter out = KaldiTableWriter.create("ark:" + file)) {
      DoubleMatrix m = ArrayReaders.matrix();
      out.writeCompressed("a", m, CompressionMethod.TWO_BYTE_AUTO);
      out.writeCompressed("b", m, CompressionMethod.SPEECH_FEATURE);
      out.writeCompressed("c", m, CompressionMethod.ONE_BYTE_AUTO);
      out.commit();
    }
  }

  private static void posteriors(String specifier) throws IOException {
    try (KaldiTableWriter out = KaldiTableWriter.create(specifier)) {
      int[][] components = {{1, 2}, {3}};
      out.write("a", KaldiPosteriors.of(components, new double[][] {{0.5, 0.5}, {1}}));
      out.write("b", components);
      out.commit();
    }
  }

  private static void posteriors(Path file) throws IOException {
    inTurn(file, KaldiTable::posteriors, KaldiTable::selections);
  }

  private static void integers(String specifier) throws IOException {
    try (KaldiTableWriter out = KaldiTableWriter.create(specifier)) {
      out.write("a", new int[] {1, -2, 3});
      out.write("b", 7);
      out.commit();
    }
  }

  private static void integers(Path file) throws IOException {
    inTurn(file, KaldiTable::integers, KaldiTable::integer);
  }

  /** Reads the value of an entry. */
  @FunctionalInterface
  private interface Value {
    void read(KaldiTable in) throws IOException;
  }

  /** Reads every other entry one way, and those between them another way. */
  private static void inTurn(Path file, Value even, Value odd) throws IOException {
    try (KaldiTable in = KaldiTable.open(file)) {
      for (int i = 0; in.next(); i++) {
        (i % 2 == 0 ? even : odd).read(in);
      }
    }
  }
}
