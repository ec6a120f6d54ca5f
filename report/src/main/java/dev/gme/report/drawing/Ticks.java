package dev.gme.report.drawing;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.DoubleFunction;

/** Round values for axes. */
final class Ticks {
  /** About so many are wanted on a linear axis. */
  private static final int WANTED = 6;

  /** Labels nearer than this share of the axis would touch. */
  private static final double MIN_DISTANCE = 0.065;

  /** The same of labels with a sign and several digits. */
  private static final double MIN_DISTANCE_OF_LONG = 0.12;

  /** A tolerance in steps: an end that misses a round value by less has a tick. */
  private static final double ROUNDING = 1e-6;

  private static final double[] PROBIT = {
    1e-6, 1e-5, 1e-4, 1e-3, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8,
    0.9, 0.95, 0.98, 0.99, 0.999, 0.9999
  };

  private Ticks() {}

  /** Multiples of 1, 2 or 5 times a power of ten. */
  static List<Tick> linear(double lo, double hi, DoubleFunction<String> label) {
    double step = roundStep((hi - lo) / WANTED);
    double first = Math.ceil(lo / step - ROUNDING);
    int count = (int) Math.floor(hi / step - first + ROUNDING) + 1;
    List<Tick> out = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // Multiplied, not summed up, so that 0.30000000000000004 does not arise; never -0.
      double value = (first + i) * step + 0.0;
      out.add(new Tick(value, label.apply(value)));
    }
    return out;
  }

  private static double roundStep(double step) {
    double power = Math.pow(10, Math.floor(Math.log10(step)));
    double digits = step / power;
    return power * (digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 5 ? 5 : 10);
  }

  /** Powers of ten; 2 and 5 times them as well where few powers lie in the range. */
  static List<Tick> log(double lo, double hi, DoubleFunction<String> label) {
    double decades = Math.log10(hi) - Math.log10(lo);
    double[] digits = decades < 3 ? new double[] {1, 2, 5} : new double[] {1};
    int every = (int) Math.ceil(decades / (2 * WANTED));
    List<Tick> out = new ArrayList<>();
    for (int e = (int) Math.floor(Math.log10(lo)); e <= Math.log10(hi); e += every) {
      for (double digit : digits) {
        double value = digit * Math.pow(10, e);
        if (value >= lo && value <= hi) {
          out.add(new Tick(value, label.apply(value)));
        }
      }
    }
    return out;
  }

  /** 0 and multiples of powers of ten by 1, 2 and 5, from 0 outwards, as many as have room. */
  static List<Tick> asinh(double lo, double hi, DoubleFunction<String> label) {
    double from = Scale.ASINH.apply(lo);
    double length = Scale.ASINH.apply(hi) - from;
    TreeMap<Double, Tick> out = new TreeMap<>();
    for (int sign : new int[] {1, -1}) {
      double last = Double.NaN;
      for (double value = 0; Math.abs(value) <= 1e300; value = next(value, sign)) {
        double position = (Scale.ASINH.apply(value) - from) / length;
        boolean hasRoom = !(Math.abs(position - last) < MIN_DISTANCE_OF_LONG);
        if (value >= lo && value <= hi && hasRoom) {
          out.put(value, new Tick(value, label.apply(value)));
          last = position;
        }
      }
    }
    return List.copyOf(out.values());
  }

  /** 0, 1, 2, 5, 10, 20, 50, … or the same below 0. */
  private static double next(double value, int sign) {
    if (value == 0) {
      return sign;
    }
    double power = Math.pow(10, Math.floor(Math.log10(Math.abs(value)) + ROUNDING));
    double digit = Math.rint(Math.abs(value) / power);
    return sign * power * (digit == 1 ? 2 : digit == 2 ? 5 : 10);
  }

  /** Usual probabilities, as many as have room. */
  static List<Tick> probit(double lo, double hi, DoubleFunction<String> label) {
    double from = Scale.PROBIT.apply(lo);
    double length = Scale.PROBIT.apply(hi) - from;
    List<Tick> out = new ArrayList<>();
    double last = Double.NEGATIVE_INFINITY;
    for (double p : PROBIT) {
      double position = (Scale.PROBIT.apply(p) - from) / length;
      if (p >= lo && p <= hi && position - last >= MIN_DISTANCE) {
        out.add(new Tick(p, label.apply(p)));
        last = position;
      }
    }
    return out;
  }
}
