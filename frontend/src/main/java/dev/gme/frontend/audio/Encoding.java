package dev.gme.frontend.audio;

import java.nio.ByteBuffer;

/** How a sample is written. All of them are decoded to doubles without loss. */
public enum Encoding {
  /** 0 to 255, silence is 128; Kaldi does not read it. */
  PCM_U8(8),
  PCM_8(8),
  PCM_16(16),
  PCM_24(24),
  PCM_32(32),
  /** Full scale is 1. */
  FLOAT_32(32),
  FLOAT_64(64),
  MU_LAW(8),
  A_LAW(8),
  /** The depth is in the stream itself. */
  FLAC(0);

  private final int bits;

  Encoding(int bits) {
    this.bits = bits;
  }

  int bytes() {
    return bits / 8;
  }

  /** The next sample of the buffer, in its byte order, in units of a 16-bit sample. */
  double next(ByteBuffer in) {
    return switch (this) {
      case PCM_U8 -> ((in.get() & 0xff) - 128) * 256.0;
      case PCM_8 -> in.get() * 256.0;
      case PCM_16 -> in.getShort();
      case PCM_24 -> next24(in) / 256.0;
      case PCM_32 -> in.getInt() / 65536.0;
      case FLOAT_32 -> in.getFloat() * 32768.0;
      case FLOAT_64 -> in.getDouble() * 32768.0;
      case MU_LAW -> G711.MU_LAW[in.get() & 0xff];
      case A_LAW -> G711.A_LAW[in.get() & 0xff];
      case FLAC -> throw new IllegalStateException("FLAC is not a sequence of samples");
    };
  }

  private static int next24(ByteBuffer in) {
    int first = in.get() & 0xff;
    int middle = in.get() & 0xff;
    int last = in.get() & 0xff;
    boolean bigEndian = in.order() == java.nio.ByteOrder.BIG_ENDIAN;
    int high = bigEndian ? first : last;
    int low = bigEndian ? last : first;
    return (byte) high << 16 | middle << 8 | low;
  }

  /** Signed linear samples of so many bits, or null. */
  static Encoding pcm(int bits) {
    return switch (bits) {
      case 8 -> PCM_8;
      case 16 -> PCM_16;
      case 24 -> PCM_24;
      case 32 -> PCM_32;
      default -> null;
    };
  }

  /** Floating point samples of so many bits, or null. */
  static Encoding floating(int bits) {
    return switch (bits) {
      case 32 -> FLOAT_32;
      case 64 -> FLOAT_64;
      default -> null;
    };
  }
}
