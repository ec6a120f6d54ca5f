package dev.gme.benchmarks.suite;

import java.util.List;
import java.util.function.Consumer;

/** Some measurements that belong together; ratios are always of times from one run. */
public interface Benchmark {
  /**
   * Measures, which takes up to some minutes.
   *
   * @param progress told what is being done
   */
  List<Measurement> run(Consumer<String> progress);
}
