package dev.gme.formats.kaldi;

/** How Kaldi writes an object: for programs or for people; readers tell by its first bytes. */
public enum KaldiMode {
  BINARY,
  TEXT;

  boolean isText() {
    return this == TEXT;
  }
}
