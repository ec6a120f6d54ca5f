package dev.gme.formats.artefact;

import dev.gme.core.Checkpoint;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.NoiseProfile;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.TwoCovariance;
import dev.gme.core.score.CalibratedModel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A kind of artefact: what it is called in files, and how it is taken apart and put together. Other
 * modules add theirs by {@link #of}.
 *
 * <pre>{@code
 * static final ArtefactKind<DiagonalGmm> UBM =
 *     ArtefactKind.of("ubm", g -> ArtefactParts.empty().put("weights", g.weights()), p -> gmm(p));
 * }</pre>
 *
 * @param <T> what it holds
 */
public final class ArtefactKind<T> {
  private static final String STATE = "state.";
  private static final String CALIBRATION_PREFIX = "calibration.";
  private static final String TRAINED_ON = CALIBRATION_PREFIX + "q";

  /** An extractor with its preprocessing, which may be none. */
  public static final ArtefactKind<Pipeline> EXTRACTOR =
      new ArtefactKind<>("extractor", PipelineParts::take, PipelineParts::make);

  /** The steps before an extractor. */
  public static final ArtefactKind<Preprocessing> PREPROCESSING =
      new ArtefactKind<>(
          "preprocessing",
          p -> PipelineParts.take(p, ArtefactParts.empty()),
          PipelineParts::makePreprocessing);

  /** A model with loading matrix F and noise precision W. */
  public static final ArtefactKind<HtPlda> PLDA =
      new ArtefactKind<>(
          "plda",
          m ->
              ArtefactParts.empty()
                  .put("mean", m.mean())
                  .put("F", m.f())
                  .put("W", m.w())
                  .put("nu", m.nu()),
          p -> HtPlda.of(p.vector("mean"), p.matrix("F"), p.matrix("W"), p.number("nu")));

  /** A model with covariances between and within speakers. */
  public static final ArtefactKind<TwoCovariance> TWO_COVARIANCE =
      new ArtefactKind<>(
          "two-covariance",
          m ->
              ArtefactParts.empty()
                  .put("mean", m.mean())
                  .put("between", m.between())
                  .put("within", m.within()),
          p -> TwoCovariance.of(p.vector("mean"), p.matrix("between"), p.matrix("within")));

  /** Meta-embeddings of recordings or models. */
  public static final ArtefactKind<IdentifiedEmbeddings> META_EMBEDDINGS =
      new ArtefactKind<>(
          "meta-embeddings",
          e ->
              ArtefactParts.empty()
                  .put("ids", e.ids())
                  .put("a", e.embeddings().a())
                  .put("b", e.embeddings().b())
                  .put("lambda", e.embeddings().lambda()),
          p ->
              new IdentifiedEmbeddings(
                  p.list("ids"),
                  MetaEmbeddings.of(p.matrix("a"), p.vector("b"), p.vector("lambda"))));

  /**
   * The same with a in floats: half the size, and what {@link EmbeddingBlocks} are made of. Files
   * are of the kind {@link #META_EMBEDDINGS}, as which they are read.
   */
  static final ArtefactKind<IdentifiedEmbeddings> META_EMBEDDINGS_IN_FLOATS =
      new ArtefactKind<>(
          META_EMBEDDINGS.name,
          e ->
              ArtefactParts.empty()
                  .put("ids", e.ids())
                  .putSingle("a", e.embeddings().a())
                  .put("b", e.embeddings().b())
                  .put("lambda", e.embeddings().lambda()),
          META_EMBEDDINGS.make);

  /** A calibration or fusion. */
  public static final ArtefactKind<Calibration> CALIBRATION =
      new ArtefactKind<>(
          "calibration",
          c -> CalibrationParts.take(c, ArtefactParts.empty(), ""),
          p -> CalibrationParts.make(p, ""));

  /** An extractor with its preprocessing and the calibration of its scores. */
  public static final ArtefactKind<CalibratedModel> CALIBRATED_MODEL =
      new ArtefactKind<>(
          "calibrated-model",
          m -> {
            ArtefactParts parts =
                CalibrationParts.take(
                    m.calibration(), PipelineParts.take(m.pipeline()), CALIBRATION_PREFIX);
            return m.trainedOn().isPresent()
                ? parts.put(TRAINED_ON, m.trainedOn().get().quantiles())
                : parts;
          },
          p ->
              new CalibratedModel(
                  PipelineParts.make(p),
                  CalibrationParts.make(p, CALIBRATION_PREFIX),
                  p.has(TRAINED_ON)
                      ? Optional.of(NoiseProfile.ofQuantiles(p.vector(TRAINED_ON)))
                      : Optional.empty()));

  /** Where training stands, so that a later run can go on from there. */
  public static final ArtefactKind<Checkpoint> CHECKPOINT =
      new ArtefactKind<>("checkpoint", ArtefactKind::take, ArtefactKind::makeCheckpoint);

  private final String name;
  private final Function<T, ArtefactParts> take;
  private final Function<ArtefactParts, T> make;

  private ArtefactKind(
      String name, Function<T, ArtefactParts> take, Function<ArtefactParts, T> make) {
    this.name = name;
    this.take = take;
    this.make = make;
  }

  /**
   * A kind of one's own. What {@code make} refuses with an {@link IllegalArgumentException} is said
   * of the file.
   *
   * @param name what files say: lower case letters, digits and hyphens
   */
  public static <T> ArtefactKind<T> of(
      String name, Function<T, ArtefactParts> take, Function<ArtefactParts, T> make) {
    if (!name.matches("[a-z][a-z0-9-]*")) {
      throw new IllegalArgumentException("not a name of a kind of artefact: '" + name + "'");
    }
    return new ArtefactKind<>(name, take, make);
  }

  /** The name of the kind, as it stands in files. */
  public String name() {
    return name;
  }

  /** The parts by which arrays without a name of their kind are recognized. */
  List<String> mainParts() {
    return switch (name) {
      case "extractor" -> List.of("mean", "P", "H", "lambda");
      case "plda" -> List.of("mean", "F", "W");
      case "two-covariance" -> List.of("mean", "between", "within");
      default -> List.of("kind");
    };
  }

  ArtefactParts take(T value) {
    return take.apply(value);
  }

  T make(ArtefactParts parts) {
    return make.apply(parts);
  }

  private static ArtefactParts take(Checkpoint c) {
    ArtefactParts parts =
        ArtefactParts.empty().put("method", List.of(c.method())).put("notes", c.notes());
    parts.put("objective", c.objective().stream().mapToDouble(v -> v).toArray());
    // In one order, whatever order the map has: the same state gives the same file.
    c.state().keySet().stream().sorted().forEach(k -> parts.put(STATE + k, c.state().get(k)));
    return parts;
  }

  private static Checkpoint makeCheckpoint(ArtefactParts p) {
    Map<String, DoubleMatrix> state = new HashMap<>();
    p.tensors()
        .forEach(
            (key, tensor) -> {
              if (key.startsWith(STATE)) {
                state.put(key.substring(STATE.length()), tensor.values());
              }
            });
    List<Double> objective = Arrays.stream(p.vector("objective")).boxed().toList();
    return new Checkpoint(p.word("method"), state, objective, p.list("notes"));
  }
}
