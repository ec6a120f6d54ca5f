package dev.gme.lab.model;

import dev.gme.core.metric.MetricSummary;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What trials say of an adaptation.
 *
 * @param model the model to use: the adapted one, or the start
 * @param isAdapted whether it is adapted
 * @param figures before and after, on speakers held out
 * @param tried the figures of all that was tried, by its name; what was chosen by them looks better
 *     there than it is
 */
public record AdaptationVerdict(
    AdaptedModel model,
    boolean isAdapted,
    AdaptationFigures figures,
    Map<String, MetricSummary> tried) {
  public AdaptationVerdict {
    tried = Collections.unmodifiableMap(new LinkedHashMap<>(tried));
  }
}
