package dev.gme.benchmarks.study;

import dev.gme.core.Progress;
import dev.gme.core.embedding.GeneralGme;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.parallel.Workers;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.GaussianPldaEm;
import dev.gme.core.train.plda.PldaStart;
import dev.gme.core.train.plda.Stopping;
import dev.gme.frontend.ivector.IvectorPosteriors;
import dev.gme.frontend.ivector.PosteriorEmbedding;
import dev.gme.frontend.ivector.PosteriorPldaEm;
import java.util.Arrays;
import java.util.List;

/** A way to make scores of what recordings say about their i-vectors. */
abstract class UncertaintySystem {
  private static final double NU = 2;

  private final String name;

  UncertaintySystem(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  /** The log-likelihood ratio of each trial. */
  abstract double[] scores(
      IvectorPosteriors enrol, IvectorPosteriors test, int[] enrols, int[] tests);

  /** The mean precision of the recordings, 1 for what the model expects of a point. */
  abstract double precision(IvectorPosteriors recordings);

  /** All of them, trained on the same recordings. */
  static List<UncertaintySystem> train(
      IvectorPosteriors training, int[][] speakers, int speakerDim) {
    HtPlda means = plda(training.means(), speakers, speakerDim);
    HtPlda estimates = plda(estimates(training), speakers, speakerDim);
    HtPlda posteriors =
        new PosteriorPldaEm(20).train(training, speakers, means, Progress.NONE).model();
    return List.of(
        new Points("i-vectors, Gaussian", false, means),
        new Points("i-vectors, nu = 2", false, means.withNu(NU)),
        new Points("without prior, Gaussian", true, estimates),
        new Points("without prior, nu = 2", true, estimates.withNu(NU)),
        new Posteriors("posteriors, PLDA of points", means),
        new Posteriors("posteriors, PLDA of posteriors", posteriors));
  }

  private static HtPlda plda(DoubleMatrix vectors, int[][] speakers, int d) {
    int[] label = new int[vectors.rows()];
    for (int s = 0; s < speakers.length; s++) {
      for (int row : speakers[s]) {
        label[row] = s;
      }
    }
    SpeakerStatistics statistics = SpeakerStatistics.gather(TrainingData.of(vectors, label));
    return new GaussianPldaEm(Stopping.DEFAULT)
        .train(statistics, PldaStart.fromScatter(statistics, d))
        .model();
  }

  private static DoubleMatrix estimates(IvectorPosteriors p) {
    double[][] out = new double[p.recordings()][];
    Workers.forEach(out.length, i -> out[i] = p.withoutPrior(i).vector());
    return DoubleMatrix.of(out);
  }

  /** PLDA of point estimates. */
  private static final class Points extends UncertaintySystem {
    private final boolean withoutPrior;
    private final HtPlda plda;

    Points(String name, boolean withoutPrior, HtPlda plda) {
      super(name);
      this.withoutPrior = withoutPrior;
      this.plda = plda;
    }

    private MetaEmbeddings extract(IvectorPosteriors p) {
      return plda.extractor().extract(withoutPrior ? estimates(p) : p.means());
    }

    @Override
    double[] scores(IvectorPosteriors enrol, IvectorPosteriors test, int[] enrols, int[] tests) {
      DoubleMatrix all = extract(enrol).llr(extract(test));
      double[] out = new double[enrols.length];
      Arrays.setAll(out, t -> all.get(enrols[t], tests[t]));
      return out;
    }

    @Override
    double precision(IvectorPosteriors recordings) {
      return Arrays.stream(extract(recordings).b()).average().orElseThrow();
    }
  }

  /** Meta-embeddings of whole posteriors. */
  private static final class Posteriors extends UncertaintySystem {
    private final PosteriorEmbedding embedding;
    private final double full;

    Posteriors(String name, HtPlda plda) {
      super(name);
      this.embedding = PosteriorEmbedding.of(plda);
      this.full = plda.f().transposeTimes(plda.w().times(plda.f())).trace();
    }

    private GeneralGme[] extract(IvectorPosteriors p) {
      GeneralGme[] out = new GeneralGme[p.recordings()];
      Workers.forEach(out.length, i -> out[i] = embedding.extract(p, i));
      return out;
    }

    @Override
    double[] scores(IvectorPosteriors enrol, IvectorPosteriors test, int[] enrols, int[] tests) {
      GeneralGme[] e = extract(enrol);
      GeneralGme[] t = extract(test);
      double[] out = new double[enrols.length];
      Workers.forEach(out.length, i -> out[i] = e[enrols[i]].llr(t[tests[i]]));
      return out;
    }

    /** The trace of B over that of a recording without uncertainty. */
    @Override
    double precision(IvectorPosteriors recordings) {
      return Arrays.stream(extract(recordings))
              .mapToDouble(e -> e.b().trace())
              .average()
              .orElseThrow()
          / full;
    }
  }
}
