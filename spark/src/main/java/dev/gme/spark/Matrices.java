package dev.gme.spark;

import dev.gme.core.linalg.DoubleMatrix;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/** Named matrices on their way from one process to another. */
final class Matrices implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String[] names;
  private final int[] rows;
  private final int[] cols;
  private final double[][] elements;

  Matrices(Map<String, DoubleMatrix> all) {
    int n = all.size();
    names = all.keySet().toArray(new String[0]);
    rows = new int[n];
    cols = new int[n];
    elements = new double[n][];
    for (int i = 0; i < n; i++) {
      DoubleMatrix m = all.get(names[i]);
      rows[i] = m.rows();
      cols[i] = m.cols();
      elements[i] = m.array();
    }
  }

  Map<String, DoubleMatrix> toMap() {
    Map<String, DoubleMatrix> out = new LinkedHashMap<>();
    for (int i = 0; i < names.length; i++) {
      out.put(names[i], DoubleMatrix.wrap(rows[i], cols[i], elements[i]));
    }
    return out;
  }
}
