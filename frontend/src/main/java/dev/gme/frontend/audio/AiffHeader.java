package dev.gme.frontend.audio;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** AIFF and AIFF-C files. */
final class AiffHeader {
  private AiffHeader() {}

  /** Reads what follows the word FORM. */
  static AudioStream open(AudioBytes in) {
    in.skip(4);
    String form = in.text(4);
    boolean compressed = form.equals("AIFC");
    if (!compressed && !form.equals("AIFF")) {
      throw in.unsupported("an IFF file of kind '" + form + "'");
    }
    Common common = null;
    while (true) {
      String id = in.text(4);
      long size = in.need(4).order(ByteOrder.BIG_ENDIAN).getInt() & 0xffffffffL;
      if (id.equals("SSND")) {
        if (common == null) {
          throw in.unsupported("AIFF with its samples before their description");
        }
        return samples(in, common, size);
      }
      if (id.equals("COMM")) {
        common = common(in, size, compressed);
      } else {
        in.skip(size + (size & 1));
      }
    }
  }

  private record Common(AudioFormat format, ByteOrder order, long frames) {}

  private static AudioStream samples(AudioBytes in, Common common, long size) {
    long offset = in.need(8).order(ByteOrder.BIG_ENDIAN).getInt() & 0xffffffffL;
    if (size < 8 + offset || offset > in.remaining()) {
      throw in.damaged("samples after " + offset + " bytes", "a chunk of " + size + " bytes");
    }
    in.skip(offset);
    long bytes = common.frames * common.format.frameBytes();
    if (bytes > size - 8 - offset) {
      throw in.damaged(bytes + " bytes of samples", (size - 8 - offset) + " bytes");
    }
    return new PcmStream(in, common.format, common.order, bytes);
  }

  private static Common common(AudioBytes in, long size, boolean compressed) {
    int known = compressed ? 22 : 18;
    if (size < known) {
      throw in.damaged("a chunk 'COMM' of " + known + " bytes or more", size + " bytes");
    }
    ByteBuffer c = in.need(18).order(ByteOrder.BIG_ENDIAN);
    int channels = c.getShort() & 0xffff;
    long frames = c.getInt() & 0xffffffffL;
    int bits = c.getShort() & 0xffff;
    int rate = rate(in, c);
    String kind = compressed ? in.text(4) : "NONE";
    in.skip(size - known + (size & 1));
    Encoding encoding =
        switch (kind) {
          // 12 bits, say, are kept in the upper part of two bytes.
          case "NONE", "twos", "sowt" -> Encoding.pcm((bits + 7) / 8 * 8);
          case "fl32", "FL32" -> Encoding.FLOAT_32;
          case "fl64", "FL64" -> Encoding.FLOAT_64;
          case "ulaw", "ULAW" -> Encoding.MU_LAW;
          case "alaw", "ALAW" -> Encoding.A_LAW;
          default -> null;
        };
    if (encoding == null) {
      throw in.unsupported("AIFF samples of kind '" + kind + "' with " + bits + " bits");
    }
    ByteOrder order = kind.equals("sowt") ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    return new Common(
        new AudioFormat("AIFF", encoding, rate, channels, -1).checked(in), order, frames);
  }

  /** An extended number of 80 bits: sign and exponent, then the mantissa with its leading 1. */
  private static int rate(AudioBytes in, ByteBuffer c) {
    int exponent = c.getShort() & 0xffff;
    double mantissa = (c.getInt() & 0xffffffffL) * 0x1p-31 + (c.getInt() & 0xffffffffL) * 0x1p-63;
    double rate = Math.scalb(mantissa, exponent - 16383);
    if (!(rate <= Integer.MAX_VALUE) || rate != Math.rint(rate)) {
      throw in.damaged("a whole number of samples per second", Double.toString(rate));
    }
    return (int) rate;
  }
}
