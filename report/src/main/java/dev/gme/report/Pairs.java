package dev.gme.report;

import dev.gme.core.GmeException;
import dev.gme.core.metric.Bootstrap;
import dev.gme.core.metric.Comparison;
import dev.gme.core.metric.Interval;
import dev.gme.report.result.SystemResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Systems compared with each other, by the same draws of speakers (docs/math.md 7.7). */
final class Pairs {
  private final List<SystemResult> systems;
  private final boolean isPaired;

  Pairs(List<SystemResult> systems) {
    this.systems = systems;
    Optional<Bootstrap> first = systems.get(0).bootstrap();
    isPaired =
        systems.size() > 1
            && first.isPresent()
            && systems.stream()
                .allMatch(s -> s.bootstrap().filter(first.get()::isPairedWith).isPresent());
  }

  /** Whether there is anything to say: several systems with intervals, on the same trials. */
  boolean isPaired() {
    return isPaired;
  }

  /** The interval of a figure of one system less that of another; empty if it is undefined. */
  Optional<Interval> difference(Figure figure, int i, int j) {
    SystemResult a = systems.get(i);
    SystemResult b = systems.get(j);
    if (!isPaired
        || figure.metric().isEmpty()
        || !figure.isDefined().test(a)
        || !figure.isDefined().test(b)) {
      return Optional.empty();
    }
    try {
      Comparison comparison = Comparison.of(a.bootstrap().get(), b.bootstrap().get());
      return Optional.of(comparison.interval(figure.metric().get()));
    } catch (GmeException bothAreInfinite) {
      return Optional.empty();
    }
  }

  /** The system with the best value, the first of equal ones; −1 if no system has one. */
  int best(Figure figure) {
    int best = -1;
    for (int i = 0; i < systems.size(); i++) {
      if (figure.isDefined().test(systems.get(i))
          && (best < 0 || isBetter(figure, systems.get(i), systems.get(best)))) {
        best = i;
      }
    }
    return best;
  }

  private static boolean isBetter(Figure figure, SystemResult a, SystemResult b) {
    return figure.sign() * figure.of(a) < figure.sign() * figure.of(b);
  }

  /** Whether a system is better than every other one, by the interval of each difference. */
  boolean isClearlyBest(Figure figure, int i) {
    return isPaired
        && i == best(figure)
        && IntStream.range(0, systems.size())
            .filter(j -> j != i && figure.isDefined().test(systems.get(j)))
            .allMatch(j -> difference(figure, i, j).filter(d -> !d.contains(0)).isPresent());
  }
}
