package dev.gme.benchmarks.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CountedStepsTest {
  private long now = 7;

  @Test
  void saysHowMuchIsDoneAndHowLongTheRestTakes() {
    List<String> said = new ArrayList<>();
    CountedSteps steps = new CountedSteps(List.of(1.0, 1.0, 1.0, 1.0), said::add, () -> now);
    steps.accept("seed 1");
    now += 10_000_000_000L;
    steps.accept("seed 2");
    now += 290_000_000_000L;
    steps.accept("seed 3");
    assertThat(said)
        .containsExactly(
            "seed 1 (1 of 4, 0 % done)",
            "seed 2 (2 of 4, 25 % done, about 30 s left)",
            "seed 3 (3 of 4, 50 % done, about 5 min left)");
  }

  @Test
  void stepsMayTakeDifferentTimes() {
    List<String> said = new ArrayList<>();
    CountedSteps steps = new CountedSteps(List.of(1.0, 9.0), said::add, () -> now);
    steps.accept("short");
    now += 2_000_000_000L;
    steps.accept("long");
    assertThat(said)
        .containsExactly("short (1 of 2, 0 % done)", "long (2 of 2, 10 % done, about 18 s left)");
  }
}
