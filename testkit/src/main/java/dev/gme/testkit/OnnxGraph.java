package dev.gme.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes small ONNX networks, good ones and bad ones, for tests: the wire format of protocol
 * buffers with the field numbers of onnx.proto.
 *
 * <pre>{@code
 * new OnnxGraph()
 *     .input("feats", OnnxGraph.FLOAT, "B", "T", 80)
 *     .node("ReduceMean", List.of("feats"), List.of("embs"), Map.of("axes", new long[] {1}, "keepdims", 0L))
 *     .output("embs", OnnxGraph.FLOAT, "B", 80)
 *     .write(folder.resolve("mean.onnx"));
 * }</pre>
 */
public final class OnnxGraph {
  /** Types of elements. */
  public static final int FLOAT = 1;

  public static final int INT32 = 6;
  public static final int INT64 = 7;
  public static final int DOUBLE = 11;

  private static final int VERSION = 8;
  private static final int OPSET = 13;

  private final ByteArrayOutputStream nodes = new ByteArrayOutputStream();
  private final ByteArrayOutputStream weights = new ByteArrayOutputStream();
  private final ByteArrayOutputStream inputs = new ByteArrayOutputStream();
  private final ByteArrayOutputStream outputs = new ByteArrayOutputStream();
  private final Map<String, String> metadata = new TreeMap<>();
  private int names;

  /** A name for a value that was not there before. */
  public String fresh() {
    return "v" + names++;
  }

  /**
   * Adds an input.
   *
   * @param axes numbers for fixed sizes, words for free ones
   */
  public OnnxGraph input(String name, int type, Object... axes) {
    bytes(inputs, 11, port(name, type, axes));
    return this;
  }

  /** Adds an output, axes as those of an input. */
  public OnnxGraph output(String name, int type, Object... axes) {
    bytes(outputs, 12, port(name, type, axes));
    return this;
  }

  /** Adds an operator of ONNX; attributes are long, long[] or Float. */
  public OnnxGraph node(
      String operator, List<String> from, List<String> to, Map<String, ?> attributes) {
    return node("", operator, from, to, attributes);
  }

  /** Adds an operator of a domain. */
  public OnnxGraph node(
      String domain,
      String operator,
      List<String> from,
      List<String> to,
      Map<String, ?> attributes) {
    ByteArrayOutputStream node = new ByteArrayOutputStream();
    from.forEach(name -> text(node, 1, name));
    to.forEach(name -> text(node, 2, name));
    text(node, 4, operator);
    new TreeMap<>(attributes).forEach((name, value) -> bytes(node, 5, attribute(name, value)));
    if (!domain.isEmpty()) {
      text(node, 7, domain);
    }
    bytes(nodes, 1, node);
    return this;
  }

  /** Adds an operator with one output, and gives the name of that. */
  public String then(String operator, Map<String, ?> attributes, String... from) {
    String to = fresh();
    node(operator, List.of(from), List.of(to), attributes);
    return to;
  }

  /** Adds weights, and gives their name. */
  public String weights(float[] values, long... shape) {
    ByteBuffer raw =
        ByteBuffer.allocate(Float.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
    raw.asFloatBuffer().put(values);
    String name = fresh();
    bytes(weights, 5, tensor(name, FLOAT, raw.array(), shape));
    return name;
  }

  /** Adds whole numbers, such as a shape, and gives their name. */
  public String integers(long... values) {
    ByteBuffer raw = ByteBuffer.allocate(Long.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
    raw.asLongBuffer().put(values);
    String name = fresh();
    bytes(weights, 5, tensor(name, INT64, raw.array(), values.length));
    return name;
  }

  /** Adds weights that lie in another file, and gives their name. */
  public String outside(String place, long... shape) {
    String name = fresh();
    ByteArrayOutputStream tensor = tensor(name, FLOAT, null, shape);
    ByteArrayOutputStream entry = new ByteArrayOutputStream();
    text(entry, 1, "location");
    text(entry, 2, place);
    bytes(tensor, 13, entry);
    number(tensor, 14, 1);
    bytes(weights, 5, tensor);
    return name;
  }

  /** Adds an entry of the metadata. */
  public OnnxGraph metadata(String key, String value) {
    metadata.put(key, value);
    return this;
  }

  /** The network as a file. */
  public byte[] bytes() {
    ByteArrayOutputStream graph = new ByteArrayOutputStream();
    graph.writeBytes(nodes.toByteArray());
    text(graph, 2, "graph");
    graph.writeBytes(weights.toByteArray());
    graph.writeBytes(inputs.toByteArray());
    graph.writeBytes(outputs.toByteArray());
    ByteArrayOutputStream opset = new ByteArrayOutputStream();
    number(opset, 2, OPSET);
    ByteArrayOutputStream model = new ByteArrayOutputStream();
    number(model, 1, VERSION);
    text(model, 2, "gme tests");
    bytes(model, 7, graph);
    bytes(model, 8, opset);
    metadata.forEach(
        (key, value) -> {
          ByteArrayOutputStream entry = new ByteArrayOutputStream();
          text(entry, 1, key);
          text(entry, 2, value);
          bytes(model, 14, entry);
        });
    return model.toByteArray();
  }

  /** Writes the network. */
  public Path write(Path file) throws IOException {
    return Files.write(file, bytes());
  }

  private static ByteArrayOutputStream port(String name, int type, Object... axes) {
    ByteArrayOutputStream shape = new ByteArrayOutputStream();
    for (Object axis : axes) {
      ByteArrayOutputStream one = new ByteArrayOutputStream();
      if (axis instanceof Integer size) {
        number(one, 1, size);
      } else {
        text(one, 2, axis.toString());
      }
      bytes(shape, 1, one);
    }
    ByteArrayOutputStream tensor = new ByteArrayOutputStream();
    number(tensor, 1, type);
    bytes(tensor, 2, shape);
    ByteArrayOutputStream ofTensor = new ByteArrayOutputStream();
    bytes(ofTensor, 1, tensor);
    ByteArrayOutputStream port = new ByteArrayOutputStream();
    text(port, 1, name);
    bytes(port, 2, ofTensor);
    return port;
  }

  private static ByteArrayOutputStream tensor(String name, int type, byte[] raw, long... shape) {
    ByteArrayOutputStream tensor = new ByteArrayOutputStream();
    for (long size : shape) {
      number(tensor, 1, size);
    }
    number(tensor, 2, type);
    text(tensor, 8, name);
    if (raw != null) {
      bytes(tensor, 9, raw);
    }
    return tensor;
  }

  private static ByteArrayOutputStream attribute(String name, Object value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    text(out, 1, name);
    if (value instanceof Long one) {
      number(out, 3, one);
      number(out, 20, 2);
    } else if (value instanceof Float real) {
      varint(out, (2 << 3) | 5);
      out.writeBytes(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(real).array());
      number(out, 20, 1);
    } else if (value instanceof long[] many) {
      for (long one : many) {
        number(out, 8, one);
      }
      number(out, 20, 7);
    } else {
      throw new IllegalArgumentException("an attribute " + value.getClass());
    }
    return out;
  }

  private static void number(ByteArrayOutputStream out, int field, long value) {
    varint(out, (long) field << 3);
    varint(out, value);
  }

  private static void text(ByteArrayOutputStream out, int field, String value) {
    bytes(out, field, value.getBytes(StandardCharsets.UTF_8));
  }

  private static void bytes(ByteArrayOutputStream out, int field, ByteArrayOutputStream value) {
    bytes(out, field, value.toByteArray());
  }

  private static void bytes(ByteArrayOutputStream out, int field, byte[] value) {
    varint(out, ((long) field << 3) | 2);
    varint(out, value.length);
    out.writeBytes(value);
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      out.write((int) (left & 0x7f) | 0x80);
      left >>>= 7;
    }
    out.write((int) left);
  }
}
