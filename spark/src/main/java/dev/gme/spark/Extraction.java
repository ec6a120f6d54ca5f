package dev.gme.spark;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Pipeline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/**
 * Meta-embeddings of the rows of a partition, as they are asked for.
 *
 * @param <T> a row with a vector
 * @param <R> what becomes of it
 */
final class Extraction<T, R> implements Iterator<R> {
  /** Vectors a product, as in plain gme. */
  private static final int BATCH = 256;

  /** Makes a row of another one and its meta-embedding. */
  @FunctionalInterface
  interface Extracted<T, R> {
    R of(T row, float[] a, double b);
  }

  private final Pipeline model;
  private final Iterator<T> rows;
  private final Function<T, float[]> vector;
  private final Extracted<T, R> extracted;
  private final ArrayDeque<R> ready = new ArrayDeque<>();

  Extraction(
      Pipeline model, Iterator<T> rows, Function<T, float[]> vector, Extracted<T, R> extracted) {
    this.model = model;
    this.rows = rows;
    this.vector = vector;
    this.extracted = extracted;
  }

  @Override
  public boolean hasNext() {
    if (ready.isEmpty() && rows.hasNext()) {
      extract();
    }
    return !ready.isEmpty();
  }

  @Override
  public R next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }

  private void extract() {
    List<T> batch = new ArrayList<>(BATCH);
    while (batch.size() < BATCH && rows.hasNext()) {
      batch.add(rows.next());
    }
    int dim = model.inputDimension();
    // A product of always the same size: last bits do not depend on who else is in the batch.
    double[] x = new double[BATCH * dim];
    for (int r = 0; r < BATCH; r++) {
      float[] own = r < batch.size() ? vector.apply(batch.get(r)) : null;
      for (int i = 0; i < dim; i++) {
        x[r * dim + i] = own == null ? x[(r - 1) * dim + i] : own[i];
      }
    }
    MetaEmbeddings embeddings = model.extract(DoubleMatrix.wrap(BATCH, dim, x));
    int d = embeddings.dimension();
    double[] a = embeddings.a().array();
    double[] b = embeddings.b();
    for (int r = 0; r < batch.size(); r++) {
      float[] single = new float[d];
      for (int k = 0; k < d; k++) {
        single[k] = (float) a[r * d + k];
      }
      ready.add(extracted.of(batch.get(r), single, b[r]));
    }
  }
}
