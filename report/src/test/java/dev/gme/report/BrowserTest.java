package dev.gme.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.report.plot.Plot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.PointerInput;
import org.openqa.selenium.interactions.Sequence;
import org.openqa.selenium.logging.LogType;

/** The page in a real browser, from a file, as people open it. */
@Tag("slow")
class BrowserTest {
  private static final int PHONE = 375;

  /** Pictures to look at. */
  private static final Path SHOTS = Path.of("target", "browser");

  @TempDir static Path folder;
  private static ChromeDriver driver;
  private static Report report;
  private static String url;
  private static String urlOfTwelve;

  @BeforeAll
  static void open() throws IOException {
    driver = Browser.start();
    report = ExampleReports.of(60, 50);
    Path file = folder.resolve("report.html");
    Files.writeString(file, report.html());
    url = file.toUri().toString();
    Path twelve = folder.resolve("twelve.html");
    Files.writeString(twelve, ExampleReports.ofMany(12, 60, 50).html());
    urlOfTwelve = twelve.toUri().toString();
  }

  @AfterAll
  static void close() {
    if (driver != null) {
      driver.quit();
    }
  }

  @BeforeEach
  void load() {
    Browser.emulate(driver, 1280, 1000, "light", "screen");
    driver.get(url);
  }

  private static List<WebElement> plots() {
    return driver.findElements(By.cssSelector("svg.plot"));
  }

  private static void assertNothingWentWrong() {
    assertThat(driver.manage().logs().get(LogType.BROWSER).getAll())
        .filteredOn(e -> e.getLevel().intValue() >= Level.WARNING.intValue())
        .isEmpty();
    assertThat(driver.executeScript("return performance.getEntriesByType('resource').length"))
        .as("what the page loads")
        .isEqualTo(0L);
  }

  @Test
  void everyPlotShowsData() {
    assertThat(plots()).hasSameSizeAs(report.plots());
    for (Plot plot : report.plots()) {
      // Length of all lines and outlines that lie within the plot.
      Object drawn =
          driver.executeScript(
              """
              const svg = document.getElementById(arguments[0] + '-plot');
              const box = svg.getBoundingClientRect();
              let drawn = 0;
              for (const path of svg.querySelectorAll('.data path')) {
                const at = path.getBoundingClientRect();
                const isInside = at.right > box.left && at.left < box.right
                    && at.bottom > box.top && at.top < box.bottom;
                drawn += isInside ? path.getTotalLength() : 0;
              }
              return drawn;
              """,
              plot.id());
      assertThat(((Number) drawn).doubleValue()).as(plot.id()).isGreaterThan(50);
    }
    assertNothingWentWrong();
  }

  @Test
  void pointingShowsValues() throws IOException {
    WebElement tip = driver.findElement(By.id("tip"));
    for (WebElement plot : plots()) {
      assertThat(tip.isDisplayed()).isFalse();
      pointAtFirstPoint(plot);
      assertThat(tip.isDisplayed()).as(plot.getDomAttribute("id")).isTrue();
      assertThat(tip.getText()).containsPattern("\\d").doesNotContain("{", "NaN", "undefined");
      assertThat(isInWindow(tip)).isTrue();
      if ("det-plot".equals(plot.getDomAttribute("id"))) {
        save("pointing");
      }
      new Actions(driver).moveToElement(driver.findElement(By.tagName("h1"))).perform();
    }
    assertNothingWentWrong();
  }

  private static void pointAtFirstPoint(WebElement plot) {
    driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", plot);
    @SuppressWarnings("unchecked")
    List<Number> place =
        (List<Number>)
            driver.executeScript(
                """
                const svg = arguments[0];
                const [x, y] = svg.querySelector('.data').dataset.points.split(';')[0].split(',');
                const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
                const box = svg.getBoundingClientRect();
                return [at.x - box.left - box.width / 2, at.y - box.top - box.height / 2];
                """,
                plot);
    new Actions(driver)
        .moveToElement(plot, place.get(0).intValue(), place.get(1).intValue())
        .perform();
  }

  @Test
  void whatAFingerChoseStays() {
    Browser.emulate(driver, PHONE, 800, "light", "screen");
    WebElement tip = driver.findElement(By.id("tip"));
    WebElement det = driver.findElement(By.id("det-plot"));
    driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", det);
    touch(det);
    assertThat(tip.isDisplayed()).isTrue();
    assertThat(isInWindow(tip)).isTrue();
    touch(driver.findElement(By.cssSelector("#det h3")));
    assertThat(tip.isDisplayed()).isFalse();
  }

  private static void touch(WebElement element) {
    PointerInput finger = new PointerInput(PointerInput.Kind.TOUCH, "finger");
    PointerInput.Origin middle = PointerInput.Origin.fromElement(element);
    driver.perform(
        List.of(
            new Sequence(finger, 0)
                .addAction(finger.createPointerMove(Duration.ZERO, middle, 0, 0))
                .addAction(finger.createPointerDown(0))
                .addAction(finger.createPointerUp(0))));
  }

  private static boolean isInWindow(WebElement element) {
    return (Boolean)
        driver.executeScript(
            """
            const at = arguments[0].getBoundingClientRect();
            return at.left >= 0 && at.top >= 0 && at.right <= innerWidth && at.bottom <= innerHeight;
            """,
            element);
  }

  @Test
  void arrowKeysShowValues() {
    WebElement tip = driver.findElement(By.id("tip"));
    WebElement det = driver.findElement(By.id("det-plot"));
    det.sendKeys(Keys.ARROW_RIGHT);
    String first = tip.getText();
    det.sendKeys(Keys.ARROW_RIGHT);
    assertThat(first).startsWith("heavy-tailed PLDA").contains("threshold");
    assertThat(tip.getText()).isNotEqualTo(first);
    det.sendKeys(Keys.ESCAPE);
    assertThat(tip.isDisplayed()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "phone, 375, light",
    "phone-dark, 375, dark",
    "light, 1280, light",
    "dark, 1280, dark"
  })
  void looksRight(String name, int width, String scheme) throws IOException {
    Browser.emulate(driver, width, 1000, scheme, "screen");
    driver.get(url);
    assertThat(number("document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(number("document.documentElement.clientWidth"));
    assertThat(number(SMALLEST_LETTERS)).isGreaterThanOrEqualTo(width == PHONE ? 8 : 11);
    assertThat(driver.executeScript(TOUCHING_WORDS)).as("words over words").isEqualTo(List.of());
    boolean isDark = scheme.equals("dark");
    assertThat(brightness("body", "backgroundColor") < 64).isEqualTo(isDark);
    assertThat(brightness("body", "color") > 190).isEqualTo(isDark);
    assertThat(brightness("svg.plot text", "fill") > 128).isEqualTo(isDark);
    shoot(name, width, scheme, "screen");
    assertNothingWentWrong();
  }

  @ParameterizedTest
  @CsvSource({"twelve-phone, 375, light", "twelve, 1280, light", "twelve-dark, 1280, dark"})
  void twelveSystemsLookRight(String name, int width, String scheme) throws IOException {
    Browser.emulate(driver, width, 1000, scheme, "screen");
    driver.get(urlOfTwelve);
    assertThat(number("document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(number("document.documentElement.clientWidth"));
    assertThat(driver.executeScript(TOUCHING_WORDS)).as("words over words").isEqualTo(List.of());
    shoot(name, width, scheme, "screen");
    assertNothingWentWrong();
  }

  /** The width of a sheet of A4 within margins of 1 cm; what is wider would be cut off. */
  @Test
  void printsNothingBesideTheSheet() throws IOException {
    for (String page : List.of(url, urlOfTwelve)) {
      Browser.emulate(driver, 718, 1000, "light", "print");
      driver.get(page);
      driver.executeScript("dispatchEvent(new Event('beforeprint'))");
      assertThat(number("document.querySelectorAll('details:not([open])').length")).isZero();
      assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(718);
      assertThat(
              number(
                  "Math.max(...[...document.querySelectorAll('td, th, text, dd, figcaption')]"
                      + ".map(e => e.getBoundingClientRect().right))"))
          .isLessThanOrEqualTo(718);
      shoot(page.equals(url) ? "print" : "twelve-print", 718, "light", "print");
    }
  }

  @Test
  void legendsHideAndShowSystemsInAllPlots() {
    String name = "Gaussian PLDA";
    double all = shown(name);
    assertThat(all).isGreaterThan(5);
    WebElement entry =
        driver.findElement(By.cssSelector("#det-plot .entry[data-name='" + name + "']"));
    assertThat(entry.getDomAttribute("role")).isEqualTo("switch");
    entry.click();
    assertThat(shown(name)).isZero();
    assertThat(shown("cosine")).isPositive();
    assertThat(entry.getDomAttribute("aria-checked")).isEqualTo("false");
    assertThat(
            driver
                .findElement(By.cssSelector("#bayes-plot .entry[data-name='" + name + "']"))
                .getDomAttribute("aria-checked"))
        .isEqualTo("false");
    entry.sendKeys(Keys.ENTER);
    assertThat(shown(name)).isEqualTo(all);
    entry.sendKeys(Keys.chord(Keys.SHIFT, Keys.ENTER));
    assertThat(shown(name)).isEqualTo(all);
    assertThat(shown("cosine")).isZero();
    new Actions(driver).doubleClick(entry).perform();
    assertThat(shown("cosine")).isPositive();
    assertNothingWentWrong();
  }

  /** How many marks of a system can be seen. */
  private static double shown(String name) {
    return number(
        "[...document.querySelectorAll('.plot g[data-name]:not(.entry)')].filter(g =>"
            + " g.dataset.name === '"
            + name
            + "' && getComputedStyle(g).display !== 'none').length");
  }

  @Test
  void dataOfPlotsAreInThePage() {
    for (Plot plot : report.plots()) {
      Object csv =
          driver.executeScript(
              "const link = document.querySelector('#' + arguments[0] + ' a[download]');"
                  + "return decodeURIComponent(link.href.replace(/^[^,]*,/, ''));",
              plot.id());
      assertThat(csv).isEqualTo(plot.csv());
    }
  }

  @Test
  void printsOnWhite() {
    Browser.emulate(driver, 800, 1000, "dark", "print");
    assertThat(brightness("body", "backgroundColor")).isEqualTo(255);
    assertThat(brightness("svg.plot text", "fill")).isLessThan(128);
  }

  @Test
  void namesAreNothingButText() throws IOException {
    String name =
        "\"onload='broken=1'</title></script><script>broken=1</script><img src=x onerror=broken=1>";
    Path file = folder.resolve("hostile.html");
    Files.writeString(file, Reports.ofNames(name).html());
    driver.get(file.toUri().toString());
    assertThat(driver.executeScript("return typeof window.broken")).isEqualTo("undefined");
    assertThat(driver.findElement(By.cssSelector("tbody th")).getText()).isEqualTo(name);
    pointAtFirstPoint(driver.findElement(By.id("det-plot")));
    assertThat(driver.findElement(By.cssSelector("#tip b")).getText()).isEqualTo(name);
    assertNothingWentWrong();
  }

  private static final String SMALLEST_LETTERS =
      """
      Math.min(...[...document.querySelectorAll('svg.plot text')].map(
          t => parseFloat(getComputedStyle(t).fontSize) * t.getScreenCTM().d || 99))
      """;

  private static final String TOUCHING_WORDS =
      """
      const out = [];
      for (const svg of document.querySelectorAll('svg.plot')) {
        const frame = svg.getBoundingClientRect();
        const words = [...svg.querySelectorAll('text')].filter(t => t.textContent);
        words.forEach((a, i) => {
          const p = a.getBoundingClientRect();
          if (p.left < frame.left - 1 || p.right > frame.right + 1) {
            out.push(svg.id + ': ' + a.textContent + ' leaves the plot');
          }
          for (const b of words.slice(i + 1)) {
            const q = b.getBoundingClientRect();
            const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
            const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
            if (wide > 1 && high > 4) {
              out.push(svg.id + ': ' + a.textContent + ' / ' + b.textContent);
            }
          }
        });
      }
      return out;
      """;

  private static double number(String expression) {
    return ((Number) driver.executeScript("return " + expression)).doubleValue();
  }

  /** The brightness of a grey, or the mean of red, green and blue. */
  private static double brightness(String selector, String property) {
    return number(
        "(c => (c[0] + c[1] + c[2]) / 3)(getComputedStyle(document.querySelector('%s')).%s"
                .formatted(selector, property)
            + ".match(/\\d+/g).map(Number))");
  }

  private static void shoot(String name, int width, String scheme, String media)
      throws IOException {
    int height = (int) number("document.documentElement.scrollHeight");
    Browser.emulate(driver, width, height, scheme, media);
    save(name);
  }

  private static void save(String name) throws IOException {
    Files.createDirectories(SHOTS);
    Files.write(SHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
  }
}
