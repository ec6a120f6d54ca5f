package dev.gme.report.drawing;

import dev.gme.report.text.NumberText;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An axis: its range, what is written along it, and how its values are written.
 *
 * @param label what the axis shows
 * @param scale how values are spread
 * @param lo the value at the left or lower end
 * @param hi the value at the other end; may be less than {@code lo}
 * @param ticks labelled values
 * @param unit whether values are written as they are or in percent
 */
public record Axis(String label, Scale scale, double lo, double hi, List<Tick> ticks, Unit unit) {
  /** How far beyond the ends a value may be drawn, in lengths of the axis: out of sight. */
  private static final double OUT_OF_SIGHT = 1;

  /** How values are written. */
  public enum Unit {
    /** Values as they are, with a few significant digits. */
    PLAIN {
      @Override
      double shown(double value) {
        return value;
      }
    },
    /** A share, in percent. */
    PERCENT {
      @Override
      double shown(double value) {
        return 100 * value;
      }
    };

    abstract double shown(double value);

    String format(double value) {
      return NumberText.shortest(shown(value));
    }
  }

  public Axis {
    ticks = List.copyOf(ticks);
    if (!Double.isFinite(scale.apply(lo)) || !Double.isFinite(scale.apply(hi)) || lo == hi) {
      throw new IllegalArgumentException("no " + scale + " axis goes from " + lo + " to " + hi);
    }
  }

  /** An axis on which equal differences have equal lengths; it may run downwards. */
  public static Axis linear(String label, double lo, double hi) {
    return new Axis(
        label,
        Scale.LINEAR,
        lo,
        hi,
        Ticks.linear(Math.min(lo, hi), Math.max(lo, hi), Unit.PLAIN::format),
        Unit.PLAIN);
  }

  /** Evenly spread shares, written in percent. */
  public static Axis percent(String label, double lo, double hi) {
    return new Axis(
        label, Scale.LINEAR, lo, hi, Ticks.linear(lo, hi, Unit.PERCENT::format), Unit.PERCENT);
  }

  /** Positive values by their logarithm; it may run downwards. */
  public static Axis log(String label, double lo, double hi) {
    return new Axis(
        label,
        Scale.LOG,
        lo,
        hi,
        Ticks.log(Math.min(lo, hi), Math.max(lo, hi), Unit.PLAIN::format),
        Unit.PLAIN);
  }

  /** Values of both signs, nearly linear around 0 and by their logarithm far away. */
  public static Axis asinh(String label, double lo, double hi) {
    return new Axis(
        label, Scale.ASINH, lo, hi, Ticks.asinh(lo, hi, Unit.PLAIN::format), Unit.PLAIN);
  }

  /** Probabilities by their normal deviate, written in percent. */
  public static Axis probit(String label, double lo, double hi) {
    return new Axis(
        label, Scale.PROBIT, lo, hi, Ticks.probit(lo, hi, Unit.PERCENT::format), Unit.PERCENT);
  }

  /** Names at 0, 1, 2, … from the top down, if it is the vertical axis. */
  public static Axis categories(String label, List<String> names) {
    List<Tick> ticks =
        IntStream.range(0, names.size()).mapToObj(i -> new Tick(i, names.get(i))).toList();
    return new Axis(label, Scale.LINEAR, names.size() - 0.5, -0.5, ticks, Unit.PLAIN);
  }

  /** Where a value lies: 0 at the lower end, 1 at the upper one, and a bounded way beyond. */
  double position(double value) {
    double from = scale.apply(lo);
    double share = (scale.apply(value) - from) / (scale.apply(hi) - from);
    return Math.max(-OUT_OF_SIGHT, Math.min(1 + OUT_OF_SIGHT, share));
  }

  String format(double value) {
    return unit.format(value);
  }

  /** A value in the unit in which it is written. */
  double shown(double value) {
    return unit.shown(value);
  }
}
