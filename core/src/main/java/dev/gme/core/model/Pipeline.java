package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All that lies between raw vectors and meta-embeddings: the preprocessing, the extractor behind it
 * and perhaps a head for its precisions, which were learned together and make sense together only.
 *
 * <pre>{@code
 * Pipeline pipeline = PldaRecipe.gaussian(40).preprocessedBy(StepSpec.centre(), StepSpec.lda(150))
 *     .withNu(2).train(data, progress).model();
 * DoubleMatrix llr = pipeline.extract(enrolVectors).llr(pipeline.extract(testVectors));
 * }</pre>
 *
 * @param head what makes precisions of more than the vectors; a pipeline with one extracts nothing
 *     of vectors alone
 */
public record Pipeline(
    Preprocessing preprocessing, GmeExtractor extractor, Optional<PrecisionHead> head) {
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
    return new Pipeline(preprocessing, extractor, Optional.empty());
  }

  /** The same with a head that was trained behind this extractor. */
  public Pipeline withHead(PrecisionHead trained) {
    return new Pipeline(preprocessing, extractor, Optional.of(trained));
  }

  /** The same with the precisions that the extractor gives. */
  public Pipeline withoutHead() {
    return of(preprocessing, extractor);
  }

  /** The dimension of the raw vectors. */
  public int inputDimension() {
    return preprocessing.inputDimension(extractor.inputDimension());
  }

  /** d, the dimension of the speaker variable. */
  public int speakerDimension() {
    return extractor.speakerDimension();
  }

  /**
   * The same preprocessing before another extractor, say one that was trained further. A head was
   * trained behind the extractor of before and goes with it.
   */
  public Pipeline withExtractor(GmeExtractor other) {
    return of(preprocessing, other);
  }

  /**
   * The meta-embeddings of raw vectors, one a row; they are read and preprocessed in blocks.
   * Refused by a pipeline with a head, which needs to know more.
   */
  public MetaEmbeddings extract(RowSource vectors) {
    if (head.isPresent()) {
      throw new GmeException(
          "the model has a precision head, which needs "
              + String.join(", ", head.get().columns())
              + " of every recording, found vectors alone",
          "extract meta-embeddings with this side information first, or use the model without its"
              + " head");
    }
    Require.vectorDimension(inputDimension(), vectors.cols());
    return extractor.extract(preprocessing.view(vectors));
  }

  /**
   * The meta-embeddings of raw vectors and what the head needs to know of them.
   *
   * @param side the columns of the head, a recording a row
   */
  public MetaEmbeddings extract(RowSource vectors, DoubleMatrix side) {
    return head.orElseThrow(() -> new IllegalStateException("the pipeline has no head"))
        .apply(withoutHead().extract(vectors), side);
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
    return new Pipeline(Preprocessing.of(steps), extractor, head);
  }

  /** For example {@code centre, lda 150, then extractor, D = 150, d = 40, nu = 2.0}. */
  @Override
  public String toString() {
    String last = extractor + head.map(h -> ", then " + h).orElse("");
    return preprocessing.steps().isEmpty() ? last : preprocessing + ", then " + last;
  }
}
