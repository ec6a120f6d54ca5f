package dev.gme.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkupTest {
  @Test
  void escapesWhatHasAMeaning() {
    assertThat(Markup.escape("<a href=\"x\" id='y'>&</a>"))
        .isEqualTo("&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;&lt;/a&gt;");
  }

  @Test
  void encodesWhatMayNotStandInAnAddress() {
    assertThat(Markup.urlEncoded("a,b\n\"é\" <&>#%+1"))
        .isEqualTo("a,b%0A%22%C3%A9%22%20%3C%26%3E%23%25%2B1");
  }

  @Test
  void leavesAllLanguagesAlone() {
    String text = "Müller\t話者 🎤 ν = 2";
    assertThat(Markup.escape(text)).isEqualTo(text);
  }

  @Test
  void replacesWhatXmlForbidsAndWhatTurnsTextAround() {
    assertThat(Markup.escape("a\0b\u001bc\ud800d\u202ee\u2066f\uffffg"))
        .isEqualTo("a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf\ufffdg");
  }
}
