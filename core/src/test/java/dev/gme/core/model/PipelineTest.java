package dev.gme.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

class PipelineTest {
  private static final Preprocessing CHAIN =
      Preprocessing.of(
          List.of(
              new PreprocessingStep.Centre(new double[] {1, 2, 3, 4}),
              new PreprocessingStep.Linear(
                  "lda 2", DoubleMatrix.of(new double[][] {{1, 0, 1, 0}, {0, 2, 0, -1}})),
              new PreprocessingStep.Length(2)));

  private static final GmeExtractor EXTRACTOR =
      HtPlda.of(
              new double[] {0.5, 0},
              DoubleMatrix.of(new double[][] {{1}, {2}}),
              DoubleMatrix.identity(2),
              2)
          .extractor();

  /** More rows than are extracted at a time; seed 1. */
  @Test
  void extractsWhatTheExtractorMakesOfPreprocessedVectors() {
    Pipeline pipeline = Pipeline.of(CHAIN, EXTRACTOR);
    assertThat(pipeline.inputDimension()).isEqualTo(4);
    assertThat(pipeline.speakerDimension()).isEqualTo(1);
    DoubleMatrix r = DoubleMatrix.wrap(700, 4, new SeededRandom(1).gaussians(2800));
    MetaEmbeddings found = pipeline.extract(r);
    MetaEmbeddings expected = EXTRACTOR.extract(CHAIN.apply(r));
    assertThat(found.a().minus(expected.a()).maxAbs()).isLessThan(1e-13);
    assertThat(found.size()).isEqualTo(700);
    assertThat(found.lambda()).isEqualTo(expected.lambda());
    assertThat(pipeline)
        .hasToString("centre, lda 2, length, then extractor, D = 2, d = 1, nu = 2.0");
    assertThat(pipeline.withExtractor(EXTRACTOR.withNu(5)).extractor().nu()).isEqualTo(5);
    assertThat(pipeline.withExtractor(EXTRACTOR.withNu(5)).preprocessing()).isSameAs(CHAIN);
  }

  @Test
  void withoutPreprocessing() {
    Pipeline pipeline = Pipeline.of(Preprocessing.of(List.of()), EXTRACTOR);
    DoubleMatrix r = DoubleMatrix.identity(2);
    assertThat(pipeline.extract(r).a()).isEqualTo(EXTRACTOR.extract(r).a());
    assertThat(pipeline.inputDimension()).isEqualTo(2);
    assertThat(pipeline).hasToString(EXTRACTOR.toString());
  }

  @Test
  void refusals() {
    GmeExtractor other = GmeExtractor.splitVector(new double[] {1, 1}, 4, 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Pipeline.of(CHAIN, other))
        .withMessage("the preprocessing gives vectors of dimension 2, the extractor takes 4");
    Pipeline pipeline = Pipeline.of(CHAIN, EXTRACTOR);
    GmeException e =
        catchThrowableOfType(GmeException.class, () -> pipeline.extract(DoubleMatrix.identity(2)));
    assertThat(e).hasMessage("the model takes vectors of dimension 4, found 2");
    DoubleMatrix r = DoubleMatrix.wrap(700, 4, new SeededRandom(2).gaussians(2800));
    System.arraycopy(new double[] {1, 2, 3, 4}, 0, r.array(), 600 * 4, 4);
    assertThat(catchThrowableOfType(GmeException.class, () -> pipeline.extract(r)))
        .hasMessage("vector 600 (from 0) has length 0.0 and no direction");
  }
}
