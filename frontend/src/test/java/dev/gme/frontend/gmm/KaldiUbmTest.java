package dev.gme.frontend.gmm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.kaldi.KaldiPosteriors;
import dev.gme.frontend.gmm.GmmUpdate.Part;
import dev.gme.frontend.kaldi.KaldiCase;
import dev.gme.frontend.kaldi.KaldiGroupTest;
import dev.gme.frontend.kaldi.KaldiModels;
import dev.gme.frontend.kaldi.KaldiTables;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every case of shared/kaldi-samples/ubm. */
class KaldiUbmTest extends KaldiGroupTest {
  KaldiUbmTest() {
    super("ubm");
  }

  @Override
  protected void run(KaldiCase c) {
    switch (c.kind()) {
      // The start is random: read only.
      case "gmm-init" -> KaldiModels.check(c, KaldiModels.diagonal(c.output("means")));
      case "gmm-copy" -> KaldiModels.check(c, KaldiModels.diagonal(c.input("model")));
      case "gmm-acc" -> accumulate(c);
      case "gmm-est" ->
          KaldiModels.check(
              c,
              update(c, "min-variance")
                  .apply(
                      KaldiModels.diagonal(c.input("model")),
                      KaldiModels.statistics(c.input("acc"))));
      case "gselect" -> select(c);
      case "gmm-loglike" -> logLikelihoods(c, KaldiModels.diagonal(c.input("model")));
      case "fullgmm-loglike" -> logLikelihoods(c, KaldiModels.full(c.input("model")));
      case "gmm-post" ->
          posteriors(c, Alignment.of(KaldiModels.diagonal(c.input("model")), pruning(c, true)));
      case "fullgmm-post" -> posteriors(c, full(c, pruning(c, false)));
      case "gmm-to-fullgmm" ->
          KaldiModels.check(c, KaldiModels.diagonal(c.input("model")).toFull());
      case "fullgmm-to-gmm" ->
          KaldiModels.check(c, KaldiModels.full(c.input("model")).toDiagonal());
      case "fullgmm-em" -> fullEm(c);
      default -> throw new AssertionError("a kind that is not known: " + c.kind());
    }
  }

  private static Pruning pruning(KaldiCase c, boolean relativeFirst) {
    return new Pruning(c.integer("n"), c.number("min-post"), relativeFirst);
  }

  private static Alignment full(KaldiCase c, Pruning pruning) {
    return Alignment.of(
        KaldiModels.full(c.input("model")),
        KaldiModels.diagonal(c.input("gselect_model")),
        pruning);
  }

  private static GmmUpdate update(KaldiCase c, String varianceFloor) {
    assertThat(c.integer("mix-up")).as("splitting, which is random").isZero();
    return new GmmUpdate(
        c.number("min-gaussian-weight"),
        c.number("min-gaussian-occupancy"),
        c.number(varianceFloor),
        c.kind().startsWith("full") ? c.number("max-condition") : 1e4,
        c.flag("remove-low-count-gaussians"),
        parts(c.text("update-flags")));
  }

  private static Set<Part> parts(String flags) {
    Map<Integer, Part> letters =
        Map.of((int) 'm', Part.MEANS, (int) 'v', Part.VARIANCES, (int) 'w', Part.WEIGHTS);
    return flags.chars().mapToObj(letters::get).collect(Collectors.toSet());
  }

  /** All frames of all utterances. */
  private static FloatMatrix frames(KaldiCase c) {
    Map<String, FloatMatrix> all = KaldiTables.frames(c.input("feats"));
    int d = all.values().iterator().next().cols();
    int n = all.values().stream().mapToInt(FloatMatrix::rows).sum();
    float[] x = new float[n * d];
    int at = 0;
    for (FloatMatrix m : all.values()) {
      System.arraycopy(m.array(), 0, x, at, m.array().length);
      at += m.array().length;
    }
    return FloatMatrix.wrap(n, d, x);
  }

  private static void accumulate(KaldiCase c) {
    c.ignore("update-flags"); // which of the statistics are gathered: here always all
    DiagonalGmm model = KaldiModels.diagonal(c.input("model"));
    FloatMatrix frames = frames(c);
    GmmStatistics expected = KaldiModels.statistics(c.output("occupancy"));
    Alignment alignment = Alignment.of(model, Pruning.none());
    FramePosteriors p;
    if (c.input("gselect") == null) {
      p = alignment.posteriors(frames);
    } else {
      int[][] chosen = chosenOf(c);
      p = c.hasKnownBug() ? imitation(model, frames, chosen) : alignment.posteriors(frames, chosen);
    }
    GmmStatistics found = GmmStatistics.gather(model, frames, p, 2);
    c.check("occupancy", expected.counts(), found.counts());
    c.check("mean_acc", expected.sums().array(), found.sums().array());
    c.check("var_acc", expected.secondMoments().array(), found.secondMoments().array());
    if (c.hasKnownBug()) {
      double[] right =
          GmmStatistics.gather(model, frames, alignment.posteriors(frames, chosenOf(c)), 0)
              .counts();
      double largest = 0;
      for (int i = 0; i < right.length; i++) {
        largest = Math.max(largest, Math.abs(right[i] - expected.counts()[i]));
      }
      // Ours are right, and so not Kaldi's.
      assertThat(largest).isPositive();
    }
  }

  private static int[][] chosenOf(KaldiCase c) {
    return KaldiTables.selections(c.input("gselect")).values().stream()
        .flatMap(Arrays::stream)
        .toArray(int[][]::new);
  }

  /** Kaldi's error: a list that looks like a range by its ends is taken for one. */
  private static FramePosteriors imitation(DiagonalGmm model, FloatMatrix frames, int[][] chosen) {
    int c = model.components();
    double[] l = model.logLikelihoods(frames.toDoubles()).array();
    double[][] values = new double[chosen.length][];
    for (int t = 0; t < chosen.length; t++) {
      int[] list = chosen[t];
      boolean range = list[list.length - 1] - list[0] + 1 == list.length;
      values[t] = new double[list.length];
      for (int i = 0; i < list.length; i++) {
        values[t][i] = l[t * c + (range ? list[0] + i : list[i])];
      }
      Softmax.normalize(values[t], 0, list.length);
    }
    return FramePosteriors.of(chosen, values);
  }

  private static void select(KaldiCase c) {
    Alignment alignment =
        Alignment.of(KaldiModels.diagonal(c.input("model")), new Pruning(c.integer("n"), 0, false));
    Map<String, double[]> found = new LinkedHashMap<>();
    KaldiTables.frames(c.input("feats"))
        .forEach((key, frames) -> found.put(key, flat(alignment.select(frames))));
    Map<String, double[]> expected = new LinkedHashMap<>();
    KaldiTables.selections(c.output("gselect"))
        .forEach((key, lists) -> expected.put(key, flat(lists)));
    c.checkVectors("gselect", expected, found);
  }

  private static double[] flat(int[][] lists) {
    return Arrays.stream(lists).flatMapToInt(Arrays::stream).asDoubleStream().toArray();
  }

  private static void logLikelihoods(KaldiCase c, GaussianMixture model) {
    boolean average = c.flag("average");
    Map<String, double[]> found = new LinkedHashMap<>();
    KaldiTables.frames(c.input("feats"))
        .forEach(
            (key, frames) -> {
              double[] l = model.logDensities(frames.toDoubles());
              double mean = Arrays.stream(l).average().orElseThrow();
              found.put(key, average ? new double[] {mean} : l);
            });
    c.checkVectors(
        "loglikes",
        average
            ? KaldiTables.numbers(c.output("loglikes"))
            : KaldiTables.vectors(c.output("loglikes")),
        found);
  }

  private static void posteriors(KaldiCase c, Alignment alignment) {
    Map<String, KaldiPosteriors> expected = KaldiTables.posteriors(c.output("indices"));
    Map<String, FloatMatrix> frames = KaldiTables.frames(c.input("feats"));
    assertThat(frames.keySet()).isEqualTo(expected.keySet());
    Stream.Builder<int[]> indices = Stream.builder();
    Stream.Builder<double[]> values = Stream.builder();
    frames.forEach(
        (key, m) -> {
          FramePosteriors p = alignment.posteriors(m);
          for (int t = 0; t < p.frames(); t++) {
            indices.add(p.components(t));
            values.add(p.values(t));
          }
        });
    c.check(
        "indices",
        flat(
            expected.values().stream()
                .flatMap(p -> Arrays.stream(p.components()))
                .toArray(int[][]::new)),
        flat(indices.build().toArray(int[][]::new)));
    c.check(
        "posteriors",
        expected.values().stream().flatMap(p -> Arrays.stream(p.values())).toArray(double[][]::new),
        values.build().toArray(double[][]::new));
  }

  private static void fullEm(KaldiCase c) {
    FullGmm model = KaldiModels.full(c.input("model"));
    DoubleMatrix frames = frames(c).toDoubles();
    FramePosteriors p = full(c, new Pruning(c.integer("n"), 0, false)).posteriors(frames);
    GmmStatistics s = GmmStatistics.gather(model, frames, p, 2);
    KaldiModels.check(c, update(c, "variance-floor").apply(model, s));
  }
}
