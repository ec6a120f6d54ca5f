package dev.gme.formats.onnx;

import java.util.List;
import java.util.stream.Collectors;

/**
 * An input or output of a network.
 *
 * <pre>{@code
 * new OnnxPort("feats", "float32", List.of(new OnnxPort.Axis("B", OnnxPort.FREE), ...)).toString();
 * // feats: float32 [B,T,80]
 * }</pre>
 *
 * @param type of its numbers, as NumPy calls it
 * @param axes their sizes; none where the file does not say them
 */
public record OnnxPort(String name, String type, List<Axis> axes) {
  /** The size of an axis that may have any. */
  public static final long FREE = -1;

  /**
   * An axis.
   *
   * @param name that the file gives to a free axis, or empty
   * @param size or {@link #FREE}
   */
  public record Axis(String name, long size) {
    public boolean isFree() {
      return size == FREE;
    }

    @Override
    public String toString() {
      return isFree() ? name.isEmpty() ? "?" : name : Long.toString(size);
    }
  }

  public OnnxPort {
    axes = List.copyOf(axes);
  }

  /** The number of axes. */
  public int rank() {
    return axes.size();
  }

  @Override
  public String toString() {
    return name
        + ": "
        + type
        + axes.stream().map(Axis::toString).collect(Collectors.joining(",", " [", "]"));
  }
}
