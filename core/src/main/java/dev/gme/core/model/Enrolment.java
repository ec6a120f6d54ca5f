package dev.gme.core.model;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;

/**
 * How the recordings of one speaker become one side of a trial (docs/math.md 3.8).
 *
 * <pre>{@code
 * int[][] models = {{0, 1, 2}, {3}};   // the rows of each enrolled speaker
 * MetaEmbeddings enrolled = Enrolment.POOLED.extract(extractor, vectors, models);
 * }</pre>
 */
public enum Enrolment {
  /** Meta-embeddings are multiplied: exact, and the default. */
  POOLED {
    @Override
    public MetaEmbeddings extract(GmeExtractor extractor, DoubleMatrix vectors, int[][] models) {
      return extractor.extract(vectors).pool(models);
    }

    @Override
    public MetaEmbeddings extract(Pipeline pipeline, RowSource vectors, int[][] models) {
      return pipeline.extract(vectors).pool(models);
    }

    @Override
    public DoubleMatrix vectors(Pipeline pipeline, RowSource vectors, int[][] models) {
      return means(pipeline.centred(vectors), models);
    }
  },

  /** Raw vectors are averaged and the embedding of the mean is extracted: the usual shortcut. */
  AVERAGED {
    @Override
    public MetaEmbeddings extract(GmeExtractor extractor, DoubleMatrix vectors, int[][] models) {
      return extractor.extract(means(vectors, models));
    }

    @Override
    public MetaEmbeddings extract(Pipeline pipeline, RowSource vectors, int[][] models) {
      return pipeline.extract(means(vectors, models));
    }

    @Override
    public DoubleMatrix vectors(Pipeline pipeline, RowSource vectors, int[][] models) {
      return pipeline.centred(means(vectors, models));
    }
  };

  /**
   * One meta-embedding a model.
   *
   * @param vectors the recordings, one a row
   * @param models the rows that belong to each model
   */
  public abstract MetaEmbeddings extract(
      GmeExtractor extractor, DoubleMatrix vectors, int[][] models);

  /** One meta-embedding a model from raw vectors, which are preprocessed after averaging. */
  public abstract MetaEmbeddings extract(Pipeline pipeline, RowSource vectors, int[][] models);

  /** One preprocessed vector a model, for cosines: pooled means averaged after preprocessing. */
  public abstract DoubleMatrix vectors(Pipeline pipeline, RowSource vectors, int[][] models);

  /** The mean vector of each model; a model without recordings is refused. */
  public static DoubleMatrix means(RowSource vectors, int[][] models) {
    int dim = vectors.cols();
    double[] out = new double[Math.multiplyExact(models.length, dim)];
    for (int m = 0; m < models.length; m++) {
      if (models[m].length == 0) {
        throw new IllegalArgumentException("model " + m + " has no recordings");
      }
      for (int i : models[m]) {
        double[] r = vectors.doubles(i, i + 1).array();
        for (int j = 0; j < dim; j++) {
          out[m * dim + j] += r[j] / models[m].length;
        }
      }
    }
    return DoubleMatrix.wrap(models.length, dim, out);
  }
}
