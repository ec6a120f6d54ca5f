package dev.gme.frontend.audio;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** RIFF WAVE files: plain and extensible headers. */
final class WavHeader {
  private static final int PCM = 1;
  private static final int FLOAT = 3;
  private static final int A_LAW = 6;
  private static final int MU_LAW = 7;
  private static final int EXTENSIBLE = 0xfffe;

  private WavHeader() {}

  /** After "RIFF". */
  static AudioStream open(AudioBytes in) {
    in.skip(4); // The size of the whole is wrong in too many files to be of use.
    String form = in.text(4);
    if (!form.equals("WAVE")) {
      throw in.unsupported("a RIFF file of kind '" + form + "'");
    }
    AudioFormat format = null;
    while (true) {
      String id = in.text(4);
      long size = in.need(4).getInt() & 0xffffffffL;
      if (id.equals("data")) {
        if (format == null) {
          throw in.damaged("the chunk 'fmt ' before the samples", "'data'");
        }
        return new PcmStream(
            in, format, ByteOrder.LITTLE_ENDIAN, isUnknown(size) ? in.remaining() : size);
      }
      if (id.equals("fmt ")) {
        format = format(in, size);
      } else {
        in.skip(size + (size & 1));
      }
    }
  }

  /** What programs write that do not know the length yet because they write to a pipe. */
  private static boolean isUnknown(long size) {
    return size == 0xffffffffL || size == 0x7fffffffL || size == 0x7ffff000L;
  }

  private static AudioFormat format(AudioBytes in, long size) {
    if (size < 16) {
      throw in.damaged("a format chunk of 16 bytes or more", size + " bytes");
    }
    ByteBuffer f = in.need(16);
    int tag = f.getShort() & 0xffff;
    int channels = f.getShort() & 0xffff;
    int rate = f.getInt();
    f.getInt(); // bytes per second: follows from the rest
    int frameBytes = f.getShort() & 0xffff;
    int bits = f.getShort() & 0xffff;
    long rest = size - 16 + (size & 1);
    if (tag == EXTENSIBLE) {
      if (size < 40) {
        throw in.damaged("an extensible format chunk of 40 bytes or more", size + " bytes");
      }
      in.skip(8); // its length, the valid bits, the loudspeakers
      tag = in.need(2).getShort() & 0xffff;
      rest -= 10;
    }
    in.skip(rest);
    Encoding encoding =
        switch (tag) {
          case PCM -> bits == 8 ? Encoding.PCM_U8 : Encoding.pcm(bits);
          case FLOAT -> Encoding.floating(bits);
          case A_LAW -> Encoding.A_LAW;
          case MU_LAW -> Encoding.MU_LAW;
          default -> null;
        };
    if (encoding == null) {
      throw in.unsupported("WAV samples of format " + tag + " with " + bits + " bits");
    }
    AudioFormat format = new AudioFormat("WAV", encoding, rate, channels, -1).checked(in);
    if (frameBytes != format.frameBytes()) {
      throw in.damaged(
          format.frameBytes() + " bytes for all channels", Integer.toString(frameBytes));
    }
    return format;
  }
}
