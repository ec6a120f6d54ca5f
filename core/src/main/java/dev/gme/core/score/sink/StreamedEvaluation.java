package dev.gme.core.score.sink;

import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.RocPoint;
import java.util.List;

/**
 * The figures of scores that were not kept: the true ones lie between two known ones. Where scores
 * are in bins, the best case has every target at the upper end of its bin and every non-target at
 * the lower end, and the worst case the other way round; all metrics are monotone in that.
 *
 * @param best no error rate or cost is lower than this (and the area under the curve no larger)
 * @param worst no error rate or cost is higher than this
 * @param det the DET curve of the worst case
 * @param targets how many target trials there are
 * @param nontargets how many non-target trials there are
 * @param isExact whether all scores were kept: best and worst are the same then
 */
public record StreamedEvaluation(
    Metrics best,
    Metrics worst,
    List<RocPoint> det,
    long targets,
    long nontargets,
    boolean isExact) {}
