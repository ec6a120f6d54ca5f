package dev.gme.formats.fuzz;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.FileKind;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.SafeTensors;
import dev.gme.formats.artefact.Tensor;
import dev.gme.formats.hdf5.Hdf5Vectors;
import dev.gme.formats.hdf5.Hdf5Writer;
import dev.gme.formats.io.RowSequence;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.NpyOrder;
import dev.gme.formats.numpy.NpyRows;
import dev.gme.formats.numpy.NpyType;
import dev.gme.formats.numpy.Npz;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.table.ScoreAbout;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.formats.table.TableVectors;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import dev.gme.formats.vectors.VectorStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Arrays and vectors of all formats but Kaldi's, whole and block by block. */
final class ArrayReaders {
  static final List<FuzzedReader> ALL =
      List.of(
          new FuzzedReader("a.npy", Npy::read, f -> Npy.write(f, NpyArray.of(1.0, 2))),
          new FuzzedReader(
              "fortran.npy",
              Npy::read,
              f ->
                  Npy.write(
                      f, NpyArray.of(matrix()), NpyType.FLOAT16.bigEndian(), NpyOrder.FORTRAN)),
          new FuzzedReader(
              "words.npy", Npy::read, f -> Npy.write(f, NpyArray.of(List.of("a", "bü")))),
          new FuzzedReader(
              "rows.npy", ArrayReaders::rows, f -> Npy.write(f, NpyArray.of(matrix()))),
          new FuzzedReader(
              "packed.npy.gz", Npy::read, f -> gzip(f, g -> Npy.write(g, NpyArray.of(matrix())))),
          new FuzzedReader("a.npz", Npz::read, f -> Npz.write(f, Map.of("a", NpyArray.of(1.0, 2)))),
          new FuzzedReader("deflated.npz", Npz::read, ArrayReaders::deflated),
          new FuzzedReader(
              "deflated-rows.npz",
              f -> {
                try (RowSequence rows = Npz.open(f).rows("X")) {
                  rows.next(Math.min(2, rows.rows()));
                }
              },
              ArrayReaders::deflated),
          new FuzzedReader(
              "x.safetensors",
              SafeTensors::read,
              f -> SafeTensors.write(f, Map.of("X", Tensor.of(matrix())), Map.of("k", "v"))),
          new FuzzedReader(
              "scores.npy", ScoreMatrixFiles::read, f -> Npy.write(f, NpyArray.of(matrix()))),
          new FuzzedReader(
              "scores.npz",
              ListReader::read,
              f ->
                  ListWriter.write(
                      f,
                      TrialList.of(List.of("a"), List.of("b", "c"), new int[2], new int[] {1, 0})
                          .withScores(new double[] {1, 2})
                          .withAbout(ScoreAbout.of(ScoreAbout.Kind.LLR, "llrs", "gme")),
                      ListLayout.NPZ)),
          vectors("v.npy", VectorFormat.NPY),
          streamed("s.npy", VectorFormat.NPY),
          vectors("v.npz", VectorFormat.NPZ),
          streamed("s.npz", VectorFormat.NPZ),
          vectors("v.safetensors", VectorFormat.SAFETENSORS),
          streamed("s.safetensors", VectorFormat.SAFETENSORS),
          vectors("v.h5", VectorFormat.HDF5),
          streamed("s.h5", VectorFormat.HDF5),
          new FuzzedReader(
              "each.h5",
              Hdf5Vectors::read,
              f ->
                  new Hdf5Writer()
                      .put("a/b", 1, 2, new float[2])
                      .put("c", 1, 2, new float[2])
                      .write(f)),
          vectors("v.csv", VectorFormat.TABLE),
          new FuzzedReader(
              "v.tsv", TableVectors::read, f -> Files.writeString(f, "id\tx\ty\na\t1\t2e-3\n")),
          new FuzzedReader("any-vectors", VectorFiles::read, f -> Files.writeString(f, "a 1 2\n")),
          new FuzzedReader("any", FileKind::of, f -> Files.writeString(f, "a b target\n")),
          new FuzzedReader(
              "any.npz", FileKind::of, f -> Npz.write(f, Map.of("a", NpyArray.of(1.0)))));

  private ArrayReaders() {}

  private static FuzzedReader vectors(String name, VectorFormat format) {
    return new FuzzedReader(
        name, f -> VectorFiles.read(f, format), f -> VectorFiles.write(f, vectors(), format));
  }

  private static FuzzedReader streamed(String name, VectorFormat format) {
    return new FuzzedReader(
        name,
        f -> VectorStream.forEach(f, format, (id, vector) -> {}),
        f -> VectorFiles.write(f, vectors(), format));
  }

  static DoubleMatrix matrix() {
    return DoubleMatrix.of(new double[][] {{1, 2, 3}, {4, 5, 6}});
  }

  static LabelledVectors vectors() {
    return LabelledVectors.of("x", List.of("a", "b/c"), FloatMatrix.of(matrix()))
        .withSpeakers(Map.of("a", "s", "b/c", "t"));
  }

  static void writeNeighbours(Path folder) throws IOException {
    for (String prefix : List.of("", "damaged-")) {
      for (String name : List.of("v.ids", "s.ids", "scores.rows")) {
        Files.writeString(folder.resolve(prefix + name), "a\nb/c\n");
      }
      Files.writeString(folder.resolve(prefix + "scores.cols"), "x\ny\nz\n");
    }
  }

  private static void rows(Path file) throws IOException {
    try (NpyRows rows = NpyRows.open(file)) {
      rows.doubles(0, Math.min(2, rows.rows()));
    }
  }

  private static void gzip(Path file, FuzzedReader.Work write) throws IOException {
    Path plain = file.resolveSibling("plain");
    write.on(plain);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      Files.copy(plain, out);
    }
  }

  /** As numpy.savez_compressed writes it. */
  private static void deflated(Path file) throws IOException {
    Path plain = file.resolveSibling("plain");
    Npy.write(plain, NpyArray.of(matrix()));
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      out.putNextEntry(new ZipEntry("X.npy"));
      Files.copy(plain, out);
    }
  }
}
