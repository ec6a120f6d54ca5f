package dev.gme.spark;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.train.data.TrainingData;
import java.io.Serializable;
import java.util.List;

/**
 * The recordings of a leaf: whole speakers in the order of their names, the recordings of each in
 * the order of their ids.
 */
final class Leaf implements Numbered, Serializable {
  private static final long serialVersionUID = 1L;

  private final int number;
  private final String[] ids;
  private final int[] speakers;
  private final int dimension;
  private final float[] vectors;

  /** A leaf of rows that are in order. */
  Leaf(int number, List<VectorRow> rows) {
    this.number = number;
    dimension = rows.get(0).vector().length;
    ids = new String[rows.size()];
    speakers = new int[rows.size()];
    vectors = new float[Math.multiplyExact(rows.size(), dimension)];
    for (int r = 0; r < ids.length; r++) {
      VectorRow row = rows.get(r);
      ids[r] = row.id();
      speakers[r] =
          r == 0 ? 0 : speakers[r - 1] + (row.speaker().equals(rows.get(r - 1).speaker()) ? 0 : 1);
      System.arraycopy(row.vector(), 0, vectors, r * dimension, dimension);
    }
  }

  @Override
  public int number() {
    return number;
  }

  String[] ids() {
    return ids;
  }

  /** The vectors as a chain leaves them, with the speaker of each. */
  TrainingData behind(Preprocessing chain) {
    RowSource rows = new Named(FloatMatrix.wrap(ids.length, dimension, vectors), ids);
    return TrainingData.of(chain.steps().isEmpty() ? rows : chain.view(rows), speakers);
  }

  /** Vectors that messages call by their ids. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Named(FloatMatrix matrix, String[] ids) implements RowSource {
    @Override
    public int rows() {
      return matrix.rows();
    }

    @Override
    public int cols() {
      return matrix.cols();
    }

    @Override
    public String name(int row) {
      return "'" + ids[row] + "'";
    }

    @Override
    public DoubleMatrix doubles(int from, int to) {
      return matrix.doubles(from, to);
    }
  }
}
