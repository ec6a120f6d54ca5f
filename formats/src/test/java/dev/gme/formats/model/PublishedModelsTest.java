package dev.gme.formats.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.Roc;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.formats.FileKind;
import dev.gme.formats.FolderTest;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.Mutations;
import dev.gme.formats.hdf5.Hdf5File;
import dev.gme.formats.kaldi.KaldiPlda;
import dev.gme.formats.kaldi.KaldiVectors;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import dev.gme.testkit.SharedData;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.DatasetCreationOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class PublishedModelsTest extends FolderTest {
  private static final DatasetCreationOptions PACKED =
      DatasetCreationOptions.builder().chunkDimensions(2, 2).deflate().build();

  /** Chunked and compressed, as WeSpeaker writes it. */
  @Test
  void pldaOfWeSpeaker() throws IOException {
    try (WritableHdfFile out = HdfFile.write(hdf5())) {
      out.putDataset("mu", new double[] {1, 2, 3});
      out.putDataset("transform", new double[][] {{2, 0, 0}, {1, 2, 0}, {0, 0, 4}}, PACKED);
      out.putDataset("psi", new double[] {3, 2, 1});
      out.putDataset("offset", new double[] {-2, -5, -12});
    }
    KaldiPlda plda = PublishedModels.weSpeakerPlda(hdf5());
    assertThat(plda.mean()).containsExactly(1, 2, 3);
    assertThat(plda.psi()).containsExactly(3, 2, 1);
    assertThat(plda.transform().array()).containsExactly(2, 0, 0, 1, 2, 0, 0, 0, 4);
    try (Hdf5File in = Hdf5File.open(hdf5())) {
      assertThat(PublishedModels.isWeSpeakerPlda(in)).isTrue();
      assertThat(PublishedModels.isVbxTransform(in)).isFalse();
    }
    Mutations.test(hdf5(), 300, 70, PublishedModels::weSpeakerPlda);
  }

  /** Reads what a folder of models holds. */
  @FunctionalInterface
  private interface Check {
    void of(Path folder) throws IOException;
  }

  /** Folders of real x-vectors that come with VBx's transform and a model. */
  private static List<DynamicTest> meetings(Check check) throws IOException {
    try (Stream<Path> folders = Files.list(SharedData.part("embeddings"))) {
      List<DynamicTest> tests =
          folders
              .filter(f -> Files.exists(f.resolve("transform.h5")))
              .sorted()
              .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> check.of(f)))
              .toList();
      return tests.isEmpty() ? List.of(SharedData.none("transform.h5 in embeddings")) : tests;
    }
  }

  /** The file as published, made by the HDF5 library itself, in its older format. */
  @TestFactory
  List<DynamicTest> damagedFilesOfTheHdf5Library() throws IOException {
    return meetings(
        meeting -> {
          Path copy = Files.copy(meeting.resolve("transform.h5"), folder.resolve("transform.h5"));
          Mutations.test(copy, 150, 74, PublishedModels::vbxTransform);
        });
  }

  /** VBx's chain and Kaldi's model on real x-vectors: the README's formulas, step by step. */
  @TestFactory
  List<DynamicTest> transformsOfVbx() throws IOException {
    return meetings(PublishedModelsTest::transformOfVbx);
  }

  private static void transformOfVbx(Path ami) throws IOException {
    Preprocessing chain = PublishedModels.vbxTransform(ami.resolve("transform.h5"));
    LabelledVectors x = KaldiVectors.read(SharedData.present(ami.resolve("xvectors.scp")));
    Map<String, NpyArray> parts = Npz.read(SharedData.present(ami.resolve("models.npz")));
    DoubleMatrix some = x.vectors().doubles(0, Math.min(50, x.size()));
    DoubleMatrix first = unit(some.minusFromRows(parts.get("mean1").doubles()));
    DoubleMatrix expected =
        unit(
            first
                .times(parts.get("lda").doubleMatrix())
                .minusFromRows(parts.get("mean2").doubles()));
    assertThat(chain.apply(some).minus(expected).maxAbs()).isLessThan(1e-12);

    KaldiPlda plda = KaldiPlda.read(SharedData.present(ami.resolve("plda")));
    assertThat(plda.psi()).containsExactly(parts.get("plda_psi").doubles());
    assertThat(plda.transform()).isEqualTo(parts.get("plda_transform").doubleMatrix());
    Pipeline pipeline =
        Pipeline.of(
            chain, plda.twoCovariance().extractor(plda.psi().length, Double.POSITIVE_INFINITY));
    scorePureSegments(ami, x, pipeline.extract(x.vectors()));
  }

  /** Pairs of segments of one speaker each that do not overlap in time. */
  private static void scorePureSegments(Path ami, LabelledVectors x, MetaEmbeddings e)
      throws IOException {
    List<String> lines = Files.readAllLines(SharedData.present(ami.resolve("segment-labels.tsv")));
    int mixed = List.of(lines.get(0).split("\t", -1)).indexOf("mixed");
    List<String[]> pure =
        lines.stream().map(line -> line.split("\t", -1)).filter(f -> f[mixed].equals("0")).toList();
    DoubleMatrix llrs = e.llr(e);
    double[] scores = new double[pure.size() * pure.size()];
    boolean[] targets = new boolean[scores.length];
    int n = 0;
    for (int i = 0; i < pure.size(); i++) {
      for (int j = i + 1; j < pure.size(); j++) {
        double gap = Double.parseDouble(pure.get(j)[1]) - Double.parseDouble(pure.get(i)[2]);
        if (gap >= 0) {
          scores[n] = llrs.get(x.row(pure.get(i)[0]), x.row(pure.get(j)[0]));
          targets[n++] = pure.get(i)[3].equals(pure.get(j)[3]);
        }
      }
    }
    Roc roc = Roc.of(ScoredTrials.of(Arrays.copyOf(scores, n), Arrays.copyOf(targets, n)));
    assertThat(roc.eerInterpolated()).isLessThan(0.25);
    // What an independent program got, where the data's own description has it.
    Path description = ami.resolveSibling("README.md");
    Matcher figures =
        Pattern.compile("\\| PLDA log likelihood ratio .*\\| ([0-9.]+) \\| ([0-9.]+) \\|")
            .matcher(Files.exists(description) ? Files.readString(description) : "");
    if (figures.find()) {
      assertThat(100 * roc.eerInterpolated())
          .isCloseTo(Double.parseDouble(figures.group(1)), within(0.01));
      assertThat(roc.cprmMin()).isCloseTo(Double.parseDouble(figures.group(2)), within(0.0006));
    }
  }

  private static DoubleMatrix unit(DoubleMatrix x) {
    double[] scale = new double[x.rows()];
    for (int i = 0; i < x.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < x.cols(); j++) {
        sum += x.get(i, j) * x.get(i, j);
      }
      scale[i] = 1 / Math.sqrt(sum);
    }
    return x.scaleRows(scale);
  }

  @Test
  void modelsOfPyannote() throws IOException {
    Path plda = folder.resolve("plda.npz");
    DoubleMatrix tr = DoubleMatrix.of(new double[][] {{2, 0}, {1, 2}});
    Npz.write(
        plda,
        Map.of("mu", NpyArray.of(1.0, 2), "tr", NpyArray.of(tr), "psi", NpyArray.of(3.0, 0.5)));
    KaldiPlda read = PublishedModels.pyannotePlda(plda);
    assertThat(read.transform()).isEqualTo(tr);
    assertThat(read.psi()).containsExactly(3, 0.5);

    Path transform = folder.resolve("xvec_transform.npz");
    DoubleMatrix lda = DoubleMatrix.of(new double[][] {{1, 2}, {0, 1}, {1, -1}});
    Npz.write(
        transform,
        Map.of(
            "mean1",
            NpyArray.of(1.0, 1, 0),
            "mean2",
            NpyArray.of(0.5, 0),
            "lda",
            NpyArray.of(lda)));
    DoubleMatrix x = DoubleMatrix.of(new double[][] {{2, 0, 1}, {5, 1, 3}});
    DoubleMatrix first = unit(x.minusFromRows(new double[] {1, 1, 0})).times(Math.sqrt(3));
    DoubleMatrix expected =
        unit(first.times(lda).minusFromRows(new double[] {0.5, 0})).times(Math.sqrt(2));
    DoubleMatrix got = PublishedModels.pyannoteTransform(transform).apply(x);
    assertThat(got.minus(expected).maxAbs()).isLessThan(1e-14);
    assertThatThrownBy(() -> PublishedModels.pyannotePlda(transform))
        .hasMessageContaining("has no array 'mu'");
    Npz.write(
        transform,
        Map.of("mean1", NpyArray.of(1.0), "mean2", NpyArray.of(0.5), "lda", NpyArray.of(lda)));
    assertThatThrownBy(() -> PublishedModels.pyannoteTransform(transform))
        .hasMessageContaining("expected lda of 1 x 1");
    Mutations.test(plda, 200, 76, PublishedModels::pyannotePlda);
  }

  @Test
  void modelsOfPyannoteAreRecognized() throws IOException {
    Path plda = folder.resolve("plda.npz");
    NpyArray tr = NpyArray.of(DoubleMatrix.of(new double[][] {{2, 0}, {1, 2}}));
    NpyArray psi = NpyArray.of(3.0, 0.5);
    Npz.write(plda, Map.of("mu", NpyArray.of(1.0, 2), "tr", tr, "psi", psi));
    assertThat(ModelFiles.recognize(plda)).contains(ModelFormat.PYANNOTE);
    assertThat(FileKind.of(plda)).isEqualTo(FileKind.MODEL);
    KaldiPlda expected = PublishedModels.pyannotePlda(plda);
    assertThat(ModelFiles.open(plda).pipeline().extractor().lambda())
        .containsExactly(expected.twoCovariance().extractor().lambda());
    Path transform = folder.resolve("xvec_transform.npz");
    NpyArray lda = NpyArray.of(DoubleMatrix.of(new double[][] {{1, 2}, {0, 1}, {1, -1}}));
    Npz.write(
        transform,
        Map.of("mean1", NpyArray.of(1.0, 1, 0), "mean2", NpyArray.of(0.5, 0), "lda", lda));
    assertThat(FileKind.of(transform)).isEqualTo(FileKind.PYANNOTE_TRANSFORM);
    assertThat(ModelFiles.readPreprocessing(transform))
        .hasToString(PublishedModels.pyannoteTransform(transform).toString());
  }
}
