package dev.gme.formats.onnx;

import java.util.Map;

/** The types of elements, by their numbers in onnx.proto, under the names that NumPy has. */
final class OnnxTypes {
  private record Type(String name, int width) {}

  private static final Map<Long, Type> TYPES =
      Map.ofEntries(
          Map.entry(1L, new Type("float32", 4)),
          Map.entry(2L, new Type("uint8", 1)),
          Map.entry(3L, new Type("int8", 1)),
          Map.entry(4L, new Type("uint16", 2)),
          Map.entry(5L, new Type("int16", 2)),
          Map.entry(6L, new Type("int32", 4)),
          Map.entry(7L, new Type("int64", 8)),
          Map.entry(8L, new Type("string", 0)),
          Map.entry(9L, new Type("bool", 1)),
          Map.entry(10L, new Type("float16", 2)),
          Map.entry(11L, new Type("float64", 8)),
          Map.entry(12L, new Type("uint32", 4)),
          Map.entry(13L, new Type("uint64", 8)),
          Map.entry(16L, new Type("bfloat16", 2)));

  private OnnxTypes() {}

  static String name(long type) {
    Type known = TYPES.get(type);
    return known == null ? "other" : known.name;
  }

  /** Bytes of an element, 0 where that is not known. */
  static int width(long type) {
    Type known = TYPES.get(type);
    return known == null ? 0 : known.width;
  }

  /** Whether elements are what training learns: not counts, places or texts. */
  static boolean isReal(long type) {
    return name(type).contains("float");
  }
}
