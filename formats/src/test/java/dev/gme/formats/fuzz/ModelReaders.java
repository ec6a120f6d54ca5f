package dev.gme.formats.fuzz;

import dev.gme.core.Checkpoint;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.PreprocessingStep;
import dev.gme.core.score.CalibratedModel;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.ArtefactNpz;
import dev.gme.formats.artefact.EmbeddingManifest;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.kaldi.KaldiMode;
import dev.gme.formats.kaldi.KaldiPlda;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** Artefacts of all kinds, and the models of others, as far as to what scores. */
final class ModelReaders {
  static final List<FuzzedReader> ALL =
      List.of(
          artefact(ArtefactKind.EXTRACTOR, pipeline()),
          artefact(ArtefactKind.PREPROCESSING, pipeline().preprocessing()),
          artefact(ArtefactKind.PLDA, model()),
          artefact(ArtefactKind.TWO_COVARIANCE, model().twoCovariance()),
          artefact(
              ArtefactKind.META_EMBEDDINGS,
              new IdentifiedEmbeddings(
                  List.of("a", "b"), pipeline().extract(ArrayReaders.vectors().vectors()))),
          new FuzzedReader(
              "manifest.json",
              EmbeddingManifest::read,
              f ->
                  Files.write(
                      f,
                      new EmbeddingManifest(
                              List.of(2.0, 1.0),
                              "",
                              List.of(
                                  new EmbeddingManifest.Block(
                                      "block-00000.safetensors", 3, 0.5, 2, "0a".repeat(32))))
                          .toBytes())),
          artefact(ArtefactKind.CALIBRATION, LinearCalibration.of(1, 2)),
          artefact(
              ArtefactKind.CALIBRATED_MODEL,
              new CalibratedModel(pipeline(), LinearCalibration.of(1, 2))),
          artefact(
              ArtefactKind.CHECKPOINT,
              new Checkpoint(
                  "m", Map.of("F", ArrayReaders.matrix()), List.of(1.0, 2.0), List.of("note"))),
          new FuzzedReader(
              "model.gme",
              ModelFiles::open,
              f -> Artefact.write(f, ArtefactKind.PLDA, model(), Provenance.NONE)),
          new FuzzedReader(
              "model.npz",
              ModelFiles::open,
              f -> ArtefactNpz.write(f, ArtefactKind.EXTRACTOR, pipeline(), Provenance.NONE)),
          new FuzzedReader(
              "plda.npz",
              ModelFiles::open,
              f -> ArtefactNpz.write(f, ArtefactKind.PLDA, model(), Provenance.NONE)),
          new FuzzedReader("plda", ModelFiles::open, f -> kaldi().write(f, KaldiMode.BINARY)),
          new FuzzedReader("plda.txt", ModelFiles::open, f -> kaldi().write(f, KaldiMode.TEXT)),
          hdf5("wespeaker.h5", ModelFiles::open, "mu", "transform", "psi"),
          hdf5("vbx.h5", ModelFiles::readPreprocessing, "mean1", "lda", "mean2"),
          npz("pyannote-plda.npz", ModelFiles::open, "mu", "tr", "psi"),
          npz("pyannote-transform.npz", ModelFiles::readPreprocessing, "mean1", "lda", "mean2"));

  private ModelReaders() {}

  private static <T> FuzzedReader artefact(ArtefactKind<T> kind, T value) {
    return new FuzzedReader(
        kind.name() + ".gme",
        f -> Artefact.read(f, kind),
        f ->
            Artefact.write(f, kind, value, new Provenance("d", "c", Map.of("seed", "1"), "t", "")));
  }

  /** A vector, a matrix and a vector under these names. */
  private static FuzzedReader hdf5(
      String file, FuzzedReader.Work read, String first, String matrix, String second) {
    return new FuzzedReader(
        file,
        read,
        f -> {
          try (WritableHdfFile out = HdfFile.write(f)) {
            out.putDataset(first, new double[] {1, 2});
            out.putDataset(matrix, new double[][] {{2, 0}, {0, 1}});
            out.putDataset(second, new double[] {3, 1});
          }
        });
  }

  /** The same in an .npz file. */
  private static FuzzedReader npz(
      String file, FuzzedReader.Work read, String first, String matrix, String second) {
    Map<String, NpyArray> arrays =
        Map.of(
            first,
            NpyArray.of(1.0, 2),
            matrix,
            NpyArray.of(DoubleMatrix.identity(2)),
            second,
            NpyArray.of(2.0, 1));
    return new FuzzedReader(file, read, f -> Npz.write(f, arrays));
  }

  private static HtPlda model() {
    return HtPlda.of(
        new double[3],
        DoubleMatrix.of(new double[][] {{1}, {2}, {0}}),
        DoubleMatrix.identity(3),
        Double.POSITIVE_INFINITY);
  }

  private static KaldiPlda kaldi() {
    return KaldiPlda.of(model());
  }

  private static Pipeline pipeline() {
    List<PreprocessingStep> steps =
        List.of(
            new PreprocessingStep.Centre(new double[] {1, 0, -1}),
            new PreprocessingStep.Linear("LDA", DoubleMatrix.identity(3)),
            new PreprocessingStep.Length(3));
    return Pipeline.of(Preprocessing.of(steps), model().extractor());
  }
}
