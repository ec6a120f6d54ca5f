package dev.gme.frontend.gmm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** What EM promises of its objective. */
public final class Objectives {
  private Objectives() {}

  /** No iteration makes it smaller, but for rounding. */
  public static void rise(List<Double> objective, double rounding) {
    for (int i = 1; i < objective.size(); i++) {
      assertThat(objective.get(i)).isGreaterThanOrEqualTo(objective.get(i - 1) - rounding);
    }
  }
}
