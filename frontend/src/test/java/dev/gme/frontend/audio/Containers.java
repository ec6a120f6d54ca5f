package dev.gme.frontend.audio;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes small audio files for tests, the wrong ones too. */
final class Containers {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteOrder order;

  Containers(ByteOrder order) {
    this.order = order;
  }

  static Containers little() {
    return new Containers(ByteOrder.LITTLE_ENDIAN);
  }

  static Containers big() {
    return new Containers(ByteOrder.BIG_ENDIAN);
  }

  Containers text(String s) {
    out.writeBytes(s.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  Containers raw(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  Containers u8(int... values) {
    for (int v : values) {
      out.write(v);
    }
    return this;
  }

  Containers u16(int... values) {
    for (int v : values) {
      out.writeBytes(ByteBuffer.allocate(2).order(order).putShort((short) v).array());
    }
    return this;
  }

  Containers u32(long... values) {
    for (long v : values) {
      out.writeBytes(ByteBuffer.allocate(4).order(order).putInt((int) v).array());
    }
    return this;
  }

  Containers f64(double... values) {
    for (double v : values) {
      out.writeBytes(ByteBuffer.allocate(8).order(order).putDouble(v).array());
    }
    return this;
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  /** A plain WAV header up to the samples. */
  static Containers wav(int tag, int channels, int rate, int bits, long dataBytes) {
    return little()
        .text("RIFF")
        .u32(36 + dataBytes)
        .text("WAVEfmt ")
        .u32(16)
        .u16(tag, channels)
        .u32(rate, (long) rate * channels * bits / 8)
        .u16(channels * bits / 8, bits)
        .text("data")
        .u32(dataBytes);
  }

  /** An AIFF-C file up to the samples; 8000 Hz. */
  static Containers aifc(String kind, int channels, int frames, int bits, long dataBytes) {
    return big()
        .text("FORM")
        .u32(50 + dataBytes)
        .text("AIFCCOMM")
        .u32(24)
        .u16(channels)
        .u32(frames)
        .u16(bits)
        .u16(0x400b, 0xfa00, 0, 0, 0)
        .text(kind)
        .u16(0)
        .text("SSND")
        .u32(8 + dataBytes, 0, 0);
  }

  static Containers au(int code, int channels, long dataBytes) {
    return big().text(".snd").u32(24, dataBytes, code, 8000, channels);
  }

  /** A SPHERE file up to the samples, with the given lines in its header. */
  static Containers sphere(String lines) {
    String head = "NIST_1A\n   1024\n" + lines + "end_head\n";
    return big().text(head + " ".repeat(1024 - head.length()));
  }

  /** A FLAC file of 16 bits and 8 kHz: blocks of 65536 samples, each in 15 bytes or so. */
  static Containers flacOfConstants(int blocks) {
    Containers out = big().text("fLaC").u8(0x80, 0, 0, 34);
    out.u16(65535, 65535).u8(0, 0, 0, 0, 0, 0);
    // 20 bits of rate, 3 of channels, 5 of depth, 36 of samples, whose number is not stated.
    long sizes = 8000L << 44 | 15L << 36;
    for (int shift = 56; shift >= 0; shift -= 8) {
      out.u8((int) (sizes >>> shift) & 0xff);
    }
    out.text("\0".repeat(16));
    for (int block = 0; block < blocks; block++) {
      Containers header = big().u8(0xff, 0xf8, 0x70, 0, block & 0x7f).u8(0xff, 0xff);
      Containers frame = big().raw(header.bytes()).u8(crc(header.bytes(), 8, 0x07));
      frame.u8(0, 0, 5);
      out.raw(frame.bytes()).u16(crc(frame.bytes(), 16, 0x8005));
    }
    return out;
  }

  private static int crc(byte[] bytes, int width, int polynomial) {
    int crc = 0;
    for (byte b : bytes) {
      crc ^= (b & 0xff) << (width - 8);
      for (int i = 0; i < 8; i++) {
        boolean carry = (crc >> (width - 1) & 1) != 0;
        crc = (crc << 1 ^ (carry ? polynomial : 0)) & ((1 << width) - 1);
      }
    }
    return crc;
  }
}
