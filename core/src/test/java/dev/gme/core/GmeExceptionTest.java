package dev.gme.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GmeExceptionTest {
  /** Escape sequences of terminals, C1 controls, line separators and marks of direction. */
  @Test
  void controlCharactersAreEscapes() {
    GmeException e = new GmeException("a\u001b[2J\u009bb\nc\u2028\u202ed\u2066", "x\ry\u007f");
    assertThat(e).hasMessage("a\\x1b[2J\\x9bb\\x0ac\\u2028\\u202ed\\u2066");
    assertThat(e.help()).isEqualTo("x\\x0dy\\x7f");
  }

  @Test
  void otherTextStays() {
    String text = "données\\x1b 中文 א 👂 \u200c";
    assertThat(new GmeException(text, "").getMessage()).isEqualTo(text);
  }
}
