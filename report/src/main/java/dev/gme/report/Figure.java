package dev.gme.report;

import dev.gme.core.metric.Interval;
import dev.gme.core.metric.Metrics;
import dev.gme.report.result.SystemResult;
import dev.gme.report.text.NumberText;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * A figure of the page's tables and how it is shown.
 *
 * @param label the head of its column
 * @param value of a system
 * @param metric the same of a bootstrap replicate; empty if there are no intervals
 * @param isDefined for which systems it makes sense
 * @param isDoubtful whether it rests on too few errors
 * @param unit how it is written
 * @param sign 1 if lower is better, −1 if higher is
 */
record Figure(
    String label,
    ToDoubleFunction<SystemResult> value,
    Optional<ToDoubleFunction<Metrics>> metric,
    Predicate<SystemResult> isDefined,
    Predicate<SystemResult> isDoubtful,
    Unit unit,
    int sign) {
  /** How figures are written. */
  enum Unit {
    PLAIN(1, 3),
    PERCENT(100, 2),
    COUNT(1, 0);

    final double factor;

    /** Behind the point, where nothing says how well a figure is known. */
    final int digits;

    Unit(double factor, int digits) {
      this.factor = factor;
      this.digits = digits;
    }
  }

  /** A figure that replicates have, too. */
  static Figure of(String label, ToDoubleFunction<Metrics> metric) {
    return new Figure(
        label,
        s -> metric.applyAsDouble(s.metrics()),
        Optional.of(metric),
        s -> true,
        s -> false,
        Unit.PLAIN,
        1);
  }

  /** A figure without intervals. */
  static Figure ofSystem(String label, ToDoubleFunction<SystemResult> value) {
    return new Figure(label, value, Optional.empty(), s -> true, s -> false, Unit.PLAIN, 1);
  }

  /** A number of things, which is neither good nor bad. */
  static Figure count(String label, ToDoubleFunction<SystemResult> value) {
    return new Figure(label, value, Optional.empty(), s -> true, s -> false, Unit.COUNT, 1);
  }

  Figure percent() {
    return new Figure(label, value, metric, isDefined, isDoubtful, Unit.PERCENT, sign);
  }

  Figure higherIsBetter() {
    return new Figure(label, value, metric, isDefined, isDoubtful, unit, -1);
  }

  Figure onlyLlrs() {
    Predicate<SystemResult> llrs = SystemResult::scoresAreLlrs;
    return new Figure(label, value, metric, llrs, isDoubtful, unit, sign);
  }

  Figure doubtfulIf(Predicate<SystemResult> doubtful) {
    return new Figure(label, value, metric, isDefined, doubtful, unit, sign);
  }

  double of(SystemResult system) {
    return value.applyAsDouble(system);
  }

  Optional<Interval> interval(SystemResult system) {
    return metric.flatMap(system::interval);
  }

  /** The figure of a system with as many digits as its interval warrants. */
  String text(SystemResult system) {
    double x = of(system);
    return text(x, interval(system).map(this::digits).orElseGet(() -> digits(x)));
  }

  /** The ends of an interval, such as {@code 1.62 to 3.01}. */
  String text(Interval i) {
    return text(i.lo(), digits(i)) + " to " + text(i.hi(), digits(i));
  }

  /** A difference of two systems, with its sign. */
  String signed(double difference, Interval i) {
    return NumberText.signed(unit.factor * difference, digits(i));
  }

  /** The ends of the interval of a difference. */
  String signed(Interval i) {
    return signed(i.lo(), i) + " to " + signed(i.hi(), i);
  }

  private String text(double x, int digits) {
    return unit == Unit.COUNT
        ? NumberText.count((long) x)
        : NumberText.fixed(unit.factor * x, digits);
  }

  private int digits(Interval i) {
    return NumberText.digits(unit.factor * i.lo(), unit.factor * i.hi());
  }

  private int digits(double x) {
    return unit == Unit.PLAIN && Math.abs(x) >= 10 ? 1 : unit.digits;
  }
}
