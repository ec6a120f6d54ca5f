package dev.gme.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(
    value = OS.WINDOWS,
    disabledReason = "Windows has no rights of owner, group and others")
class SecretFileTest {
  @TempDir Path folder;

  private static String rights(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void aSecretIsMadeOnceForItsOwnerAlone() throws IOException {
    Path file = folder.resolve("secret");
    SecretFile.createIfMissing(file);
    assertThat(rights(file)).isEqualTo("rw-------");
    String secret = SecretFile.read(file);
    assertThat(secret).matches("[0-9a-f]{64}");
    SecretFile.createIfMissing(file);
    assertThat(SecretFile.read(file)).isEqualTo(secret);
    SecretFile.createIfMissing(folder.resolve("other"));
    assertThat(SecretFile.read(folder.resolve("other"))).isNotEqualTo(secret);
  }

  @Test
  void whatOthersMayReadIsNoSecret() throws IOException {
    Path file = folder.resolve("secret");
    SecretFile.createIfMissing(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(() -> SecretFile.read(file))
        .isInstanceOf(GmeException.class)
        .hasMessage(file + " may be read by others, so it is no secret");
  }

  @Test
  void aSecretIsOneLine() throws IOException {
    Path file = folder.resolve("secret");
    SecretFile.createIfMissing(file);
    for (String text : new String[] {"", "one\ntwo\n"}) {
      Files.writeString(file, text);
      assertThatThrownBy(() -> SecretFile.read(file))
          .isInstanceOf(GmeException.class)
          .hasMessageContaining("expected a secret in one line");
    }
  }

  @Test
  void settingsGoToProcessesInAFileOfTheirOwnerAlone() throws IOException {
    Path file = SecretFile.properties(Map.of("spark.authenticate.secret", "abc"));
    assertThat(rights(file)).isEqualTo("rw-------");
    assertThat(file).hasContent("spark.authenticate.secret abc");
    Files.delete(file);
  }
}
