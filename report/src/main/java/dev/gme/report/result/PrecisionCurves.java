package dev.gme.report.result;

import dev.gme.core.Internal;
import java.util.List;

/**
 * How precisions b spread, and how errors depend on them.
 *
 * @param enrol log10 b of enrolments
 * @param test log10 b of tests, in the same bins
 * @param enrolments how many enrolments the trials have
 * @param tests how many test recordings they have
 * @param groups trials of similar precision, ascending; those without targets or non-targets are
 *     left out
 */
@Internal
public record PrecisionCurves(
    Histogram enrol, Histogram test, int enrolments, int tests, List<Group> groups) {
  public PrecisionCurves {
    groups = List.copyOf(groups);
  }

  /**
   * Trials of similar precision.
   *
   * @param b geometric mean over trials and sides
   * @param figures how good the scores of these trials are
   */
  public record Group(double b, Subsets.SubsetFigures figures) {}
}
