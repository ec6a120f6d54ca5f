package dev.gme.core.score;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Enrols speakers and verifies recordings, a few at a time: the short way from vectors to exact
 * log-likelihood ratios, which are calibrated if the model is. Many trials at once are the work of
 * {@link ScoringModel#scorer}.
 *
 * <pre>{@code
 * Verifier verifier = new Verifier(ModelFiles.open(Path.of("model.gme")).model());
 * Verifier.Speaker anna = verifier.enrol(first, second);
 * boolean accepted = decision.accepts(verifier.llr(anna, recording));
 * }</pre>
 *
 * <p>Verifiers and speakers are immutable and may be used by many threads at once.
 */
public final class Verifier {
  private final ScoringModel model;

  /** A speaker, as far as the enrolled recordings tell. */
  public static final class Speaker {
    private final MetaEmbeddings pooled;
    private final int recordings;

    private Speaker(MetaEmbeddings pooled, int recordings) {
      this.pooled = pooled;
      this.recordings = recordings;
    }

    /** How many recordings were enrolled. */
    public int recordings() {
      return recordings;
    }
  }

  /** Verifies by a model, whose calibration counts if it has one. */
  public Verifier(ScoringModel model) {
    this.model = model;
  }

  /** Enrols a speaker by the vectors of one or more recordings, as the model takes them. */
  public Speaker enrol(double[]... vectors) {
    return enrol(List.of(vectors));
  }

  /** Enrols a speaker by the vectors of one or more recordings, as the model takes them. */
  public Speaker enrol(List<double[]> vectors) {
    if (vectors.isEmpty()) {
      throw new GmeException("a speaker is enrolled by at least one recording", "give its vector");
    }
    int[][] all = {IntStream.range(0, vectors.size()).toArray()};
    return new Speaker(extract(vectors).pool(all), vectors.size());
  }

  /**
   * The natural log-likelihood ratio of the recording being of the speaker, against it being of
   * somebody else.
   *
   * @param vector of the recording, as the model takes it
   */
  public double llr(Speaker speaker, double[] vector) {
    MetaEmbeddings test = extract(List.of(vector));
    int[] first = {0};
    return model.scorer(ScoreKind.exactLlr(), speaker.pooled, test).list(first, first).scores()[0];
  }

  private MetaEmbeddings extract(List<double[]> vectors) {
    int dimension = model.pipeline().inputDimension();
    for (int i = 0; i < vectors.size(); i++) {
      double[] vector = vectors.get(i);
      if (vector.length != dimension) {
        throw new GmeException(
            "expected a vector of dimension " + dimension + ", found " + vector.length,
            "give vectors of the kind that the model was trained on");
      }
      for (double x : vector) {
        if (!Double.isFinite(x)) {
          throw new GmeException(
              "expected a vector of finite numbers, found " + x, "look at how it was made");
        }
      }
    }
    return model.pipeline().extract(DoubleMatrix.of(vectors.toArray(double[][]::new)));
  }
}
