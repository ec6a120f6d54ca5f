package dev.gme.formats.io;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * A SHA-256 that is made piece by piece: of bytes as they are ({@link #update}), or of words of
 * which no two lists give the same ({@link #add}).
 *
 * <pre>{@code
 * String checksum = new Sha256().update(bytes, 0, bytes.length).hex();
 * String name = new Sha256().add("gaussian").add(dimension).text();
 * }</pre>
 */
public final class Sha256 {
  /** Hexadecimal digits of a name: 96 bits, so that no two things ever share one. */
  private static final int NAME = 24;

  private final MessageDigest digest;

  public Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The checksum of some bytes, in hexadecimal digits. */
  public static String of(byte[] bytes) {
    return new Sha256().update(bytes, 0, bytes.length).hex();
  }

  /** Some bytes, without a mark where they begin or end. */
  public Sha256 update(byte[] bytes, int off, int n) {
    digest.update(bytes, off, n);
    return this;
  }

  /** A word, or what something is as text. */
  public Sha256 add(Object part) {
    return add(part.toString().getBytes(StandardCharsets.UTF_8));
  }

  public Sha256 add(byte[] bytes) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
    digest.update(bytes);
    return this;
  }

  public Sha256 add(int[] numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length + 4).putInt(numbers.length);
    bytes.asIntBuffer().put(numbers);
    digest.update(bytes.array());
    return this;
  }

  /** Names and values, in the order of the map. */
  public Sha256 add(Map<String, String> words) {
    words.forEach((key, value) -> add(key).add(value));
    return this;
  }

  /** All hexadecimal digits; nothing may be added afterwards. */
  public String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }

  /** So many hexadecimal digits as name a thing; nothing may be added afterwards. */
  public String text() {
    return hex().substring(0, NAME);
  }
}
