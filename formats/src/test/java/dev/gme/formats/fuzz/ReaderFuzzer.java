package dev.gme.formats.fuzz;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.hdf5.Hdf5Vectors;
import dev.gme.formats.kaldi.CompressionMethod;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.formats.kaldi.KaldiFile;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.kaldi.KaldiPlda;
import dev.gme.formats.kaldi.KaldiPosteriors;
import dev.gme.formats.kaldi.KaldiTable;
import dev.gme.formats.kaldi.KaldiTableWriter;
import dev.gme.formats.kaldi.KaldiVectors;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.table.TableVectors;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What Jazzer drives: the first byte of an input chooses a reader, the rest is the file. A reader
 * may give something or refuse with a sentence; whatever else it throws is a finding.
 */
public final class ReaderFuzzer {
  private static final Path FILE = temporaryFile();

  private static final List<Reader> READERS =
      List.of(
          new Reader("npy", Npy::read, f -> Npy.write(f, NpyArray.of(1.0, 2))),
          new Reader("npz", Npz::read, f -> Npz.write(f, Map.of("a", NpyArray.of(1.0, 2)))),
          new Reader(
              "safetensors",
              f -> VectorFiles.read(f, VectorFormat.SAFETENSORS),
              f -> VectorFiles.write(f, vectors(), VectorFormat.SAFETENSORS)),
          new Reader(
              "artefact",
              f -> Artefact.read(f, ArtefactKind.PLDA),
              f -> Artefact.write(f, ArtefactKind.PLDA, model(), provenance())),
          new Reader("hdf5", Hdf5Vectors::read, f -> Hdf5Vectors.write(f, vectors())),
          new Reader(
              "bosaris",
              f -> ListReader.read(f, ListLayout.BOSARIS),
              f -> ListWriter.write(f, trials(), ListLayout.BOSARIS)),
          new Reader(
              "kaldi-binary", KaldiVectors::read, f -> KaldiVectors.write("ark:" + f, vectors())),
          new Reader(
              "kaldi-text", KaldiVectors::read, f -> KaldiVectors.write("ark,t:" + f, vectors())),
          new Reader("kaldi-compressed", KaldiVectors::read, ReaderFuzzer::compressed),
          new Reader(
              "kaldi-object",
              KaldiFile::read,
              f -> KaldiFile.write(f, KaldiArray.matrix(matrix()), false)),
          new Reader("kaldi-plda", KaldiPlda::read, f -> KaldiPlda.of(model()).write(f, false)),
          new Reader("kaldi-plda-text", KaldiPlda::read, f -> KaldiPlda.of(model()).write(f, true)),
          new Reader("kaldi-posteriors", ReaderFuzzer::readPosteriors, f -> posteriors("ark:" + f)),
          new Reader(
              "kaldi-posteriors-text", ReaderFuzzer::readPosteriors, f -> posteriors("ark,t:" + f)),
          new Reader(
              "kaldi-list",
              KaldiLists::readPairs,
              f -> KaldiLists.writePairs(f, Map.of("utt1", "a", "utt2", "b"))),
          new Reader(
              "list", ListReader::read, f -> ListWriter.write(f, trials(), ListLayout.WESPEAKER)),
          new Reader(
              "list-with-header",
              ListReader::read,
              f -> ListWriter.write(f, trials(), ListLayout.NIST)),
          new Reader("table", TableVectors::read, f -> TableVectors.write(f, vectors(), ',')),
          new Reader(
              "any-vectors", VectorFiles::read, f -> KaldiVectors.write("ark,t:" + f, vectors())));

  /** What reads a file, and what writes a good file for it. */
  private record Reader(String name, Work read, Work writeGood) {}

  /** Reads or writes a file. */
  @FunctionalInterface
  private interface Work {
    void on(Path file) throws IOException;
  }

  private ReaderFuzzer() {}

  private static Path temporaryFile() {
    try {
      Path file = Files.createTempFile("fuzz", ".bin");
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Called by Jazzer for each input. */
  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    if (input.length == 0) {
      return;
    }
    Files.write(FILE, Arrays.copyOfRange(input, 1, input.length));
    try {
      READERS.get((input[0] & 0xff) % READERS.size()).read.on(FILE);
    } catch (GmeException e) {
      if (e.getMessage().contains("\n") || e.help().isBlank()) {
        throw new AssertionError("no single sentence with a help: " + e.getMessage(), e);
      }
    }
  }

  /** A good input for every reader, into files of this folder. */
  static void writeSeeds(Path folder) throws IOException {
    for (int k = 0; k < READERS.size(); k++) {
      Reader reader = READERS.get(k);
      Path good = folder.resolve(reader.name());
      reader.writeGood.on(good);
      byte[] content = Files.readAllBytes(good);
      byte[] input = new byte[content.length + 1];
      input[0] = (byte) k;
      System.arraycopy(content, 0, input, 1, content.length);
      Files.write(good, input);
    }
  }

  private static DoubleMatrix matrix() {
    return DoubleMatrix.of(new double[][] {{1, 2, 3}, {4, 5, 6}});
  }

  private static LabelledVectors vectors() {
    return LabelledVectors.of("x", List.of("a", "b/c"), FloatMatrix.of(matrix()));
  }

  private static HtPlda model() {
    return HtPlda.of(
        new double[2],
        DoubleMatrix.of(new double[][] {{1}, {2}}),
        DoubleMatrix.identity(2),
        Double.POSITIVE_INFINITY);
  }

  private static Provenance provenance() {
    return new Provenance("", "", Map.of(), "", "");
  }

  private static TrialList trials() {
    return TrialList.of(List.of("m"), List.of("a", "b"), new int[2], new int[] {0, 1})
        .withLabels(new boolean[] {true, false})
        .withScores(new double[] {1.5, -2});
  }

  private static void compressed(Path file) throws IOException {
    try (KaldiTableWriter out = KaldiTableWriter.create("ark:" + file)) {
      DoubleMatrix m = DoubleMatrix.wrap(1, 6, matrix().array());
      out.writeCompressed("a", m, CompressionMethod.TWO_BYTE_AUTO);
      out.writeCompressed("b", m, CompressionMethod.SPEECH_FEATURE);
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

  private static void readPosteriors(Path file) throws IOException {
    try (KaldiTable in = KaldiTable.open(file)) {
      for (int i = 0; in.next(); i++) {
        if (i % 2 == 0) {
          in.posteriors();
        } else {
          in.selections();
        }
      }
    }
  }
}
