package dev.gme.frontend.audio;

import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** NIST SPHERE files: a header of text lines, then samples. */
final class SphereHeader {
  /** All that were ever seen have 1024 bytes; this allows for long comments. */
  private static final int MAX_HEADER = 1 << 20;

  private final AudioBytes in;
  private final Map<String, String> fields = new HashMap<>();

  private SphereHeader(AudioBytes in) {
    this.in = in;
  }

  /** Reads what follows the word NIST. */
  static AudioStream open(AudioBytes in) {
    String second = in.text(12);
    String length = second.substring(4).trim();
    if (!second.startsWith("_1A\n") || !length.matches("\\d{1,7}")) {
      throw in.damaged("a NIST_1A header", "'NIST" + second.strip() + "'");
    }
    int size = Integer.parseInt(length);
    if (size < 16 || size > MAX_HEADER) {
      throw in.damaged("a header of 16 to " + MAX_HEADER + " bytes", Integer.toString(size));
    }
    if (size - 16 > in.remaining()) {
      throw in.truncated();
    }
    SphereHeader header = new SphereHeader(in);
    header.parse(in.text(size - 16));
    return header.samples();
  }

  /** Lines of a name, a type and a value. */
  private void parse(String text) {
    for (String line : text.lines().toList()) {
      List<String> f = List.of(line.strip().split("\\s+", 3));
      if (f.get(0).equals("end_head")) {
        return;
      }
      if (f.size() == 3) {
        fields.put(f.get(0), f.get(2));
      }
    }
    throw in.damaged("the line end_head", "the end of the header");
  }

  private AudioStream samples() {
    String coding = fields.getOrDefault("sample_coding", "pcm");
    int bytes = number("sample_n_bytes", coding.equals("pcm") ? 2 : 1);
    Encoding encoding =
        switch (coding) {
          case "pcm" -> Encoding.pcm(bytes <= 4 ? 8 * bytes : 0);
          case "ulaw", "mu-law" -> Encoding.MU_LAW;
          case "alaw" -> Encoding.A_LAW;
          default -> null;
        };
    if (encoding == null || encoding.bytes() != bytes) {
      throw in.unsupported("SPHERE samples coded as '" + coding + "' with " + bytes + " bytes");
    }
    AudioFormat format =
        new AudioFormat(
                "SPHERE", encoding, number("sample_rate", -1), number("channel_count", 1), -1)
            .checked(in);
    long frames = number("sample_count", -1);
    long size = fields.containsKey("sample_count") ? frames * format.frameBytes() : in.remaining();
    return new PcmStream(in, format, order(bytes), size);
  }

  /**
   * "01" is little-endian, "10" big-endian; the digits are the order of the bytes. Samples of 3 and
   * 4 bytes have as many digits by NIST's rule, but sox writes two of them there as well.
   */
  private ByteOrder order(int bytes) {
    if (bytes == 1) {
      return ByteOrder.LITTLE_ENDIAN;
    }
    String order = String.valueOf(fields.get("sample_byte_format")).strip();
    String ascending = "0123".substring(0, bytes);
    if (order.equals(ascending) || order.equals("01")) {
      return ByteOrder.LITTLE_ENDIAN;
    }
    if (order.equals(new StringBuilder(ascending).reverse().toString()) || order.equals("10")) {
      return ByteOrder.BIG_ENDIAN;
    }
    if (order.matches("[0-3]{2,4}")) {
      throw in.unsupported("SPHERE samples in the byte order '" + order + "'");
    }
    throw in.damaged("a sample_byte_format for " + bytes + " bytes", order);
  }

  private int number(String field, int otherwise) {
    String text = fields.get(field);
    if (text == null) {
      return otherwise;
    }
    if (!text.strip().matches("\\d{1,9}")) {
      throw in.damaged("a number as " + field, "'" + text + "'");
    }
    return Integer.parseInt(text.strip());
  }
}
