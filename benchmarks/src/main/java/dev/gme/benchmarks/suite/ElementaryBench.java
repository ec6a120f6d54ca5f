package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.Stopwatch;
import dev.gme.core.linalg.VectorMath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;

/** The vectorized elementary functions on one thread, on data that its cache holds. */
public final class ElementaryBench implements Benchmark {
  private static final int N = 4096;
  private static final int REPEATS = 200;
  private static final int ROUNDS = 15;

  private interface OnFloats {
    void run(int n, float[] x, int xOff, float[] y, int yOff);
  }

  private interface OnDoubles {
    void run(int n, double[] x, int xOff, double[] y, int yOff);
  }

  private final float[] x = new float[N];
  private final float[] y = new float[N];
  private final double[] xd = new double[N];
  private final double[] yd = new double[N];

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    for (int i = 0; i < N; i++) {
      x[i] = 0.01f + 12f * i / N;
      xd[i] = x[i];
    }
    List<Measurement> out = new ArrayList<>();
    progress.accept("elementary functions, one thread: measuring");
    measure(out, "exp", VectorMath::exp, VectorMath::exp, Math::exp);
    measure(out, "log", VectorMath::log, VectorMath::log, Math::log);
    measure(out, "log1p", VectorMath::log1p, VectorMath::log1p, Math::log1p);
    measure(
        out,
        "softplus",
        VectorMath::softplus,
        VectorMath::softplus,
        v -> Math.max(v, 0) + Math.log1p(Math.exp(-Math.abs(v))));
    measure(out, "sigmoid", VectorMath::sigmoid, VectorMath::sigmoid, v -> 1 / (1 + Math.exp(-v)));
    return out;
  }

  private void measure(
      List<Measurement> out, String name, OnFloats f, OnDoubles d, DoubleUnaryOperator plain) {
    double floats = nanos(() -> f.run(N, x, 0, y, 0));
    double doubles = nanos(() -> d.run(N, xd, 0, yd, 0));
    double loop =
        nanos(
            () -> {
              for (int i = 0; i < N; i++) {
                yd[i] = plain.applyAsDouble(xd[i]);
              }
            });
    out.add(
        Measurement.of(
            name + "_float",
            floats,
            "ns",
            String.format(
                Locale.ROOT, "an element; %.1f times the speed of java.lang.Math", loop / floats)));
    out.add(
        Measurement.of(
            name + "_double",
            doubles,
            "ns",
            String.format(
                Locale.ROOT,
                "an element; %.1f times the speed of java.lang.Math",
                loop / doubles)));
  }

  private static double nanos(Runnable once) {
    Runnable work =
        () -> {
          for (int i = 0; i < REPEATS; i++) {
            once.run();
          }
        };
    return Stopwatch.best(ROUNDS, work) * 1e9 / REPEATS / N;
  }
}
