package dev.gme.formats.io;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** SHA-256 of words, in which no two lists of words are alike. */
public final class Digest {
  private final MessageDigest sha;

  public Digest() {
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  public Digest add(String word) {
    byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
    sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
    sha.update(bytes);
    return this;
  }

  public Digest add(Map<String, String> words) {
    words.forEach((key, value) -> add(key).add(value));
    return this;
  }

  /** Hexadecimal digits; nothing may be added afterwards. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(sha.digest());
  }
}
