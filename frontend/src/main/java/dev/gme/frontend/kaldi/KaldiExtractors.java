package dev.gme.frontend.kaldi;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.formats.kaldi.KaldiMode;
import dev.gme.formats.kaldi.KaldiReader;
import dev.gme.formats.kaldi.KaldiWriter;
import dev.gme.frontend.ivector.KaldiExtractor;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Files of {@code <IvectorExtractor>}.
 *
 * <pre>{@code
 * IvectorExtractor extractor = KaldiExtractors.read(Path.of("final.ie")).standard();
 * }</pre>
 */
public final class KaldiExtractors {
  private static final String START = "<IvectorExtractor>";
  private static final String END = "</IvectorExtractor>";

  private KaldiExtractors() {}

  /** Weights that depend on the i-vector are refused. */
  public static KaldiExtractor read(Path file) throws IOException {
    try (KaldiReader in = KaldiReader.open(file)) {
      in.expect(START);
      in.expect("<w>");
      if (in.matrix().rows() > 0) {
        throw in.bad(
            "expected fixed weights, found ones that depend on the i-vector (Kaldi's use-weights)");
      }
      in.expect("<w_vec>");
      double[] weights = in.vector();
      in.expect("<M>");
      int components = in.count("components");
      if (components != weights.length) {
        throw in.bad("expected " + weights.length + " components, found " + components);
      }
      DoubleMatrix m = ModelParts.stacked(in, components);
      in.expect("<SigmaInv>");
      DoubleMatrix[] inverses = ModelParts.symmetric(in, components);
      in.expect("<IvectorOffset>");
      double offset = in.number();
      in.expect(END);
      if (inverses[0].rows() != m.rows() / components) {
        throw in.bad("expected covariances of the frames' dimension, found " + inverses[0]);
      }
      String help = "check where the extractor comes from";
      return ModelParts.join(
          in, () -> KaldiExtractor.of(weights, m, ModelParts.inverted(inverses, help), offset));
    }
  }

  public static void write(Path file, KaldiExtractor extractor, KaldiMode mode) throws IOException {
    int components = extractor.weights().length;
    int dim = extractor.m().rows() / components;
    try (KaldiWriter out = KaldiWriter.create(file, mode)) {
      out.token(START).token("<w>").array(KaldiArray.matrix(DoubleMatrix.zeros(0, 0)));
      out.token("<w_vec>").array(KaldiArray.vector(extractor.weights()));
      out.token("<M>").integer(components);
      for (int c = 0; c < components; c++) {
        out.array(KaldiArray.matrix(extractor.m().rowRange(c * dim, (c + 1) * dim)));
      }
      out.token("<SigmaInv>");
      for (int c = 0; c < components; c++) {
        out.symmetric(Cholesky.of(extractor.covariance(c)).inverse(), false);
      }
      out.token("<IvectorOffset>").number(extractor.priorOffset()).token(END);
      out.commit();
    }
  }
}
