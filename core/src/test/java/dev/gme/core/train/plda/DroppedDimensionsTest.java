package dev.gme.core.train.plda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DroppedDimensionsTest {

  @Test
  void nothing() {
    assertThat(new DroppedDimensions().notes(7)).isEmpty();
    assertThat(DroppedDimensions.of(new DroppedDimensions().matrix()).notes(7)).isEmpty();
  }

  @Test
  void iterationsInARowAreToldTogether() {
    DroppedDimensions dropped = new DroppedDimensions();
    dropped.add(0, 1);
    dropped.add(1, 2);
    dropped.add(2, 3);
    dropped.add(3, 1);
    dropped.add(7, 4);
    dropped.add(9, 1);
    String note =
        "the speaker dimension is 8 instead of 20: the data do not support more (dropped: 1 at the"
            + " start, 6 in iterations 1 to 3, 4 in iteration 7, 1 in iteration 9)";
    assertThat(dropped.notes(8)).containsExactly(note);
    DroppedDimensions copy = DroppedDimensions.of(dropped.matrix());
    assertThat(copy.notes(8)).containsExactly(note);
    copy.add(10, 1);
    assertThat(copy.notes(7)).singleElement().asString().endsWith("2 in iterations 9 to 10)");
  }
}
