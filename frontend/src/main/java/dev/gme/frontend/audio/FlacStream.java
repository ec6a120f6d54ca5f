package dev.gme.frontend.audio;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * FLAC files (RFC 9639). Every checksum is checked: of frame headers, of frames, and, when all of
 * the recording was read, the MD5 sum of its samples. Memory is bounded by the largest block, 65535
 * samples of 8 channels.
 */
final class FlacStream extends AudioStream {
  private final AudioBytes in;
  private final FlacBits bits;
  private final FlacSubframe subframe;
  private final AudioFormat format;
  private final int depth;
  private final byte[] md5;
  private final MessageDigest digest;
  private final long[][] x;

  /** Samples of the current block, how many of them were handed out, and of the whole file. */
  private int n;

  private int used;
  private long decoded;

  private FlacStream(AudioBytes in, AudioFormat format, int depth, byte[] md5) {
    super(in);
    this.in = in;
    this.format = format;
    this.depth = depth;
    this.md5 = md5;
    this.bits = new FlacBits(in);
    this.subframe = new FlacSubframe(in, bits);
    this.x = new long[format.channels()][0];
    try {
      this.digest = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has MD5", e);
    }
  }

  /** Reads what follows the word fLaC. */
  static AudioStream open(AudioBytes in) {
    FlacStream stream = null;
    boolean last = false;
    while (!last) {
      int head = in.need();
      last = (head & 0x80) != 0;
      int size = in.need() << 16 | in.need() << 8 | in.need();
      if (stream == null) {
        if ((head & 0x7f) != 0 || size != 34) {
          throw in.damaged("the stream information first", "block " + (head & 0x7f));
        }
        stream = streamInfo(in);
      } else {
        in.skip(size);
      }
    }
    return stream;
  }

  private static FlacStream streamInfo(AudioBytes in) {
    byte[] info = in.needBytes(34);
    long sizes = ByteBuffer.wrap(info).getLong(10);
    int rate = (int) (sizes >>> 44);
    int channels = (int) (sizes >>> 41 & 7) + 1;
    int depth = (int) (sizes >>> 36 & 31) + 1;
    long frames = sizes & 0xfffffffffL;
    if (depth < 4) {
      throw in.damaged("4 to 32 bits per sample", Integer.toString(depth));
    }
    AudioFormat format =
        new AudioFormat("FLAC", Encoding.FLAC, rate, channels, frames == 0 ? -1 : frames);
    return new FlacStream(in, format.checked(in), depth, Arrays.copyOfRange(info, 18, 34));
  }

  @Override
  public AudioFormat format() {
    return format;
  }

  @Override
  public int read(double[] block) {
    if (used == n && !nextFrame()) {
      return 0;
    }
    int channels = format.channels();
    int part = Math.min(n - used, block.length / channels);
    double unit = Math.scalb(1.0, 16 - depth);
    for (int i = 0; i < part; i++) {
      for (int c = 0; c < channels; c++) {
        block[i * channels + c] = x[c][used + i] * unit;
      }
    }
    used += part;
    return part;
  }

  private boolean nextFrame() {
    int first = decoded == format.frames() ? -1 : in.read();
    if (first < 0) {
      finish();
      return false;
    }
    bits.startFrame(first);
    if (first != 0xff || bits.read(7) != 0x7c) {
      throw in.damaged("the beginning of a frame", "something else");
    }
    bits.read(1); // whether blocks differ in size: each one says its own
    int sizeCode = bits.readInt(4);
    int rateCode = bits.readInt(4);
    int assignment = bits.readInt(4);
    int depthCode = bits.readInt(3);
    bits.read(1);
    skipNumber();
    n = blockSize(sizeCode);
    used = 0;
    int rate = rate(rateCode);
    bits.checkHeader();
    if (rate != format.rate()) {
      throw in.damaged(format.rate() + " samples per second", Integer.toString(rate));
    }
    checkShape(assignment, depthCode);
    decode(assignment);
    bits.checkFrame();
    decoded += n;
    if (format.frames() >= 0 && decoded > format.frames()) {
      throw in.damaged(format.frames() + " samples", Long.toString(decoded));
    }
    return true;
  }

  /** The number of the frame, written like a character of UTF-8. */
  private void skipNumber() {
    int ones = Integer.numberOfLeadingZeros(~(bits.readInt(8) << 24));
    if (ones == 1 || ones > 7) {
      throw in.damaged("the number of a frame", ones + " leading ones");
    }
    for (int i = 1; i < ones; i++) {
      bits.read(8);
    }
  }

  private int blockSize(int code) {
    return switch (code) {
      case 0 -> throw in.damaged("a valid block size", "code 0");
      case 1 -> 192;
      case 2, 3, 4, 5 -> 576 << (code - 2);
      case 6 -> bits.readInt(8) + 1;
      case 7 -> bits.readInt(16) + 1;
      default -> 256 << (code - 8);
    };
  }

  /** Samples per second of the codes 1 to 11. */
  private static final int[] RATES = {
    0, 88200, 176400, 192000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000
  };

  private int rate(int code) {
    return switch (code) {
      case 0 -> format.rate();
      case 12 -> 1000 * bits.readInt(8);
      case 13 -> bits.readInt(16);
      case 14 -> 10 * bits.readInt(16);
      case 15 -> throw in.damaged("a valid sample rate", "code 15");
      default -> RATES[code];
    };
  }

  private void checkShape(int assignment, int depthCode) {
    int channels = assignment < 8 ? assignment + 1 : 2;
    if (assignment > 10 || channels != format.channels()) {
      throw in.damaged(format.channels() + " channels", "channel assignment " + assignment);
    }
    int d =
        switch (depthCode) {
          case 0 -> depth;
          case 1 -> 8;
          case 2 -> 12;
          case 4 -> 16;
          case 5 -> 20;
          case 6 -> 24;
          case 7 -> 32;
          default -> -1;
        };
    if (d != depth) {
      throw in.damaged(depth + " bits per sample", "code " + depthCode);
    }
  }

  private static final int LEFT_SIDE = 8;
  private static final int SIDE_RIGHT = 9;
  private static final int MID_SIDE = 10;

  private void decode(int assignment) {
    for (int c = 0; c < x.length; c++) {
      if (x[c].length < n) {
        x[c] = new long[n];
      }
      // The difference of two channels needs one bit more.
      boolean side = assignment == SIDE_RIGHT ? c == 0 : assignment >= LEFT_SIDE && c == 1;
      subframe.decode(x[c], n, side ? depth + 1 : depth);
    }
    for (int i = 0; assignment >= LEFT_SIDE && i < n; i++) {
      long a = x[0][i];
      long b = x[1][i];
      if (assignment == LEFT_SIDE) {
        x[1][i] = a - b;
      } else if (assignment == SIDE_RIGHT) {
        x[0][i] = a + b;
      } else if (assignment == MID_SIDE) {
        long sum = 2 * a + (b & 1);
        x[0][i] = (sum + b) >> 1;
        x[1][i] = (sum - b) >> 1;
      }
    }
    digest();
  }

  private void digest() {
    int bytes = (depth + 7) / 8;
    long limit = 1L << (depth - 1);
    byte[] out = new byte[n * x.length * bytes];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (long[] channel : x) {
        long v = channel[i];
        if (v < -limit || v >= limit) {
          throw in.damaged("samples of " + depth + " bits", Long.toString(v));
        }
        for (int b = 0; b < bytes; b++) {
          out[at++] = (byte) (v >> (8 * b));
        }
      }
    }
    digest.update(out);
  }

  private void finish() {
    if (format.frames() >= 0 && decoded < format.frames()) {
      throw in.truncated();
    }
    boolean stated = !Arrays.equals(md5, new byte[16]);
    if (n > 0 && stated && !Arrays.equals(md5, digest.digest())) {
      throw in.damaged("samples with the MD5 sum of the header", "others");
    }
    n = 0;
    used = 0;
  }
}
