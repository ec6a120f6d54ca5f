package dev.gme.report.result;

import dev.gme.core.Internal;
import dev.gme.core.metric.Interval;
import java.util.Optional;

/**
 * The errors of the trials that have one value of a condition.
 *
 * @param condition name of the condition
 * @param value its value
 * @param leftOut how many rarer values of the condition are not shown
 * @param figures of these trials; empty if they lack targets or non-targets
 * @param eerInterval where intervals were asked for and there are speakers enough
 */
@Internal
public record ConditionResult(
    String condition,
    String value,
    int leftOut,
    Optional<Subsets.SubsetFigures> figures,
    Optional<Interval> eerInterval) {}
