package dev.gme.frontend.audio;

/**
 * The bits of a FLAC file, most significant first, with the two checksums of the frame they belong
 * to. Bytes are fetched only when a bit of them is asked for, so the checksums always cover exactly
 * what was read.
 */
final class FlacBits {
  private static final int[] CRC8 = table(0x07, 8);
  private static final int[] CRC16 = table(0x8005, 16);

  private final AudioBytes in;

  /** The bits that were fetched and not read yet are the lowest {@code count} of these. */
  private long bits;

  private int count;
  private int crc8;
  private int crc16;

  FlacBits(AudioBytes in) {
    this.in = in;
  }

  private static int[] table(int polynomial, int width) {
    int top = 1 << (width - 1);
    int[] t = new int[256];
    for (int b = 0; b < 256; b++) {
      int crc = b << (width - 8);
      for (int i = 0; i < 8; i++) {
        crc = (crc & top) == 0 ? crc << 1 : crc << 1 ^ polynomial;
      }
      t[b] = crc & ((1 << width) - 1);
    }
    return t;
  }

  /** Begins a frame whose first byte was read elsewhere. */
  void startFrame(int firstByte) {
    count = 0;
    crc8 = 0;
    crc16 = 0;
    digest(firstByte);
  }

  private void digest(int b) {
    crc8 = CRC8[crc8 ^ b];
    crc16 = (crc16 << 8 ^ CRC16[crc16 >> 8 ^ b]) & 0xffff;
  }

  private void fetch() {
    int b = in.need();
    digest(b);
    bits = bits << 8 | b;
    count += 8;
  }

  /** The next n bits as a number, n from 0 to 56. */
  long read(int n) {
    while (count < n) {
      fetch();
    }
    count -= n;
    return bits >>> count & (1L << n) - 1;
  }

  int readInt(int n) {
    return (int) read(n);
  }

  /** The next n bits as a number with a sign, n from 1 to 56. */
  long readSigned(int n) {
    long v = read(n);
    return v << (64 - n) >> (64 - n);
  }

  /** The number of zeros before the next one. */
  long readUnary() {
    long zeros = 0;
    while (true) {
      if (count == 0) {
        fetch();
      }
      long rest = bits & (1L << count) - 1;
      if (rest != 0) {
        int leading = Long.numberOfLeadingZeros(rest) - (64 - count);
        count -= leading + 1;
        return zeros + leading;
      }
      zeros += count;
      count = 0;
    }
  }

  /** Checks the header so far against the checksum that follows it. */
  void checkHeader() {
    int expected = crc8;
    expect("checksum of a frame header", expected, readInt(8));
  }

  /** Passes over the bits that fill the last byte, and checks the whole frame. */
  void checkFrame() {
    count -= count & 7;
    int expected = crc16;
    expect("checksum of a frame", expected, readInt(16));
  }

  private void expect(String what, int expected, int found) {
    if (expected != found) {
      throw in.damaged(what + " " + expected, Integer.toString(found));
    }
  }
}
