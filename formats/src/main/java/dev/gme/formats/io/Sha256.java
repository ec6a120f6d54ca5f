package dev.gme.formats.io;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Checksums in hexadecimal digits. */
public final class Sha256 {
  private Sha256() {}

  public static String of(byte[] bytes) {
    return hex(digest().digest(bytes));
  }

  /** To be fed piece by piece. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  public static String hex(byte[] digest) {
    return HexFormat.of().formatHex(digest);
  }
}
