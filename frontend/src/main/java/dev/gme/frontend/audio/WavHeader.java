package dev.gme.frontend.audio;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** WAVE files: plain and extensible headers, in either byte order (RIFF, RIFX) and large (RF64). */
final class WavHeader {
  private static final int PCM = 1;
  private static final int FLOAT = 3;
  private static final int A_LAW = 6;
  private static final int MU_LAW = 7;
  private static final int EXTENSIBLE = 0xfffe;

  private final AudioBytes in;
  private final ByteOrder order;

  /** Size of the samples in bytes, where a chunk of its own states it; else −1. */
  private long largeSize = -1;

  private AudioFormat format;

  private WavHeader(AudioBytes in, ByteOrder order) {
    this.in = in;
    this.order = order;
  }

  /** After "RIFF" and its like. */
  static AudioStream open(AudioBytes in, ByteOrder order) {
    return new WavHeader(in, order).open();
  }

  private AudioStream open() {
    in.skip(4); // The size of the whole is wrong in too many files to be of use.
    String form = in.text(4);
    if (!form.equals("WAVE")) {
      throw in.unsupported("a RIFF file of kind '" + form + "'");
    }
    while (true) {
      String id = in.text(4);
      long size = need(4).getInt() & 0xffffffffL;
      switch (id) {
        case "data" -> {
          return samples(size);
        }
        case "fmt " -> format = format(size);
        case "ds64" -> largeSize = largeSize(size);
        default -> in.skip(size + (size & 1));
      }
    }
  }

  private ByteBuffer need(int bytes) {
    return in.need(bytes).order(order);
  }

  private AudioStream samples(long size) {
    if (format == null) {
      throw in.damaged("the chunk 'fmt ' before the samples", "'data'");
    }
    long known = size == 0xffffffffL && largeSize >= 0 ? largeSize : size;
    return new PcmStream(in, format, order, isUnknown(known) ? in.remaining() : known);
  }

  /** What programs write that do not know the length yet, or were stopped before they did. */
  private static boolean isUnknown(long size) {
    return size == 0 || size == 0xffffffffL || size == 0x7fffffffL || size == 0x7ffff000L;
  }

  private long largeSize(long size) {
    if (size < 16) {
      throw in.damaged("a chunk 'ds64' of 16 bytes or more", size + " bytes");
    }
    long samples = need(16).getLong(8);
    in.skip(size - 16 + (size & 1));
    if (samples < 0) {
      throw in.damaged("a size of the samples", Long.toUnsignedString(samples) + " bytes");
    }
    return samples;
  }

  private AudioFormat format(long size) {
    if (size < 16) {
      throw in.damaged("a format chunk of 16 bytes or more", size + " bytes");
    }
    ByteBuffer f = need(16);
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
      tag = need(2).getShort() & 0xffff;
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
    AudioFormat found = new AudioFormat("WAV", encoding, rate, channels, -1).checked(in);
    if (frameBytes != found.frameBytes()) {
      throw in.damaged(
          found.frameBytes() + " bytes for all channels", Integer.toString(frameBytes));
    }
    return found;
  }
}
