package dev.gme.formats.onnx;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Goes through the fields of a message in the wire format of protocol buffers, without knowing what
 * they mean. Every length is checked against the bytes that are there, and nothing is copied but
 * texts.
 *
 * <pre>{@code
 * for (ProtoMessage m = new ProtoMessage(file, bytes); m.next(); ) {
 *   switch (m.field()) {
 *     case 7 -> graph(m.message());
 *     case 1 -> version = m.number();
 *     default -> {}
 *   }
 * }
 * }</pre>
 */
final class ProtoMessage {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  private static final String DAMAGED =
      "the file is damaged or no ONNX network: make or copy it again";

  private final Path file;
  private final byte[] bytes;
  private final int end;
  private int at;

  private int field;
  private int wire;
  private long number;
  private int start;
  private int length;

  ProtoMessage(Path file, byte[] bytes) {
    this(file, bytes, 0, bytes.length);
  }

  private ProtoMessage(Path file, byte[] bytes, int from, int to) {
    this.file = file;
    this.bytes = bytes;
    this.at = from;
    this.end = to;
  }

  /** Goes to the next field, if there is one. */
  boolean next() {
    if (at == end) {
      return false;
    }
    long tag = varint();
    wire = (int) (tag & 7);
    if (tag >>> 3 == 0 || tag >>> 3 > Integer.MAX_VALUE) {
      throw damaged("expected a field, found one with the number " + (tag >>> 3));
    }
    field = (int) (tag >>> 3);
    switch (wire) {
      case VARINT -> number = varint();
      case FIXED64 -> take(Long.BYTES);
      case FIXED32 -> take(Integer.BYTES);
      case BYTES -> {
        long n = varint();
        if (n < 0 || n > end - at) {
          throw damaged(
              "expected " + Long.toUnsignedString(n) + " bytes of a field, found " + (end - at));
        }
        take((int) n);
      }
      default -> throw damaged("expected a field, found one of the unknown type " + wire);
    }
    return true;
  }

  private void take(int n) {
    if (n > end - at) {
      throw damaged("expected " + n + " bytes of a field, found " + (end - at));
    }
    start = at;
    length = n;
    at += n;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (at == end) {
        throw damaged("expected more of a number, found the end of a field");
      }
      byte b = bytes[at++];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw damaged("expected a number, found more than ten bytes of one");
  }

  /** The number by which the field is known. */
  int field() {
    return field;
  }

  /** The value of a field with a number. */
  long number() {
    require(VARINT);
    return number;
  }

  /** How many bytes a field with bytes has. */
  int length() {
    require(BYTES);
    return length;
  }

  String text() {
    require(BYTES);
    return new String(bytes, start, length, StandardCharsets.UTF_8);
  }

  /** The field as a message of its own. */
  ProtoMessage message() {
    require(BYTES);
    return new ProtoMessage(file, bytes, start, start + length);
  }

  /** Hears a number. */
  interface Numbers {
    void add(long number);
  }

  /** The value of a field of which there may be many, one by one or packed into one. */
  void numbers(Numbers to) {
    if (wire == VARINT) {
      to.add(number);
      return;
    }
    ProtoMessage packed = message();
    while (packed.at < packed.end) {
      to.add(packed.varint());
    }
  }

  private void require(int expected) {
    if (wire != expected) {
      throw damaged("expected another type of the field " + field + ", found the type " + wire);
    }
  }

  /** What is said where the file is not what it should be. */
  GmeException damaged(String found) {
    return BadFile.at(file, found + " (before byte " + at + ")", DAMAGED);
  }
}
