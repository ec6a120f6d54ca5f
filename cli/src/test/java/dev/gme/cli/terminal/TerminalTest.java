package dev.gme.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
  @Test
  void coloursAreForTerminalsOfThoseWhoWantThem() {
    assertThat(Terminal.allowsColours(Map.of())).isTrue();
    assertThat(Terminal.allowsColours(Map.of("NO_COLOR", "", "TERM", "xterm"))).isTrue();
    assertThat(Terminal.allowsColours(Map.of("NO_COLOR", "1", "TERM", "xterm"))).isFalse();
    assertThat(Terminal.allowsColours(Map.of("TERM", "dumb"))).isFalse();
    PrintStream print = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    Terminal.Stream file = new Terminal.Stream(print, StandardCharsets.UTF_8, false);
    Terminal terminal = new Terminal(file, file);
    assertThat(terminal.hasColours()).isFalse();
    assertThat(terminal.errHasColours()).isFalse();
  }

  @Test
  void oneThingIsNotMany() {
    assertThat(Count.of(1, "partition")).isEqualTo("1 partition");
    assertThat(Count.of(1200, "partition")).isEqualTo("1,200 partitions");
  }
}
