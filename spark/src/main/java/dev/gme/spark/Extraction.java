package dev.gme.spark;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Pipeline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Meta-embeddings of the vectors of a partition, as they are asked for. */
final class Extraction implements Iterator<EmbeddingRow> {
  /** Vectors a product, as in plain gme. */
  private static final int BATCH = 256;

  private final Pipeline model;
  private final Iterator<VectorRow> vectors;
  private final ArrayDeque<EmbeddingRow> ready = new ArrayDeque<>();

  Extraction(Pipeline model, Iterator<VectorRow> vectors) {
    this.model = model;
    this.vectors = vectors;
  }

  @Override
  public boolean hasNext() {
    if (ready.isEmpty() && vectors.hasNext()) {
      extract();
    }
    return !ready.isEmpty();
  }

  @Override
  public EmbeddingRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }

  private void extract() {
    List<VectorRow> rows = new ArrayList<>(BATCH);
    while (rows.size() < BATCH && vectors.hasNext()) {
      rows.add(vectors.next());
    }
    int dim = model.inputDimension();
    // A product of always the same size: last bits do not depend on who else is in the batch.
    double[] x = new double[BATCH * dim];
    for (int r = 0; r < BATCH; r++) {
      float[] vector = rows.get(Math.min(r, rows.size() - 1)).vector();
      for (int i = 0; i < dim; i++) {
        x[r * dim + i] = vector[i];
      }
    }
    MetaEmbeddings extracted = model.extract(DoubleMatrix.wrap(BATCH, dim, x));
    int d = extracted.dimension();
    double[] a = extracted.a().array();
    double[] b = extracted.b();
    for (int r = 0; r < rows.size(); r++) {
      float[] single = new float[d];
      for (int k = 0; k < d; k++) {
        single[k] = (float) a[r * d + k];
      }
      ready.add(new EmbeddingRow(rows.get(r).id(), b[r], single));
    }
  }
}
