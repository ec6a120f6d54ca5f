package dev.gme.report.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.geom.Line2D;
import java.awt.geom.Point2D;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThinningTest {
  private static final double TOLERANCE = 0.15;

  private static List<Point2D.Double> curve(int n) {
    return IntStream.range(0, n)
        .mapToObj(i -> new Point2D.Double(400.0 * i / n, 100 * Math.sin(20.0 * i / n)))
        .toList();
  }

  @Test
  void aStraightLineIsItsEnds() {
    List<Point2D.Double> line =
        IntStream.range(0, 1000).mapToObj(i -> new Point2D.Double(i, 2 * i)).toList();
    assertThat(Thinning.line(line, TOLERANCE).stream()).containsExactly(0, 999);
  }

  @Test
  void everyPointStaysWithinTheTolerance() {
    List<Point2D.Double> points = curve(20_000);
    BitSet keep = Thinning.line(points, TOLERANCE);
    assertThat(keep.cardinality()).isBetween(50, 300);
    int before = 0;
    for (int next = keep.nextSetBit(1); next >= 0; next = keep.nextSetBit(next + 1)) {
      Line2D line = new Line2D.Double(points.get(before), points.get(next));
      for (int i = before; i <= next; i++) {
        assertThat(line.ptSegDist(points.get(i))).isLessThanOrEqualTo(TOLERANCE);
      }
      before = next;
    }
  }

  @Test
  void extremesStay() {
    // Seed 5: noise with one point that stands out on either side.
    Random random = new Random(5);
    List<Point2D.Double> points =
        IntStream.range(0, 5000)
            .mapToObj(
                i -> {
                  double peak = i == 1234 ? 50 : i == 4321 ? -50 : 0;
                  return new Point2D.Double(i * 0.08, peak + random.nextDouble());
                })
            .toList();
    BitSet keep = Thinning.line(points, 2);
    assertThat(keep.get(1234)).isTrue();
    assertThat(keep.get(4321)).isTrue();
    assertThat(keep.cardinality()).isLessThan(20);
  }

  @Test
  void nothingAndOnePointAreKept() {
    assertThat(Thinning.line(List.of(), TOLERANCE).isEmpty()).isTrue();
    assertThat(Thinning.line(curve(1), TOLERANCE).stream()).containsExactly(0);
  }

  @Test
  void spacedPointsKeepTheirDistance() {
    List<Point2D.Double> points = curve(20_000);
    List<Integer> keep = Thinning.spaced(points, 3);
    assertThat(keep).startsWith(0).hasSizeBetween(200, 1000);
    for (int k = 1; k < keep.size(); k++) {
      assertThat(points.get(keep.get(k)).distance(points.get(keep.get(k - 1))))
          .isGreaterThanOrEqualTo(3);
    }
  }
}
