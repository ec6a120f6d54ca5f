package dev.gme.core.train.discriminative;

import dev.gme.core.score.tile.PairTiles;

/** A matrix in the caller's order that tiles are copied into, or out of. */
final class TileMatrix {
  private final int cols;
  final float[] values;

  TileMatrix(int rows, int cols) {
    this.cols = cols;
    values = new float[Math.multiplyExact(rows, cols)];
  }

  /** Takes the scores of all tiles. */
  PairTiles.Loss taking() {
    return new Transfer() {
      @Override
      void move(float[] tile, int at, int place) {
        values[place] = tile[at];
      }
    };
  }

  /** Gives its values as the derivatives with respect to the scores. */
  PairTiles.Loss giving() {
    return new Transfer() {
      @Override
      void move(float[] tile, int at, int place) {
        tile[at] = values[place];
      }
    };
  }

  private abstract class Transfer implements PairTiles.Loss {
    abstract void move(float[] tile, int at, int place);

    @Override
    public int sums() {
      return 0;
    }

    @Override
    public void apply(PairTiles.Tile tile, double[] sums) {
      float[] scores = tile.scores();
      int[] col = new int[tile.cols()];
      for (int j = 0; j < col.length; j++) {
        col[j] = tile.col(j);
      }
      for (int i = 0; i < tile.rows(); i++) {
        int off = tile.row(i) * cols;
        for (int j = 0; j < col.length; j++) {
          move(scores, i * col.length + j, off + col[j]);
        }
      }
    }
  }
}
