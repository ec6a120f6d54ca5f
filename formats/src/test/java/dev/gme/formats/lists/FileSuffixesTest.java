package dev.gme.formats.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

class FileSuffixesTest {
  private static final Set<String> KNOWN = Set.of("a", "b", "b.wav", "x/y/00001");

  private final List<String> log = new ArrayList<>();

  private UnaryOperator<String> naming(String... ids) {
    Logger logger = Logger.getLogger(FileSuffixes.class.getName());
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord message) {
            log.add(new SimpleFormatter().formatMessage(message));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    try {
      return FileSuffixes.naming("trials", List.of(ids), KNOWN::contains);
    } finally {
      logger.removeHandler(handler);
    }
  }

  @Test
  void onlyUnknownIdsLoseASuffixOfAudio() {
    String[] ids = {
      "a.sph", "a.SPH", "b.wav", "x/y/00001.flac", "a.1", "c.sph", "a.sph.sph", ".wav"
    };
    UnaryOperator<String> naming = naming(ids);
    assertThat(List.of(ids).stream().map(naming))
        .containsExactly("a", "a", "b.wav", "x/y/00001", "a.1", "c.sph", "a.sph.sph", ".wav");
    assertThat(log)
        .containsExactly(
            "trials: took 3 ids without their file suffix, for example 'a.sph' as 'a'");
  }

  @Test
  void nothingIsSaidWhereNothingIsDone() {
    assertThat(naming("a", "c.sph").apply("a")).isEqualTo("a");
    assertThat(log).isEmpty();
  }
}
