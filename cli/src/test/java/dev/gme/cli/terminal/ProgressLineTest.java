package dev.gme.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  private static final long SECOND = 1_000_000_000L;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private long now = 42;

  private String written() {
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    return text;
  }

  @Test
  void showsHowFarItIsAndVanishes() {
    try (ProgressLine line = new ProgressLine("scoring", new ScreenLine(err, 80), () -> now)) {
      line.update(1000, 4000);
      assertThat(written()).isEqualTo("\rscoring: 1,000 of 4,000 (25 %)");
      now += 100 * SECOND;
      line.update(2000, 4000);
      assertThat(written()).isEqualTo("\rscoring: 2,000 of 4,000 (50 %), 1 min left");
      now += SECOND;
      line.update(4000, 4000);
      assertThat(written()).isEqualTo("\rscoring: 4,000 of 4,000 (100 %)" + " ".repeat(11));
    }
    assertThat(written()).isEqualTo("\r" + " ".repeat(31) + "\r");
  }

  @Test
  void isNotWrittenMoreOftenThanItCanBeRead() {
    try (ProgressLine line = new ProgressLine("reading", new ScreenLine(err, 80), () -> now)) {
      line.update(1, 0);
      now += SECOND / 20;
      line.update(2, 0);
      assertThat(written()).isEqualTo("\rreading: 1");
      now += SECOND / 20;
      line.update(3, 0);
      assertThat(written()).isEqualTo("\rreading: 3");
    }
  }

  @Test
  void neverWraps() {
    ScreenLine screen = new ScreenLine(err, 80);
    try (ProgressLine line = new ProgressLine("a long name ".repeat(20), screen, () -> now)) {
      line.update(1, 2);
    }
    assertThat(written().split("\r", -1))
        .allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(79));
  }

  @Test
  void vanishesBeforeAMessage() {
    Terminal.Stream stream = new Terminal.Stream(err, StandardCharsets.UTF_8, true);
    Terminal terminal = new Terminal(stream, stream);
    try (ProgressLine line = terminal.progress("training")) {
      line.update(1, 2);
      terminal.say("a warning");
      assertThat(written())
          .isEqualTo("\rtraining: 1 of 2 (50 %)\r" + " ".repeat(23) + "\ra warning\n");
    }
    assertThat(written()).isEmpty();
  }

  @Test
  void inAFileIsALineNowAndThen() {
    ProgressLog log = new ProgressLog(err, () -> now);
    try (ProgressLine line = new ProgressLine("scoring", log, () -> now)) {
      line.update(1, 100);
      assertThat(written()).as("at once").isEmpty();
      now += 31 * SECOND;
      line.update(5, 100);
      assertThat(written()).isEqualTo("scoring: 5 of 100 (5 %), 9 min left\n");
      now += 31 * SECOND;
      line.update(10, 100);
      assertThat(written()).as("after another 5 %").isEmpty();
      now += SECOND;
      line.update(16, 100);
      assertThat(written()).as("after 11 %").startsWith("scoring: 16 of 100");
      now += SECOND;
      line.update(90, 100);
      assertThat(written()).as("within half a minute").isEmpty();
      now += 300 * SECOND;
      line.update(17, 100);
      assertThat(written()).as("after five minutes").startsWith("scoring: 17 of 100");
    }
    now += 31 * SECOND;
    try (ProgressLine line = new ProgressLine("bootstrap", log, () -> now)) {
      line.update(1, 100);
      assertThat(written()).as("another part").startsWith("bootstrap: 1 of 100");
    }
    assertThat(written()).isEmpty();
  }

  @Test
  void shortWorkIsSilentWhereThereIsNoTerminal() {
    Terminal.Stream stream = new Terminal.Stream(err, StandardCharsets.UTF_8, false);
    try (ProgressLine line = new Terminal(stream, stream).progress("training")) {
      line.update(1, 2);
    }
    assertThat(written()).isEmpty();
  }

  @Test
  void isSilentWhenQuiet() {
    Terminal.Stream stream = new Terminal.Stream(err, StandardCharsets.UTF_8, true);
    Terminal terminal = new Terminal(stream, stream);
    terminal.setQuiet(true);
    try (ProgressLine line = terminal.progress("training")) {
      line.update(1, 2);
    }
    assertThat(written()).isEmpty();
  }
}
