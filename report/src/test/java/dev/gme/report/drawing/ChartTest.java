package dev.gme.report.drawing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gme.core.GmeException;
import dev.gme.report.Xml;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Charts as SVG and PNG files. */
class ChartTest {
  private static final String HOSTILE = "<b onload=\"x\">&'</b>";

  /** A chart with every kind of mark; all text is hostile. */
  private static Chart chart() {
    List<Point> parabola =
        IntStream.rangeClosed(0, 1000)
            .mapToObj(i -> new Point(i / 500.0, i / 500.0 * (i / 500.0), "n" + i))
            .toList();
    List<Point> bars = List.of(Point.of(0.25, 1), Point.of(0.75, 3));
    return Chart.of("all", HOSTILE, Axis.linear(HOSTILE, 0, 2), Axis.linear(HOSTILE, 0, 4))
        .add(new Mark.Bars(HOSTILE, "{y}", bars, List.of(0.0, 0.5, 1.0), Stroke.series(1)))
        .add(new Mark.Line(HOSTILE, HOSTILE, parabola, Stroke.series(0)))
        .add(new Mark.Rule(HOSTILE, Point.of(1, 0), Point.of(1, 4), Stroke.reference()))
        .add(new Mark.Rule(HOSTILE, Point.of(0, 2), Point.of(2, 2), Stroke.reference()))
        .add(new Mark.Whisker(HOSTILE, 0.5, 1.5, 3, Ink.series(2)))
        .add(new Mark.Spot(HOSTILE, HOSTILE, Point.of(5, 9), Symbol.DIAMOND, Ink.series(2)))
        .legend(LegendEntry.of(HOSTILE, Stroke.series(0)))
        .legend(LegendEntry.of(HOSTILE, Symbol.TRIANGLE, Ink.series(2)))
        .legend(LegendEntry.of(HOSTILE.repeat(20), Stroke.series(1), Symbol.SQUARE))
        .build();
  }

  @Test
  void svgIsWellFormedAndHoldsTextAsText() {
    for (String svg : List.of(Svg.file(chart()), Svg.element(chart()))) {
      Document document = Xml.parse(svg);
      assertThat(Xml.elements(document, "b")).isEmpty();
      assertThat(Xml.elements(document, "text"))
          .extracting(Element::getTextContent)
          .contains(HOSTILE);
      assertThat(document.getDocumentElement().getAttribute("aria-label")).isEqualTo(HOSTILE);
    }
  }

  @Test
  void linesAreThinnedAndPointsToPointAtSpaced() {
    Element line =
        Xml.elements(Xml.parse(Svg.file(chart())), "g").stream()
            .filter(g -> g.getAttribute("data-points").contains(",n500"))
            .findFirst()
            .orElseThrow();
    String[] points = line.getAttribute("data-points").split(";");
    assertThat(points).hasSizeBetween(50, 200);
    assertThat(points[0]).endsWith(",0,0,n0");
    String path = ((Element) line.getElementsByTagName("path").item(0)).getAttribute("d");
    assertThat(path.split("L")).hasSizeBetween(8, 80);
  }

  @Test
  void marksOutsideAreMovedToTheFrame() {
    Layout layout = new Layout(chart(), true);
    String corner =
        String.format(
            Locale.ROOT, "%.1f,%.1f,5,9", layout.frame().getMaxX(), layout.frame().getMinY());
    assertThat(Svg.file(chart())).contains("data-points=\"" + corner + "\"");
  }

  @Test
  void theSameChartGivesTheSameBytes() {
    assertThat(Svg.file(chart())).isEqualTo(Svg.file(chart()));
    assertThat(Png.file(chart(), 300)).isEqualTo(Png.file(chart(), 300));
  }

  @Test
  void pngShowsTheSeries() throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(Png.file(chart(), 800)));
    assertThat(image.getWidth()).isEqualTo(800);
    int[] pixels = image.getRGB(0, 0, 800, image.getHeight(), null, 0, 800);
    for (Ink ink : List.of(Ink.series(0), Ink.series(1), Ink.series(2), Ink.TEXT, Ink.PAPER)) {
      assertThat(IntStream.of(pixels).filter(p -> p == ink.light().getRGB()).count())
          .as(ink.toString())
          .isGreaterThan(50);
    }
  }

  @Test
  void refusesSizesAndNamesThatCannotBe() {
    Chart chart = chart();
    assertThatIllegalArgumentException().isThrownBy(() -> Png.file(chart, 99));
    assertThatIllegalArgumentException().isThrownBy(() -> Png.file(chart, 10_001));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Chart.of("a\"b", "", chart.x(), chart.y()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Mark.Bars("", "", List.of(), List.of(), Stroke.series(0)));
  }

  @Test
  void seriesDifferInMoreThanColour() {
    for (int i = 0; i < 42; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(Stroke.series(i)).isNotEqualTo(Stroke.series(j));
      }
    }
    assertThat(IntStream.range(0, 24).mapToObj(i -> List.of(Ink.series(i), Symbol.onLine(i))))
        .doesNotHaveDuplicates();
    assertThat(IntStream.range(0, 30).mapToObj(i -> List.of(Ink.series(i), Symbol.series(i))))
        .doesNotHaveDuplicates();
    assertThat(IntStream.range(0, 6).mapToObj(i -> Stroke.series(i).dash()))
        .doesNotHaveDuplicates();
  }

  @Test
  void longTextIsCutBetweenCharacters() {
    String text = "🎤".repeat(30);
    String cut = Lettering.LABEL.fit(text, 100);
    assertThat(cut).endsWith("…").hasSizeLessThan(25);
    assertThat(cut.substring(0, cut.length() - 1).codePoints()).containsOnly(0x1f3a4);
    assertThat(Lettering.LABEL.fit("short", 100)).isEqualTo("short");
  }

  /** Runs in a Java of its own, whose list of fonts is not there. */
  @Test
  void pngWithoutFontsIsRefusedWithASentence() throws Exception {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Djava.awt.headless=true",
                "-Dsun.awt.fontconfig=there-is-no-such-file",
                "-cp",
                System.getProperty("java.class.path"),
                WithoutFonts.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("PNG pictures need fonts, but Java finds none on this machine");
  }

  /** Draws a chart and prints why it could not. */
  static final class WithoutFonts {
    private WithoutFonts() {}

    public static void main(String[] args) {
      try {
        Png.file(chart(), 300);
      } catch (GmeException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
