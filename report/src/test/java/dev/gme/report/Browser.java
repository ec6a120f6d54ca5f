package dev.gme.report;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A headless Chrome or Chromium: one that is installed, or Debian's, which is installed where that
 * is possible. Without one, tests are skipped and say why; with {@code -Dgme.browser.required=true}
 * they fail.
 */
final class Browser {
  private static final List<String> PROGRAMS =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final String DRIVER = "chromedriver";

  /** Warns that it does not know every command of new browsers; held, lest it be collected. */
  private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

  private Browser() {}

  static ChromeDriver start() {
    SELENIUM.setLevel(Level.SEVERE);
    String reason = isInstalled() ? "" : install();
    if (!isInstalled()) {
      String sentence = "no browser, because Chromium or chromedriver is missing and " + reason;
      if (Boolean.getBoolean("gme.browser.required")) {
        fail(sentence);
      }
      System.out.println("The tests in a browser are skipped: " + sentence);
      abort(sentence);
    }
    ChromeOptions options = new ChromeOptions();
    options.setBinary(program().orElseThrow());
    options.addArguments("--headless=new", "--disable-gpu", "--window-size=1280,1000");
    if (isRoot()) {
      options.addArguments("--no-sandbox"); // which Chromium does not have for root
    }
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    // Named, so that Selenium looks for none on the network.
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(find(DRIVER).orElseThrow())
            .usingAnyFreePort()
            .build();
    return new ChromeDriver(service, options);
  }

  /** Shows pages as on a screen of this size and with this preference, "light" or "dark". */
  static void emulate(ChromeDriver driver, int width, int height, String scheme, String media) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    Map<String, String> preference = Map.of("name", "prefers-color-scheme", "value", scheme);
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia", Map.of("media", media, "features", List.of(preference)));
  }

  private static boolean isInstalled() {
    return program().isPresent() && find(DRIVER).isPresent();
  }

  private static Optional<File> program() {
    return PROGRAMS.stream().flatMap(p -> find(p).stream()).findFirst();
  }

  private static Optional<File> find(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(folder -> Stream.of(program, program + ".exe").map(p -> Path.of(folder, p)))
        .map(Path::toFile)
        .filter(File::canExecute)
        .findFirst();
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Installs Debian's; returns what stood in the way, if something did. */
  private static String install() {
    if (!isRoot() || find("apt-get").isEmpty()) {
      return "can only be installed by root, with apt-get";
    }
    run("apt-get", "update");
    String said =
        run("apt-get", "install", "-y", "--no-install-recommends", "chromium", "chromium-driver");
    return "apt-get could not install it: " + said;
  }

  /** Returns the last line that the command printed. */
  private static String run(String... command) {
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
      Process process = builder.start();
      process.getOutputStream().close();
      try (BufferedReader out = process.inputReader()) {
        return out.lines().reduce("", (before, line) -> line);
      } finally {
        process.waitFor();
      }
    } catch (IOException e) {
      return e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
