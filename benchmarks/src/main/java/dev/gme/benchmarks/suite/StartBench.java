package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Scoring once, in a process of its own, by default and exactly: lists and squares of 10³ to 10⁶
 * trials at d = 200, processor time from start to end. Beside the ratios are those of tiles, which
 * show from how many trials on they pay.
 */
public final class StartBench implements Benchmark {
  /** Other processes disturb processor time too: the least of so many runs is taken. */
  private static final int ROUNDS = 3;

  private final int[] sizes;
  private final int rounds;

  public StartBench() {
    this(ROUNDS, 1_000, 10_000, 100_000, 1_000_000);
  }

  StartBench(int rounds, int... sizes) {
    this.rounds = rounds;
    this.sizes = sizes;
  }

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    List<Measurement> out = new ArrayList<>();
    for (int trials : sizes) {
      Map<String, Double> details = new LinkedHashMap<>();
      double worst = 0;
      for (ScoreOnce.Form form : ScoreOnce.Form.values()) {
        String name = form.name().toLowerCase(Locale.ROOT);
        progress.accept(String.format(Locale.ROOT, "a %s of %,d trials", name, trials));
        Map<ScoreOnce.Way, Double> best = best(form, trials);
        double exact = best.get(ScoreOnce.Way.EXACT);
        double ratio = best.get(ScoreOnce.Way.DEFAULT) / exact;
        worst = Math.max(worst, ratio);
        details.put(name, ratio);
        details.put(name + "_tiles", best.get(ScoreOnce.Way.TILES) / exact);
        details.put(name + "_exact_seconds", exact);
      }
      out.add(
          Measurement.ratio(
                  "tiles_over_exact_1e" + Math.round(Math.log10(trials)),
                  worst,
                  1,
                  "the default over exact scores, a process each, list or square: the worse")
              .with(details));
    }
    return out;
  }

  /** The least time of each way, all of them in turn. */
  private Map<ScoreOnce.Way, Double> best(ScoreOnce.Form form, int trials) {
    Map<ScoreOnce.Way, Double> best = new EnumMap<>(ScoreOnce.Way.class);
    for (int round = 0; round < rounds; round++) {
      for (ScoreOnce.Way way : ScoreOnce.Way.values()) {
        best.merge(way, seconds(form, trials, way), Math::min);
      }
    }
    return best;
  }

  private static double seconds(ScoreOnce.Form form, int trials, ScoreOnce.Way way) {
    try {
      Path time = Files.createTempFile("gme-bench-start", ".txt");
      ChildJvm.run(
          List.of(),
          ScoreOnce.class,
          form.name(),
          Integer.toString(trials),
          way.name(),
          time.toString());
      String text = Files.readString(time);
      Files.delete(time);
      return Double.parseDouble(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
