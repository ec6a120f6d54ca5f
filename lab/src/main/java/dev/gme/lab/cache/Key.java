package dev.gme.lab.cache;

import dev.gme.formats.io.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** The name of something that is kept: a digest of all that it was made from. */
public final class Key {
  private static final int LETTERS = 24;

  private final MessageDigest digest = Sha256.digest();

  public Key add(Object part) {
    return add(part.toString().getBytes(StandardCharsets.UTF_8));
  }

  public Key add(byte[] bytes) {
    digest.update(ByteBuffer.allocate(4).putInt(0, bytes.length));
    digest.update(bytes);
    return this;
  }

  public Key add(int[] numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length + 4).putInt(numbers.length);
    bytes.asIntBuffer().put(numbers);
    digest.update(bytes.array());
    return this;
  }

  public String text() {
    return Sha256.hex(digest.digest()).substring(0, LETTERS);
  }
}
