package dev.gme.spark.ml;

import dev.gme.core.model.StepSpec;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.lab.system.StepDefaults;
import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;

/**
 * Heavy-tailed PLDA, as {@code gme spark train htplda} trains it: the same numbers, to the last
 * bit.
 *
 * <pre>{@code
 * HeavyTailedPlda estimator = new HeavyTailedPlda().setSpeakerDim(200).setNu(2).setVb(true);
 * PipelineModel model = new Pipeline().setStages(new PipelineStage[] {estimator}).fit(training);
 * }</pre>
 */
public final class HeavyTailedPlda extends PldaEstimator<HeavyTailedPlda> {
  private static final long serialVersionUID = 1L;

  private final DoubleParam nu;
  private final BooleanParam vb;
  private final IntParam vbIterations;
  private final IntParam meanField;

  public HeavyTailedPlda() {
    this(Identifiable.randomUID("htplda"));
  }

  /** With a name of its own, as saved ones are read. */
  public HeavyTailedPlda(String uid) {
    super(uid);
    nu = new DoubleParam(uid, "nu", "degrees of freedom of the noise", ParamValidators.gt(0));
    vb = new BooleanParam(uid, "vb", "whether variational Bayes refines the model after EM");
    vbIterations =
        new IntParam(
            uid, "vbIterations", "iterations of variational Bayes", ParamValidators.gtEq(0));
    meanField =
        new IntParam(
            uid,
            "meanField",
            "alternations of scales and speakers in variational Bayes; 0 takes each scale from its"
                + " recording alone",
            ParamValidators.inRange(0, 1000));
    setDefault(nu, StepDefaults.NU);
    setDefault(vb, false);
    setDefault(vbIterations, HtPldaVb.DEFAULT.iterations());
    setDefault(meanField, 0);
  }

  /** Degrees of freedom of the noise. */
  public DoubleParam nu() {
    return nu;
  }

  /** Whether variational Bayes follows. */
  public BooleanParam vb() {
    return vb;
  }

  /** Iterations of variational Bayes. */
  public IntParam vbIterations() {
    return vbIterations;
  }

  /** Alternations of variational Bayes. */
  public IntParam meanField() {
    return meanField;
  }

  public HeavyTailedPlda setNu(double degrees) {
    return with(nu, degrees);
  }

  public HeavyTailedPlda setVb(boolean isRefined) {
    return with(vb, isRefined);
  }

  public HeavyTailedPlda setVbIterations(int n) {
    return with(vbIterations, n);
  }

  public HeavyTailedPlda setMeanField(int alternations) {
    return with(meanField, alternations);
  }

  @Override
  List<StepSpec> usualChain() {
    return List.of();
  }

  @Override
  double degreesOfFreedom() {
    return (double) getOrDefault(nu);
  }

  @Override
  Optional<HtPldaVb> variationalBayes() {
    if (!(boolean) getOrDefault(vb)) {
      return Optional.empty();
    }
    HtPldaVb closed = HtPldaVb.DEFAULT.withIterations((int) getOrDefault(vbIterations));
    int alternations = (int) getOrDefault(meanField);
    return Optional.of(
        alternations == 0
            ? closed
            : closed.withScaleStep(HtPldaVb.ScaleStep.meanField(alternations)));
  }

  /** Reads what {@link #save} wrote; by this method pipelines find it. */
  public static MLReader<HeavyTailedPlda> read() {
    return new DefaultParamsReader<>();
  }

  public static HeavyTailedPlda load(String path) {
    return read().load(path);
  }
}
