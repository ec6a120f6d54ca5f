package dev.gme.report.result;

import dev.gme.core.Internal;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.report.text.NumberText;

/** Operating points in words. */
@Internal
public final class OperatingPoints {
  private OperatingPoints() {}

  /** Prior and costs; unit costs are understood where nothing is said. */
  public static String text(OperatingPoint point) {
    boolean unitCosts = point.cMiss() == 1 && point.cFa() == 1;
    return "P = " + NumberText.shortest(point.pTarget()) + (unitCosts ? "" : ", " + costs(point));
  }

  /** Prior and both costs, also where these are 1. */
  public static String fullText(OperatingPoint point) {
    return "P = " + NumberText.shortest(point.pTarget()) + ", " + costs(point);
  }

  private static String costs(OperatingPoint point) {
    return "Cmiss = "
        + NumberText.shortest(point.cMiss())
        + ", Cfa = "
        + NumberText.shortest(point.cFa());
  }
}
