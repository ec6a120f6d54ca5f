package dev.gme.lab.model;

import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.Pipeline;
import dev.gme.core.score.CalibratedModel;
import dev.gme.core.train.adapt.DomainCheck;
import dev.gme.core.train.data.TrainingData;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Provenance;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether vectors look like those that a model was made for, with what the model's file says of its
 * training.
 *
 * <pre>{@code
 * DomainFindings.of(model, file.provenance(), vectors)
 *     .flatMap(DomainCheck::warning)
 *     .ifPresent(System.err::println);
 * }</pre>
 */
public final class DomainFindings {
  /** In a model's provenance: training recordings less speakers. */
  private static final String FREEDOM = "noise-freedom";

  private DomainFindings() {}

  /** What a model's provenance keeps of its training data. */
  public static Map<String, String> kept(TrainingData data) {
    return Map.of(FREEDOM, Long.toString(Math.round(data.totalWeight()) - data.speakers()));
  }

  /** The same, from the model that another was made of, where its noise is as it was. */
  public static Map<String, String> kept(Provenance of) {
    String value = of.parameters().get(FREEDOM);
    return value == null ? Map.of() : Map.of(FREEDOM, value);
  }

  /** What a model finds; empty where it has no directions without speakers. */
  public static Optional<DomainCheck> of(
      Pipeline model, Provenance provenance, LabelledVectors vectors) {
    return DomainCheck.of(model, vectors.rows(), freedom(provenance));
  }

  /** What to tell users of vectors that look like another domain, with the remedy. */
  public static Optional<String> warning(
      Pipeline model, Provenance provenance, LabelledVectors vectors) {
    return of(model, provenance, vectors)
        .flatMap(DomainCheck::warning)
        .map(w -> w + "; " + DomainCheck.help());
  }

  /**
   * What to tell users whose recordings are unlike those that the model's calibration was trained
   * on, where the model knows these.
   */
  public static Optional<String> unlike(CalibratedModel model, RowSource vectors) {
    if (model.trainedOn().isEmpty()) {
      return Optional.empty();
    }
    double[] q = model.pipeline().q(vectors);
    return model.trainedOn().get().isUnlike(q)
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "training speakers do not represent these %d recordings: held out, theirs had less"
                    + " noise in %.0f %% of comparisons (50 if alike), so calibrated scores may be"
                    + " far off; calibrate on trials of such recordings, for which a few labelled speakers"
                    + " can be enough",
                q.length,
                100 * model.trainedOn().get().shareBelow(q)))
        : Optional.empty();
  }

  /** What a model finds that was trained on these data. */
  public static Optional<DomainCheck> of(
      Pipeline model, TrainingData training, LabelledVectors vectors) {
    return DomainCheck.of(
        model, vectors.rows(), OptionalDouble.of(training.totalWeight() - training.speakers()));
  }

  private static OptionalDouble freedom(Provenance provenance) {
    String value = provenance.parameters().get(FREEDOM);
    return value == null || !value.matches("[0-9]{1,15}")
        ? OptionalDouble.empty()
        : OptionalDouble.of(Double.parseDouble(value));
  }

  /** A check as facts of a file. */
  public static Map<String, Object> facts(DomainCheck check) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("unusual recordings", check.unusual());
    out.put("common shift", check.shift());
    out.put("another domain", check.isAnotherDomain());
    check
        .warning()
        .ifPresent(
            w -> {
              out.put("warning", w);
              out.put("help", DomainCheck.help());
            });
    return out;
  }
}
