package dev.gme.benchmarks.suite;

import dev.gme.core.linalg.SgemmProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * The float matrix product of both providers on one thread, and Java's share of OpenBLAS' speed.
 * The two run in turn within one run, so that a busy or throttled machine slows both; the best time
 * of each counts.
 *
 * <pre>{@code
 * List<Measurement> figures = new LinalgBench().run(System.err::println);
 * }</pre>
 */
public final class LinalgBench implements Benchmark {
  /** The tile of the scorer. */
  private static final int M = 512;

  private static final int N = 512;
  private static final int K = 240;

  private final int warmUps;
  private final int rounds;

  /** About two seconds of measuring. */
  public LinalgBench() {
    this(300, 500);
  }

  /**
   * A benchmark with stated counts of products; the compiler needs some hundred before its code is
   * final.
   */
  LinalgBench(int warmUps, int rounds) {
    this.warmUps = warmUps;
    this.rounds = rounds;
  }

  /**
   * Measures and checks that the providers agree.
   *
   * @param progress told what is being done
   * @return speeds in GFLOP/s and, where OpenBLAS is present, their ratio
   */
  @Override
  public List<Measurement> run(Consumer<String> progress) {
    Random random = new Random(1);
    float[] a = uniform(random, M * K);
    float[] b = uniform(random, K * N);
    SgemmProbe java = SgemmProbe.of("java", M, N, K, a, b).orElseThrow();
    Optional<SgemmProbe> openBlas = SgemmProbe.of("native", M, N, K, a, b);
    String size = M + " x " + N + " x " + K + ", one thread: ";
    progress.accept("sgemm " + size + "warming up");
    for (int i = 0; i < warmUps; i++) {
      java.run();
      openBlas.ifPresent(SgemmProbe::run);
    }
    progress.accept("sgemm " + size + "measuring");
    double javaSeconds = Double.POSITIVE_INFINITY;
    double openBlasSeconds = Double.POSITIVE_INFINITY;
    for (int i = 0; i < rounds; i++) {
      javaSeconds = Math.min(javaSeconds, seconds(java));
      if (openBlas.isPresent()) {
        openBlasSeconds = Math.min(openBlasSeconds, seconds(openBlas.get()));
      }
    }
    List<Measurement> out = new ArrayList<>();
    out.add(speed("sgemm_java", javaSeconds, size + java.describe()));
    if (openBlas.isPresent()) {
      checkAgreement(java.result(), openBlas.get().result());
      out.add(speed("sgemm_openblas", openBlasSeconds, size + openBlas.get().describe()));
      out.add(
          Measurement.of(
              "java_sgemm_over_openblas",
              javaSeconds / openBlasSeconds,
              "",
              "time of Java's product over that of OpenBLAS"));
      out.add(
          Measurement.of(
              "java_sgemm_share",
              100 * openBlasSeconds / javaSeconds,
              "%",
              "Java's share of OpenBLAS' speed"));
    }
    return List.copyOf(out);
  }

  private static float[] uniform(Random random, int n) {
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = random.nextFloat() - 0.5f;
    }
    return x;
  }

  private static double seconds(SgemmProbe probe) {
    long start = System.nanoTime();
    probe.run();
    return (System.nanoTime() - start) * 1e-9;
  }

  private static Measurement speed(String name, double seconds, String note) {
    return Measurement.of(name, 2e-9 * M * N * K / seconds, "GFLOP/s", note);
  }

  private static void checkAgreement(float[] x, float[] y) {
    // Each sum has K terms of at most 1/4; its rounding error is at most K ulp(1)/2 times their
    // sum.
    float bound = K * Math.ulp(1f) * K / 4;
    for (int i = 0; i < x.length; i++) {
      if (!(Math.abs(x[i] - y[i]) <= bound)) {
        throw new IllegalStateException(
            "the providers differ at element " + i + ": " + x[i] + " and " + y[i]);
      }
    }
  }
}
