package dev.gme.lab.score;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.UncertainVector;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.BadFile;

/**
 * The covariances of the errors of vectors, by recording: a file of vectors itself, with D
 * variances or D² elements of a covariance, row by row, under each id.
 *
 * <pre>{@code
 * VectorErrors errors = VectorErrors.of(VectorFiles.read(Path.of("variances.npz")));
 * UncertainVector r = errors.of(vectors, 0);
 * }</pre>
 */
public final class VectorErrors {
  private final LabelledVectors covariances;

  private VectorErrors(LabelledVectors covariances) {
    this.covariances = covariances;
  }

  public static VectorErrors of(LabelledVectors covariances) {
    return new VectorErrors(covariances);
  }

  /** A vector with the covariance that belongs to its id; what is none is refused. */
  public UncertainVector of(LabelledVectors vectors, int row) {
    String id = vectors.ids().get(row);
    int dim = vectors.dimension();
    if (covariances.dimension() != dim && covariances.dimension() != dim * dim) {
      throw new GmeException(
          "expected "
              + dim
              + " variances or "
              + (long) dim * dim
              + " elements of a covariance for vectors of dimension "
              + dim
              + ", found "
              + covariances.dimension()
              + " numbers a recording",
          "give the covariances of these vectors, before any preprocessing");
    }
    int at = covariances.row(id);
    if (at < 0) {
      throw new GmeException(
          "there is no variance of recording " + BadFile.quoted(id) + " among those given",
          "give one for every vector; 0 for those that are certain");
    }
    double[] vector = vectors.rows().doubles(row, row + 1).row(0);
    double[] u = covariances.rows().doubles(at, at + 1).row(0);
    return u.length == dim
        ? UncertainVector.diagonal(vector, u, BadFile.quoted(id))
        : UncertainVector.of(vector, DoubleMatrix.wrap(dim, dim, u), BadFile.quoted(id));
  }
}
