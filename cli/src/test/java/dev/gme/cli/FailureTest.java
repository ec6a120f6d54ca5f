package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.GmeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailureTest {
  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(new NoSuchFileException("a.ark"), "a.ark does not exist"),
        Arguments.of(
            new UncheckedIOException(new AccessDeniedException("b.npy")),
            "b.npy cannot be opened: permission denied"),
        Arguments.of(new FileAlreadyExistsException("c"), "c exists already"),
        Arguments.of(new FileSystemException("d", null, "Is a directory"), "d: Is a directory"),
        Arguments.of(new IOException("the stream ended early"), "the stream ended early"),
        Arguments.of(new IOException("No space left on device"), "No space left on device"),
        Arguments.of(new IOException(), "java.io.IOException"),
        Arguments.of(
            new ExceptionInInitializerError(new GmeException("gme.blas must be", "mend it")),
            "gme.blas must be"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void saysWhatIsWrongAndWhatToDo(Throwable e, String sentence) {
    Failure failure = Failure.of(e);
    assertThat(failure.sentence()).isEqualTo(sentence);
    assertThat(failure.help()).isNotBlank();
    assertThat(failure.exitCode()).isEqualTo(1);
  }
}
