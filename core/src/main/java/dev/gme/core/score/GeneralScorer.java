package dev.gme.core.score;

import dev.gme.core.embedding.GeneralGme;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;
import java.util.List;

/** Log-likelihood ratios of meta-embeddings in general form, a factorization each. */
final class GeneralScorer extends ExactScorer {
  private final List<GeneralGme> enrol;
  private final List<GeneralGme> test;

  GeneralScorer(List<GeneralGme> enrol, List<GeneralGme> test) {
    super(enrol.size(), test.size());
    this.enrol = List.copyOf(enrol);
    this.test = List.copyOf(test);
  }

  @Override
  public String description() {
    return "log-likelihood ratios";
  }

  @Override
  DoubleMatrix block(int e, int enrolEnd, int t, int testEnd) {
    int cols = testEnd - t;
    double[] out = new double[(enrolEnd - e) * cols];
    Workers.forEach(
        enrolEnd - e,
        i -> {
          for (int j = 0; j < cols; j++) {
            out[i * cols + j] = score(e + i, t + j);
          }
        });
    return DoubleMatrix.wrap(enrolEnd - e, cols, out);
  }

  @Override
  double score(int e, int t) {
    return enrol.get(e).llr(test.get(t));
  }
}
