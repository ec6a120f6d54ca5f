package dev.gme.frontend.audio;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** AU files of Sun and NeXT, big-endian. */
final class AuHeader {
  private AuHeader() {}

  /** Reads what follows the word .snd. */
  static AudioStream open(AudioBytes in) {
    ByteBuffer h = in.need(20).order(ByteOrder.BIG_ENDIAN);
    long start = h.getInt() & 0xffffffffL;
    long size = h.getInt() & 0xffffffffL;
    int code = h.getInt();
    int rate = h.getInt();
    int channels = h.getInt();
    if (start < 24) {
      throw in.damaged("samples at byte 24 or later", Long.toString(start));
    }
    Encoding encoding =
        switch (code) {
          case 1 -> Encoding.MU_LAW;
          case 2 -> Encoding.PCM_8;
          case 3 -> Encoding.PCM_16;
          case 4 -> Encoding.PCM_24;
          case 5 -> Encoding.PCM_32;
          case 6 -> Encoding.FLOAT_32;
          case 7 -> Encoding.FLOAT_64;
          case 27 -> Encoding.A_LAW;
          default -> throw in.unsupported("AU samples of encoding " + code);
        };
    AudioFormat format = new AudioFormat("AU", encoding, rate, channels, -1).checked(in);
    if (start - 24 > in.remaining()) {
      throw in.truncated();
    }
    in.skip(start - 24);
    boolean unknown = size == 0xffffffffL;
    return new PcmStream(in, format, ByteOrder.BIG_ENDIAN, unknown ? in.remaining() : size);
  }
}
