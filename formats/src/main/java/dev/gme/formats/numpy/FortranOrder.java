package dev.gme.formats.numpy;

import java.lang.reflect.Array;
import java.util.List;

/** Arrays whose first index runs fastest. */
final class FortranOrder {
  private FortranOrder() {}

  /** For each place in Fortran order, the place of that element in C order. */
  static int[] of(List<Integer> shape) {
    int n = shape.stream().reduce(1, Math::multiplyExact);
    int[] order = new int[n];
    int[] index = new int[shape.size()];
    int[] stride = new int[shape.size()];
    int next = 1;
    for (int k = shape.size() - 1; k >= 0; k--) {
      stride[k] = next;
      next *= shape.get(k);
    }
    int place = 0;
    for (int i = 0; i < n; i++) {
      order[i] = place;
      for (int k = 0; k < index.length; k++) {
        place += stride[k];
        if (++index[k] < shape.get(k)) {
          break;
        }
        place -= stride[k] * index[k];
        index[k] = 0;
      }
    }
    return order;
  }

  /** A copy in C order of an array, of whatever type, that is in Fortran order. */
  static Object toC(Object elements, List<Integer> shape) {
    int[] order = of(shape);
    Object out = Array.newInstance(elements.getClass().getComponentType(), order.length);
    if (elements instanceof float[] from && out instanceof float[] to) {
      for (int i = 0; i < order.length; i++) {
        to[order[i]] = from[i];
      }
    } else if (elements instanceof double[] from && out instanceof double[] to) {
      for (int i = 0; i < order.length; i++) {
        to[order[i]] = from[i];
      }
    } else {
      for (int i = 0; i < order.length; i++) {
        Array.set(out, order[i], Array.get(elements, i));
      }
    }
    return out;
  }
}
