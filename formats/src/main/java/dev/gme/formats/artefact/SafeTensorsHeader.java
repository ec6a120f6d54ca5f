package dev.gme.formats.artefact;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.Half;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What stands before the tensors: checked so that they lie one after the other and fill the file.
 *
 * @param entries in the order of their elements
 */
record SafeTensorsHeader(List<Entry> entries, Map<String, String> metadata) {
  private static final String DAMAGED = "the file is damaged or of another kind: write it again";

  private static final String METADATA = "__metadata__";

  /** Types of elements that can be read. */
  enum Type {
    F16(2) {
      @Override
      double next(ByteBuffer in) {
        return Half.toFloat(in.getShort());
      }
    },
    BF16(2) {
      @Override
      double next(ByteBuffer in) {
        return Float.intBitsToFloat(in.getShort() << 16);
      }
    },
    F32(4) {
      @Override
      double next(ByteBuffer in) {
        return in.getFloat();
      }
    },
    F64(8) {
      @Override
      double next(ByteBuffer in) {
        return in.getDouble();
      }
    };

    private final int width;

    Type(int width) {
      this.width = width;
    }

    int width() {
      return width;
    }

    abstract double next(ByteBuffer in);
  }

  /** A tensor; one of fewer than two dimensions is a matrix of one row. */
  record Entry(String name, Type type, int rows, int cols, long start, long end) {}

  static SafeTensorsHeader read(String file, InputStream in, long size) throws IOException {
    byte[] start = in.readNBytes(8);
    long n =
        start.length < 8 ? -1 : ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getLong();
    if (n < 2 || n > LongJson.LONGEST || n > size - 8) {
      throw BadFile.at(file, "expected a safetensors file, found something else", DAMAGED);
    }
    JsonNode root;
    try {
      // As text: Jackson would take some damaged headers for other encodings.
      root = LongJson.tree(file, new String(in.readNBytes((int) n), StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      throw BadFile.at(file, "the header is not the JSON of a safetensors file", DAMAGED);
    }
    if (root == null || !root.isObject()) {
      throw BadFile.at(file, "the header is not the JSON of a safetensors file", DAMAGED);
    }
    Map<String, String> metadata = new LinkedHashMap<>();
    List<Entry> entries = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : root.properties()) {
      if (field.getKey().equals(METADATA)) {
        field.getValue().properties().forEach(m -> metadata.put(m.getKey(), m.getValue().asText()));
      } else {
        entries.add(entry(file, field.getKey(), field.getValue()));
      }
    }
    entries.sort(Comparator.comparingLong(Entry::start).thenComparingLong(Entry::end));
    long at = 0;
    for (Entry e : entries) {
      if (e.start != at) {
        throw bad(file, e.name, "does not begin where the one before it ends");
      }
      at = e.end;
    }
    if (at != size - 8 - n) {
      throw BadFile.truncated(file, "the tensors", at, size - 8 - n);
    }
    return new SafeTensorsHeader(List.copyOf(entries), Collections.unmodifiableMap(metadata));
  }

  /** A header to be written; the entries lie one after the other. */
  static SafeTensorsHeader of(List<Entry> entries, Map<String, String> metadata) {
    return new SafeTensorsHeader(List.copyOf(entries), metadata);
  }

  /** What stands before the elements of the first tensor, which begin at a multiple of eight. */
  byte[] toBytes(String file) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ObjectNode meta = root.putObject(METADATA);
    metadata.forEach(meta::put);
    for (Entry e : entries) {
      ObjectNode entry = root.putObject(e.name);
      entry.put("dtype", e.type.name());
      entry.putArray("shape").add(e.rows).add(e.cols);
      entry.putArray("data_offsets").add(e.start).add(e.end);
    }
    byte[] text = root.toString().getBytes(StandardCharsets.UTF_8);
    // A reader may map the elements.
    int padded = (text.length + 7) / 8 * 8;
    if (padded > LongJson.LONGEST) {
      throw BadFile.at(
          file,
          "the names of so many vectors do not fit into the header of a safetensors file, which"
              + " takes 100 million bytes",
          "write another format");
    }
    ByteBuffer out = ByteBuffer.allocate(8 + padded).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(padded).put(text);
    while (out.hasRemaining()) {
      out.put((byte) ' ');
    }
    return out.array();
  }

  private static Entry entry(String file, String name, JsonNode node) {
    Type type = null;
    for (Type t : Type.values()) {
      type = t.name().equals(node.path("dtype").asText()) ? t : type;
    }
    if (type == null) {
      throw bad(file, name, "is not of type F16, BF16, F32 or F64");
    }
    JsonNode shape = node.path("shape");
    JsonNode offsets = node.path("data_offsets");
    if (!shape.isArray() || shape.size() > 2 || offsets.size() != 2) {
      throw bad(file, name, "is not a vector or matrix");
    }
    long rows = shape.size() == 2 ? shape.path(0).asLong(-1) : 1;
    long cols = shape.isEmpty() ? 1 : shape.path(shape.size() - 1).asLong(-1);
    long start = offsets.path(0).asLong(-1);
    long end = offsets.path(1).asLong(-1);
    boolean sized =
        rows >= 0 && cols >= 0 && rows <= Integer.MAX_VALUE && cols <= Integer.MAX_VALUE;
    if (!sized || rows * cols > Long.MAX_VALUE / type.width) {
      throw bad(file, name, "has an impossible size");
    }
    if (start < 0 || end - start != rows * cols * type.width) {
      throw bad(file, name, "does not have the bytes that its shape needs");
    }
    return new Entry(name, type, (int) rows, (int) cols, start, end);
  }

  private static GmeException bad(String file, String name, String what) {
    return BadFile.at(file, "the tensor " + BadFile.quoted(name) + " " + what, DAMAGED);
  }
}
