package dev.gme.formats.onnx;

import dev.gme.formats.io.BadFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Goes through all of an ONNX file, the graphs inside of graphs too. Field numbers are those of
 * onnx.proto.
 */
final class OnnxWalk {
  /** Graphs inside of graphs, as those of a branch; deeper ones would fill the stack. */
  private static final int DEEPEST = 16;

  /** Nodes and tensors: far above any network, and few enough to remember their names. */
  private static final int MOST_PARTS = 1_000_000;

  private static final int MOST_AXES = 8;

  /** Of ONNX, and of the runtime itself, which writes them into networks that it has shortened. */
  private static final Set<String> DOMAINS =
      Set.of("", "ai.onnx", "ai.onnx.ml", "com.microsoft", "com.microsoft.nchwc");

  private final Path file;
  private final Map<String, String> metadata = new LinkedHashMap<>();
  private final List<OnnxPort> inputs = new ArrayList<>();
  private final List<OnnxPort> outputs = new ArrayList<>();
  private final Set<String> initializers = new HashSet<>();
  private final Set<String> own = new HashSet<>();
  private final Set<String> asked = new HashSet<>();
  private String producer = "";
  private long opset;
  private long weights;
  private int parts;
  private int graphs;

  OnnxWalk(Path file) {
    this.file = file;
  }

  OnnxModel model(byte[] bytes, String digest) {
    for (ProtoMessage m = new ProtoMessage(file, bytes); m.next(); ) {
      switch (m.field()) {
        case 2 -> producer = m.text() + producer;
        case 3 -> producer = producer + " " + m.text();
        case 7 -> {
          if (graphs++ > 0) {
            throw m.damaged("expected one network, found two");
          }
          graph(m.message(), 0);
        }
        case 8 -> opset(m.message());
        case 14 -> entry(m.message());
        case 25 -> function(m.message());
        default -> {}
      }
    }
    if (graphs == 0 || opset == 0) {
      throw BadFile.at(
          file,
          "expected an ONNX network, found none in " + bytes.length + " bytes",
          "the file is damaged or no ONNX network: make or copy it again");
    }
    for (String domain : asked) {
      if (!DOMAINS.contains(domain) && !own.contains(domain)) {
        throw BadFile.at(
            file,
            "the network asks for operators of "
                + BadFile.quoted(domain)
                + ", which are no part of ONNX",
            "export it with operators of ONNX alone: gme loads no libraries of operators");
      }
    }
    List<OnnxPort> given = inputs.stream().filter(p -> !initializers.contains(p.name())).toList();
    return new OnnxModel(
        digest,
        bytes.length,
        producer.strip(),
        opset,
        given,
        outputs,
        Collections.unmodifiableMap(metadata),
        weights);
  }

  private void opset(ProtoMessage m) {
    String domain = "";
    long version = 0;
    while (m.next()) {
      switch (m.field()) {
        case 1 -> domain = m.text();
        case 2 -> version = m.number();
        default -> {}
      }
    }
    if (domain.isEmpty() || domain.equals("ai.onnx")) {
      opset = version;
    }
  }

  private void entry(ProtoMessage m) {
    String key = "";
    String value = "";
    while (m.next()) {
      switch (m.field()) {
        case 1 -> key = m.text();
        case 2 -> value = m.text();
        default -> {}
      }
    }
    count(m);
    metadata.put(key, value);
  }

  /** A function that the network brings along: its parts are those of a graph. */
  private void function(ProtoMessage m) {
    count(m);
    while (m.next()) {
      switch (m.field()) {
        case 7 -> node(m.message(), 1);
        case 10 -> own.add(m.text());
        case 11 -> attribute(m.message(), 1);
        default -> {}
      }
    }
  }

  private void graph(ProtoMessage m, int depth) {
    if (depth > DEEPEST) {
      throw m.damaged("expected at most " + DEEPEST + " graphs inside of each other, found more");
    }
    while (m.next()) {
      switch (m.field()) {
        case 1 -> node(m.message(), depth);
        case 5 -> {
          String name = tensor(m.message());
          if (depth == 0) {
            initializers.add(name);
          }
        }
        case 11 -> {
          if (depth == 0) {
            inputs.add(port(m.message()));
          }
        }
        case 12 -> {
          if (depth == 0) {
            outputs.add(port(m.message()));
          }
        }
        case 15 -> {
          String name = sparse(m.message());
          if (depth == 0) {
            initializers.add(name);
          }
        }
        default -> {}
      }
    }
  }

  private void node(ProtoMessage m, int depth) {
    count(m);
    String domain = "";
    while (m.next()) {
      switch (m.field()) {
        case 5 -> attribute(m.message(), depth);
        case 7 -> domain = m.text();
        default -> {}
      }
    }
    asked.add(domain);
  }

  private void attribute(ProtoMessage m, int depth) {
    while (m.next()) {
      switch (m.field()) {
        case 5, 10 -> tensor(m.message());
        case 6, 11 -> graph(m.message(), depth + 1);
        case 22, 23 -> sparse(m.message());
        default -> {}
      }
    }
  }

  private String sparse(ProtoMessage m) {
    String name = "";
    while (m.next()) {
      switch (m.field()) {
        case 1 -> name = tensor(m.message());
        case 2 -> tensor(m.message());
        default -> {}
      }
    }
    return name;
  }

  /** Checks a tensor and gives its name. */
  private String tensor(ProtoMessage m) {
    count(m);
    long[] size = {1};
    long type = 0;
    long raw = -1;
    String name = "";
    boolean outside = false;
    while (m.next()) {
      switch (m.field()) {
        case 1 -> m.numbers(n -> size[0] = n < 0 ? -1 : multiplied(size[0], n));
        case 2 -> type = m.number();
        case 8 -> name = m.text();
        case 9 -> raw = m.length();
        case 13 -> outside = true;
        case 14 -> outside |= m.number() != 0;
        default -> {}
      }
    }
    if (outside) {
      throw BadFile.at(
          file,
          "the weights " + BadFile.quoted(name) + " lie in another file, which is not opened",
          "save the network with all of its weights inside");
    }
    int width = OnnxTypes.width(type);
    if (size[0] < 0 || (raw >= 0 && width > 0 && multiplied(size[0], width) != raw)) {
      throw m.damaged(
          "expected as many numbers in the weights "
              + BadFile.quoted(name)
              + " as their shape says, found "
              + Math.max(raw, 0)
              + " bytes");
    }
    weights += OnnxTypes.isReal(type) ? size[0] : 0;
    return name;
  }

  /** A product, or −1 where it is no number of elements. */
  private static long multiplied(long a, long b) {
    return a < 0 || Math.multiplyHigh(a, b) != 0 || a * b < 0 ? -1 : a * b;
  }

  private OnnxPort port(ProtoMessage m) {
    count(m);
    String name = "";
    List<OnnxPort.Axis> axes = new ArrayList<>();
    String[] type = {"other"};
    while (m.next()) {
      switch (m.field()) {
        case 1 -> name = m.text();
        case 2 -> type(m.message(), type, axes);
        default -> {}
      }
    }
    return new OnnxPort(name, type[0], axes);
  }

  private void type(ProtoMessage m, String[] type, List<OnnxPort.Axis> axes) {
    while (m.next()) {
      if (m.field() != 1) {
        continue;
      }
      for (ProtoMessage tensor = m.message(); tensor.next(); ) {
        switch (tensor.field()) {
          case 1 -> type[0] = OnnxTypes.name(tensor.number());
          case 2 -> axes(tensor.message(), axes);
          default -> {}
        }
      }
    }
  }

  private void axes(ProtoMessage shape, List<OnnxPort.Axis> axes) {
    while (shape.next()) {
      if (shape.field() != 1) {
        continue;
      }
      if (axes.size() == MOST_AXES) {
        throw shape.damaged("expected at most " + MOST_AXES + " axes, found more");
      }
      String name = "";
      long size = OnnxPort.FREE;
      for (ProtoMessage axis = shape.message(); axis.next(); ) {
        switch (axis.field()) {
          case 1 -> size = axis.number() > 0 ? axis.number() : OnnxPort.FREE;
          case 2 -> name = axis.text();
          default -> {}
        }
      }
      axes.add(new OnnxPort.Axis(name, size));
    }
  }

  private void count(ProtoMessage m) {
    if (++parts > MOST_PARTS) {
      throw m.damaged("expected at most " + MOST_PARTS + " parts, found more");
    }
  }
}
