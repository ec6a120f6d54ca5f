package dev.gme.lab.evaluate;

import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.OperatingPoint;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A figure as people read it: its name, with the definition or operating point, and its unit.
 *
 * @param name for tables
 * @param key for JSON
 * @param isPercent whether it is printed in percent; JSON has the plain number always
 * @param value the figure of some metrics
 */
public record Measure(String name, String key, boolean isPercent, ToDoubleFunction<Metrics> value) {
  public static final Measure EER =
      new Measure("EER %, ROC convex hull", "eer_rocch", true, Metrics::eerRocch);
  public static final Measure EER_INTERPOLATED =
      new Measure("EER %, interpolated", "eer_interpolated", true, Metrics::eerInterpolated);
  public static final Measure CLLR = new Measure("Cllr, bits", "cllr", false, Metrics::cllr);
  public static final Measure MIN_CLLR =
      new Measure("min Cllr, bits", "min_cllr", false, Metrics::minCllr);
  public static final Measure CALIBRATION_LOSS =
      new Measure("Cllr - min Cllr, bits", "calibration_loss", false, m -> m.cllr() - m.minCllr());
  public static final Measure AUC = new Measure("area under the ROC", "auc", false, Metrics::auc);

  /** All figures at some operating points and of some evaluations, in the order to print them. */
  public static List<Measure> all(List<OperatingPoint> points, List<CostPreset> presets) {
    List<Measure> out = new ArrayList<>(List.of(EER, EER_INTERPOLATED));
    points.forEach(p -> out.add(minDcf(p)));
    points.forEach(p -> out.add(actDcf(p)));
    presets.stream().filter(CostPreset::isPrimaryCost).forEach(p -> out.add(minCost(p)));
    presets.stream().filter(CostPreset::isPrimaryCost).forEach(p -> out.add(actCost(p)));
    out.addAll(List.of(CLLR, MIN_CLLR, CALIBRATION_LOSS, AUC));
    return List.copyOf(out);
  }

  public static Measure minDcf(OperatingPoint p) {
    return new Measure("minDCF " + text(p), "min_dcf " + text(p), false, m -> m.minDcf(p));
  }

  public static Measure actDcf(OperatingPoint p) {
    return new Measure("actDCF " + text(p), "act_dcf " + text(p), false, m -> m.actDcf(p));
  }

  /** The mean of the minimum DCFs of an evaluation, which for SRE16 is known as Cprm_min. */
  public static Measure minCost(CostPreset p) {
    return new Measure(cost(p, "min"), "min_cost " + p.label(), false, m -> m.minCost(p));
  }

  public static Measure actCost(CostPreset p) {
    return new Measure(cost(p, "act"), "act_cost " + p.label(), false, m -> m.actCost(p));
  }

  private static String cost(CostPreset preset, String which) {
    return (preset.points().equals(OperatingPoint.SRE16) ? "Cprm_" + which : which + " cost")
        + ", "
        + preset.label();
  }

  /** Whether it takes scores at their word. */
  public boolean needsLlrs() {
    return key.equals(CLLR.key) || key.equals(CALIBRATION_LOSS.key) || key.startsWith("act_");
  }

  /** An operating point as {@code --dcf} takes it. */
  public static String text(OperatingPoint p) {
    return plain(p.pTarget()) + ":" + plain(p.cMiss()) + ":" + plain(p.cFa());
  }

  /** A number without needless decimals, as people write it: 0.0001, but 1e-9. */
  public static String plain(double x) {
    if (x == Math.rint(x) && Math.abs(x) < 1e9) {
      return Long.toString((long) x);
    }
    return Math.abs(x) >= 1e-6 && Math.abs(x) < 1e9
        ? BigDecimal.valueOf(x).stripTrailingZeros().toPlainString()
        : Double.toString(x).replace(".0E", "E").replace('E', 'e');
  }

  /** A share of 1 in percent, such as {@code 95 %}. */
  public static String percent(double share) {
    return plain(Math.rint(1e8 * share) / 1e6) + " %";
  }

  /** The figure of some metrics as text. */
  public String text(Metrics m) {
    return text(value.applyAsDouble(m));
  }

  /** A value of this figure, or a difference of two. */
  public String text(double x) {
    return String.format(Locale.ROOT, isPercent ? "%.2f" : "%.3f", isPercent ? 100 * x : x);
  }

  /** For example {@code 12.3, 18.0}: an interval is known to fewer digits than the figure. */
  public String text(Interval i) {
    String pattern = isPercent ? "%.1f, %.1f" : "%.2f, %.2f";
    double unit = isPercent ? 100 : 1;
    return String.format(Locale.ROOT, pattern, unit * i.lo(), unit * i.hi());
  }
}
