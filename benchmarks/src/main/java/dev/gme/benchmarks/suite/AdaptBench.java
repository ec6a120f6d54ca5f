package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.AlternatingRuns;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.train.adapt.CoralPlusAdaptation;
import dev.gme.core.train.adapt.TargetDomain;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Adaptation without labels against the product that its statistics need, on all threads. */
public final class AdaptBench implements Benchmark {
  private static final int VECTORS = 100_000;
  private static final int DIMENSION = 600;
  private static final int SPEAKER_DIMENSION = 200;

  private final int vectors;
  private final int dimension;
  private final int speakerDimension;

  /** 100,000 vectors of 600 dimensions, d = 200. */
  public AdaptBench() {
    this(VECTORS, DIMENSION, SPEAKER_DIMENSION);
  }

  AdaptBench(int vectors, int dimension, int speakerDimension) {
    this.vectors = vectors;
    this.dimension = dimension;
    this.speakerDimension = speakerDimension;
  }

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    progress.accept("adaptation of a model to " + vectors + " vectors of " + dimension);
    GmeExtractor model =
        ModelRecipe.of(dimension, speakerDimension, Double.POSITIVE_INFINITY).draw(1).extractor();
    double[] x = new double[Math.multiplyExact(vectors, dimension)];
    Random random = new Random(2);
    for (int i = 0; i < x.length; i++) {
      x[i] = random.nextGaussian();
    }
    DoubleMatrix data = DoubleMatrix.wrap(vectors, dimension, x);
    double[] square = new double[dimension * dimension];
    double[] best =
        AlternatingRuns.best(
            () -> CoralPlusAdaptation.DEFAULT.adapt(model, TargetDomain.of(data, model)),
            () ->
                Blas.syrk(
                    1, data.view().transpose(), 0, MatrixView.of(square, dimension, dimension)));
    return List.of(
        Measurement.of(
            "adapt_coral_plus", best[0], "s", "CORAL+ with its statistics, from vectors to model"),
        Measurement.ratio(
            "adapt_over_syrk",
            best[0] / best[1],
            2.5,
            "that over one dsyrk of the vectors, both on all threads"));
  }
}
