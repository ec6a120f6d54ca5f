package dev.gme.spark.ml;

import dev.gme.core.model.StepSpec;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;

/**
 * Gaussian PLDA, as {@code gme spark train plda} trains it: the same numbers, to the last bit.
 *
 * <pre>{@code
 * PldaModel model = new Plda().setVector("xvector").setSpeakerDim(150).fit(training);
 * Dataset<Row> embeddings = model.transform(calls);    // with gme_a and gme_b
 * }</pre>
 */
public final class Plda extends PldaEstimator<Plda> {
  private static final long serialVersionUID = 1L;

  public Plda() {
    this(Identifiable.randomUID("plda"));
  }

  /** With a name of its own, as saved ones are read. */
  public Plda(String uid) {
    super(uid);
  }

  @Override
  List<StepSpec> usualChain() {
    return PldaRecipe.baseline();
  }

  @Override
  double degreesOfFreedom() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  Optional<HtPldaVb> variationalBayes() {
    return Optional.empty();
  }

  /** Reads what {@link #save} wrote; by this method pipelines find it. */
  public static MLReader<Plda> read() {
    return new DefaultParamsReader<>();
  }

  public static Plda load(String path) {
    return read().load(path);
  }
}
