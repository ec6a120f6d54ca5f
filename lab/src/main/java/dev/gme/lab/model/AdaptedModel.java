package dev.gme.lab.model;

import dev.gme.core.model.Pipeline;
import dev.gme.core.train.plda.PldaAdaptation;
import dev.gme.formats.LabelledVectors;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A PLDA model adapted to vectors of a new domain, and what that changed.
 *
 * <pre>{@code
 * AdaptedModel adapted =
 *     AdaptedModel.of(model, vectors, PldaAdaptation.Options.DEFAULT);
 * System.out.println(adapted);
 * }</pre>
 *
 * @param model the adapted one
 * @param result what the adaptation found
 */
public record AdaptedModel(Pipeline model, PldaAdaptation.Result result) {
  /** Adapts a model; refuses vectors of another dimension and vectors that are not finite. */
  public static AdaptedModel of(
      Pipeline before, LabelledVectors vectors, PldaAdaptation.Options options) {
    PldaAdaptation.Result result =
        new PldaAdaptation(options)
            .adapt(
                before, vectors.requireFinite().requireDimension(before.inputDimension()).rows());
    return new AdaptedModel(
        before.withExtractor(result.extractor(before.extractor().nu())), result);
  }

  /** What changed, for programs. */
  public Map<String, Object> figures() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("vectors", result.vectors());
    out.put("mean_shift", result.meanShift());
    out.put("directions", result.directions());
    out.put("within_before", result.withinBefore());
    out.put("within_after", result.withinAfter());
    out.put("between_before", result.betweenBefore());
    out.put("between_after", result.betweenAfter());
    return out;
  }

  /** What changed, for people. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d vectors: the mean moved by %.4g; %d of %d directions vary more than expected; noise"
            + " variance %.5g before, %.5g after; speaker variance %.5g before, %.5g after",
        result.vectors(),
        result.meanShift(),
        result.directions(),
        model.extractor().inputDimension(),
        result.withinBefore(),
        result.withinAfter(),
        result.betweenBefore(),
        result.betweenAfter());
  }
}
