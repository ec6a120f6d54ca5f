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
    CountedSteps steps = new CountedSteps(4, said::add, () -> now);
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
}
