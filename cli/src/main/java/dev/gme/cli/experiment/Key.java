package dev.gme.cli.experiment;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The name of something that is kept: a digest of all that it was made from. */
final class Key {
  private static final int LETTERS = 24;

  private final MessageDigest digest;

  Key() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Of a stage with these inputs and parameters, in this version of the program. */
  static Key of(String version, String stage) {
    return new Key().add(version).add(stage);
  }

  Key add(Object part) {
    byte[] bytes = part.toString().getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(4).putInt(0, bytes.length));
    digest.update(bytes);
    return this;
  }

  Key add(int[] numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length + 4).putInt(numbers.length);
    bytes.asIntBuffer().put(numbers);
    digest.update(bytes.array());
    return this;
  }

  String text() {
    return HexFormat.of().formatHex(digest.digest()).substring(0, LETTERS);
  }
}
