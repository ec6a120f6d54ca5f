package dev.gme.core.model;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import java.util.ArrayList;
import java.util.List;

/**
 * All that lies between raw vectors and meta-embeddings: the preprocessing and the extractor behind
 * it, which were learned together and make sense together only.
 *
 * <pre>{@code
 * Pipeline pipeline = PldaRecipe.gaussian(40).preprocessedBy(StepSpec.centre(), StepSpec.lda(150))
 *     .withNu(2).train(data, progress).model();
 * DoubleMatrix llr = pipeline.extract(enrolVectors).llr(pipeline.extract(testVectors));
 * }</pre>
 */
public record Pipeline(Preprocessing preprocessing, GmeExtractor extractor) {
  public Pipeline {
    int given = preprocessing.outputDimension(extractor.inputDimension());
    if (given != extractor.inputDimension()) {
      throw new IllegalArgumentException(
          "the preprocessing gives vectors of dimension "
              + given
              + ", the extractor takes "
              + extractor.inputDimension());
    }
  }

  /** An extractor that takes what the preprocessing gives. */
  public static Pipeline of(Preprocessing preprocessing, GmeExtractor extractor) {
    return new Pipeline(preprocessing, extractor);
  }

  /** The dimension of the raw vectors. */
  public int inputDimension() {
    return preprocessing.inputDimension(extractor.inputDimension());
  }

  /** d, the dimension of the speaker variable. */
  public int speakerDimension() {
    return extractor.speakerDimension();
  }

  /** The same preprocessing before another extractor, say one that was trained further. */
  public Pipeline withExtractor(GmeExtractor other) {
    return of(preprocessing, other);
  }

  /** The meta-embeddings of raw vectors, one a row; they are read and preprocessed in blocks. */
  public MetaEmbeddings extract(RowSource vectors) {
    Require.vectorDimension(inputDimension(), vectors.cols());
    return extractor.extract(preprocessing.view(vectors));
  }

  /** q of raw vectors, one a row, see {@link GmeExtractor#q}. */
  public double[] q(RowSource vectors) {
    Require.vectorDimension(inputDimension(), vectors.cols());
    return extractor.q(preprocessing.view(vectors));
  }

  /** Preprocessed vectors without the extractor's mean, one a row: what cosines are taken of. */
  public DoubleMatrix centred(RowSource vectors) {
    Require.vectorDimension(inputDimension(), vectors.cols());
    DoubleMatrix ready = preprocessing.view(vectors).doubles(0, vectors.rows());
    return ready.minusFromRows(extractor.mean());
  }

  /** This pipeline with more preprocessing before all that it has. */
  public Pipeline after(Preprocessing first) {
    List<PreprocessingStep> steps = new ArrayList<>(first.steps());
    steps.addAll(preprocessing.steps());
    return of(Preprocessing.of(steps), extractor);
  }

  /** For example {@code centre, lda 150, then extractor, D = 150, d = 40, nu = 2.0}. */
  @Override
  public String toString() {
    return preprocessing.steps().isEmpty()
        ? extractor.toString()
        : preprocessing + ", then " + extractor;
  }
}
