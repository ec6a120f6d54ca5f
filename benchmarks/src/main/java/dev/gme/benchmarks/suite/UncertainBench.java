package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.AlternatingRuns;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.UncertainExtractor;
import dev.gme.core.model.UncertainVector;
import dev.gme.core.parallel.Workers;
import dev.gme.core.simulate.ModelRecipe;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Meta-embeddings of vectors with variances, each of which is a factorization of its own. */
public final class UncertainBench implements Benchmark {
  private static final int VECTORS = 400;
  private static final int DIMENSION = 256;
  private static final int SPEAKER_DIMENSION = 150;
  private static final int PRODUCT = 1024;

  private final int vectors;
  private final int dimension;
  private final int speakerDimension;
  private final int product;

  /** 400 vectors of 256 dimensions, d = 150. */
  public UncertainBench() {
    this(VECTORS, DIMENSION, SPEAKER_DIMENSION, PRODUCT);
  }

  UncertainBench(int vectors, int dimension, int speakerDimension, int product) {
    this.vectors = vectors;
    this.dimension = dimension;
    this.speakerDimension = speakerDimension;
    this.product = product;
  }

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    progress.accept("extraction of " + vectors + " vectors of " + dimension + " with variances");
    UncertainExtractor extractor =
        UncertainExtractor.of(
            Pipeline.of(
                Preprocessing.of(List.of()),
                ModelRecipe.of(dimension, speakerDimension, Double.POSITIVE_INFINITY)
                    .draw(1)
                    .extractor()),
            UncertainVector.LengthRule.SCALE);
    SeededRandom random = new SeededRandom(2);
    List<UncertainVector> all =
        IntStream.range(0, vectors)
            .mapToObj(
                i ->
                    UncertainVector.diagonal(
                        random.gaussians(dimension),
                        Arrays.stream(random.gaussians(dimension)).map(Math::abs).toArray(),
                        Integer.toString(i)))
            .toList();
    double[] square = random.gaussians(product * product);
    double[] to = new double[product * product];
    MatrixView<double[]> factor = MatrixView.of(square, product, product);
    double[] best =
        AlternatingRuns.best(
            () -> Workers.forEach(vectors, i -> extractor.extract(all.get(i))),
            () -> Blas.gemm(1, factor, factor, 0, MatrixView.of(to, product, product)));
    double n = dimension;
    double d = speakerDimension;
    // The factor of noise and error, F solved by it, F'W̃F, and its factor.
    double operations = n * n * n / 3 + n * n * d + n * d * d + d * d * d / 3;
    double speed = vectors * operations / best[0];
    double ofProduct = 2.0 * product * product * product / best[1];
    return List.of(
        Measurement.of(
            "uncertain_per_second",
            vectors / best[0],
            "1/s",
            String.format(
                Locale.ROOT,
                "vectors of %d dimensions with variances to general forms, d = %d",
                dimension,
                speakerDimension)),
        Measurement.of(
            "uncertain_share_of_dgemm",
            speed / ofProduct,
            "",
            "operations a second, of those of a large dgemm; both on all threads"));
  }
}
