package dev.gme.lab.ivector;

import dev.gme.core.metric.Figures;

/**
 * A line of the table of figures.
 *
 * @param trials name of the list
 * @param condition empty for all trials of the list
 */
public record FigureRow(
    String trials, String condition, int targets, int nontargets, String system, Figures figures) {
  static final String HEADER =
      "trials\tcondition\ttargets\tnontargets\tsystem\teer\tcprm_min\tcllr\tmin_cllr";

  /** Whether Cllr means something. */
  public boolean isLlr() {
    return !system.equals(ScoredList.COSINE);
  }

  /** Fields under {@link #HEADER}. */
  String line() {
    return String.join(
        "\t",
        trials,
        condition.isEmpty() ? "all" : condition,
        Integer.toString(targets),
        Integer.toString(nontargets),
        system,
        Double.toString(figures.eer()),
        Double.toString(figures.cprmMin()),
        isLlr() ? Double.toString(figures.cllr()) : "",
        Double.toString(figures.minCllr()));
  }
}
