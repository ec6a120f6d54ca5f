package dev.gme.spark.ml;

import dev.gme.core.GmeException;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.plda.EmOptions;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.Stopping;
import dev.gme.spark.DataFrames;
import dev.gme.spark.PldaTraining;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * What the estimators have in common. Parameters have the names and defaults of the options of
 * {@code gme spark train}, in the spelling of Spark ({@code speakerDim} for {@code --speaker-dim}).
 *
 * @param <E> the estimator
 */
public abstract class PldaEstimator<E extends PldaEstimator<E>> extends Estimator<PldaModel>
    implements DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private static final System.Logger LOG = System.getLogger(PldaEstimator.class.getName());

  // Parameters are made in the constructor, since each takes the uid.
  private final String uid;
  private final Param<String> id;
  private final Param<String> vector;
  private final Param<String> speaker;
  private final Param<String> a;
  private final Param<String> b;
  private final Param<String> chain;
  private final BooleanParam raw;
  private final IntParam speakerDim;
  private final IntParam iterations;
  private final DoubleParam tolerance;
  private final BooleanParam minimumDivergence;
  private final BooleanParam twoCovariance;

  PldaEstimator(String uid) {
    this.uid = uid;
    id = PldaModel.column(uid, "id", "column of the ids");
    vector = PldaModel.column(uid, "vector", "column of the vectors");
    speaker = PldaModel.column(uid, "speaker", "column of the speakers");
    a = PldaModel.column(uid, "a", "column that the model adds for a of a meta-embedding");
    b = PldaModel.column(uid, "b", "column that the model adds for b, its precision");
    chain =
        new Param<>(
            uid, "chain", "preprocessing to learn first, for example 'centre,lda 150,length'");
    raw = new BooleanParam(uid, "raw", "whether to train without preprocessing");
    speakerDim =
        new IntParam(
            uid,
            "speakerDim",
            "dimension d of the speaker variable; unless set, the one that gme train takes",
            ParamValidators.gtEq(1));
    iterations = new IntParam(uid, "iterations", "most iterations of EM", ParamValidators.gtEq(0));
    tolerance =
        new DoubleParam(
            uid, "tolerance", "relative gain of the log-likelihood below which EM ends");
    minimumDivergence =
        new BooleanParam(uid, "minimumDivergence", "whether EM has its minimum-divergence step");
    twoCovariance =
        new BooleanParam(uid, "twoCovariance", "whether to train the two-covariance model");
    EmOptions em = EmOptions.DEFAULT;
    setDefault(id, "id");
    setDefault(vector, "vector");
    setDefault(speaker, "speaker");
    setDefault(a, PldaModel.A);
    setDefault(b, PldaModel.B);
    setDefault(raw, false);
    setDefault(iterations, em.stopping().maxIterations());
    setDefault(tolerance, em.stopping().tolerance());
    setDefault(minimumDivergence, em.minimumDivergence());
    setDefault(twoCovariance, em.twoCovariance());
  }

  /** Preprocessing where nobody says another. */
  abstract List<StepSpec> usualChain();

  /** ν after EM, infinite for none. */
  abstract double degreesOfFreedom();

  abstract Optional<HtPldaVb> variationalBayes();

  @SuppressWarnings("unchecked") // E is this class
  private E self() {
    return (E) this;
  }

  final <T> E with(Param<T> param, T value) {
    set(param, value);
    return self();
  }

  final E with(IntParam param, int value) {
    set(param, value);
    return self();
  }

  @Override
  public final String uid() {
    return uid;
  }

  /** Column of the ids. */
  public final Param<String> id() {
    return id;
  }

  /** Column of the vectors: array of float or double, binary, or a vector of {@code spark.ml}. */
  public final Param<String> vector() {
    return vector;
  }

  /** Column of the speakers. */
  public final Param<String> speaker() {
    return speaker;
  }

  /** Column that the model adds for a. */
  public final Param<String> a() {
    return a;
  }

  /** Column that the model adds for b. */
  public final Param<String> b() {
    return b;
  }

  /** Preprocessing to learn first, as {@code --chain}. */
  public final Param<String> chain() {
    return chain;
  }

  /** Whether to train without preprocessing. */
  public final BooleanParam raw() {
    return raw;
  }

  /** d. */
  public final IntParam speakerDim() {
    return speakerDim;
  }

  /** Most iterations of EM. */
  public final IntParam iterations() {
    return iterations;
  }

  /** Relative gain below which EM ends. */
  public final DoubleParam tolerance() {
    return tolerance;
  }

  /** Whether EM has its minimum-divergence step. */
  public final BooleanParam minimumDivergence() {
    return minimumDivergence;
  }

  /** Whether the two-covariance model is trained. */
  public final BooleanParam twoCovariance() {
    return twoCovariance;
  }

  public E setId(String column) {
    return with(id, column);
  }

  public E setVector(String column) {
    return with(vector, column);
  }

  public E setSpeaker(String column) {
    return with(speaker, column);
  }

  public E setA(String column) {
    return with(a, column);
  }

  public E setB(String column) {
    return with(b, column);
  }

  /** Preprocessing to learn first: {@code "centre,lda 150,length"}. */
  public E setChain(String steps) {
    return with(chain, steps);
  }

  public E setRaw(boolean isRaw) {
    return with(raw, isRaw);
  }

  public E setSpeakerDim(int d) {
    return with(speakerDim, d);
  }

  public E setIterations(int n) {
    return with(iterations, n);
  }

  public E setTolerance(double gain) {
    return with(tolerance, gain);
  }

  public E setMinimumDivergence(boolean isUsed) {
    return with(minimumDivergence, isUsed);
  }

  public E setTwoCovariance(boolean isTrained) {
    return with(twoCovariance, isTrained);
  }

  /** What the parameters say, refused where they contradict each other. */
  final PldaTraining training() {
    boolean isRaw = (boolean) getOrDefault(raw);
    if (isRaw && isSet(chain)) {
      throw new GmeException(
          uid + ": the parameters raw and chain exclude each other", "set one of the two");
    }
    List<StepSpec> steps =
        isRaw ? List.of() : isSet(chain) ? PldaTraining.chain(getOrDefault(chain)) : usualChain();
    EmOptions em =
        EmOptions.DEFAULT
            .withStopping(
                new Stopping((int) getOrDefault(iterations), (double) getOrDefault(tolerance)))
            .withMinimumDivergence((boolean) getOrDefault(minimumDivergence))
            .withTwoCovariance((boolean) getOrDefault(twoCovariance));
    OptionalInt d =
        isSet(speakerDim) ? OptionalInt.of((int) getOrDefault(speakerDim)) : OptionalInt.empty();
    return new PldaTraining(steps, d, em, degreesOfFreedom(), variationalBayes());
  }

  private DataFrames.Columns columns() {
    return new DataFrames.Columns(getOrDefault(id), getOrDefault(vector), getOrDefault(speaker));
  }

  /** What is given to {@link #fit}, in messages. */
  private String table() {
    return "given to " + uid;
  }

  @Override
  public PldaModel fit(Dataset<?> data) {
    PldaTraining training = training();
    transformSchema(data.schema());
    List<String> said = new ArrayList<>();
    byte[] bytes = DataFrames.train(table(), data, columns(), training, set(), said::add);
    said.forEach(line -> LOG.log(Level.WARNING, "{0}: {1}", uid, line));
    PldaModel model = new PldaModel(uid, bytes);
    model.setParent(this);
    return copyValues(model, ParamMap.empty());
  }

  /** What was set, for the provenance. */
  private Map<String, String> set() {
    Map<String, String> out = new TreeMap<>();
    paramMap().toList().forEach(p -> out.put(p.param().name(), String.valueOf(p.value())));
    return out;
  }

  @Override
  public StructType transformSchema(StructType schema) {
    DataFrames.requireTrainable(table(), schema, columns());
    return DataFrames.extracted(
        table(), schema, getOrDefault(vector), getOrDefault(a), getOrDefault(b));
  }

  @Override
  public E copy(ParamMap extra) {
    return defaultCopy(extra);
  }
}
