package dev.gme.lab.model;

import dev.gme.core.model.Pipeline;
import dev.gme.core.train.adapt.ModelChange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A model adapted to vectors of a new domain, and what that changed.
 *
 * @param model the adapted one
 * @param method the way that was taken
 * @param vectors how many there were
 * @param change what moved
 * @param notes what the user should know, one sentence each
 */
public record AdaptedModel(
    Pipeline model, AdaptationMethod method, long vectors, ModelChange change, List<String> notes) {
  public AdaptedModel {
    notes = List.copyOf(notes);
  }

  /** The model as it was, which stays so for a reason that the notes say. */
  static AdaptedModel unchanged(Pipeline model, long vectors, List<String> notes) {
    return new AdaptedModel(
        model,
        AdaptationMethod.AUTO,
        vectors,
        ModelChange.between(model.extractor(), model.extractor()),
        notes);
  }

  /** Whether the noise is as it was. */
  public boolean keepsNoise() {
    return change.kappa() == 1;
  }

  AdaptedModel withNotes(List<String> other) {
    return new AdaptedModel(model, method, vectors, change, other);
  }

  /** What changed, for programs. */
  public Map<String, Object> figures() {
    ModelChange.Figures before = change.before();
    ModelChange.Figures after = change.after();
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("method", method.toString());
    out.put("vectors", vectors);
    out.put("mean_shift", change.meanShift());
    out.put("mean_shift_in_deviations", change.meanShiftInDeviations());
    out.put("within_before", before.within());
    out.put("within_after", after.within());
    out.put("between_before", before.between());
    out.put("between_after", after.between());
    out.put("lambda_before", before.meanLambda());
    out.put("lambda_after", after.meanLambda());
    out.put("kappa", change.kappa());
    out.put("speaker_dimension_before", before.speakerDimension());
    out.put("speaker_dimension_after", after.speakerDimension());
    out.put("nu_before", before.nu());
    out.put("nu_after", after.nu());
    out.put("notes", notes);
    return out;
  }

  /** What changed, for people. */
  @Override
  public String toString() {
    ModelChange.Figures before = change.before();
    ModelChange.Figures after = change.after();
    String nu =
        before.nu() == after.nu()
            ? ""
            : String.format(Locale.ROOT, "; nu %.3g before, %.3g after", before.nu(), after.nu());
    return String.format(
        Locale.ROOT,
        "%d vectors, by %s: the mean moved by %.4g (%.2g standard deviations); noise variance %.5g before,"
            + " %.5g after (kappa %.3g); speaker variance %.5g before, %.5g after; mean lambda %.4g"
            + " before, %.4g after%s",
        vectors,
        method,
        change.meanShift(),
        change.meanShiftInDeviations(),
        before.within(),
        after.within(),
        change.kappa(),
        before.between(),
        after.between(),
        before.meanLambda(),
        after.meanLambda(),
        nu);
  }
}
