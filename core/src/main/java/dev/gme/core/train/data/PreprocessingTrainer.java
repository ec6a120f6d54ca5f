package dev.gme.core.train.data;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.PreprocessingStep;
import dev.gme.core.model.Signs;
import dev.gme.core.model.StepSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * Learns a preprocessing chain (docs/math.md 3.9): each step from the training vectors as the steps
 * before it leave them. The data are read block by block, once, and once more after every length
 * normalization: what linear steps make of the covariances is computed, not measured.
 *
 * <pre>{@code
 * List<StepSpec> steps = List.of(StepSpec.centre(), StepSpec.lda(150), StepSpec.length());
 * Preprocessing chain = new PreprocessingTrainer(steps).train(data, progress).model();
 * TrainingData ready = data.withVectors(chain.view(data.vectors()));
 * }</pre>
 */
public final class PreprocessingTrainer {
  private final List<StepSpec> specs;

  public PreprocessingTrainer(List<StepSpec> steps) {
    specs = List.copyOf(steps);
  }

  /** The chain; its notes say where a nearly singular covariance was regularized. */
  public Trained<Preprocessing> train(TrainingData data) {
    return train(data, Progress.NONE);
  }

  /** Learns the chain with a listener, see {@link #train(TrainingData)}. */
  public Trained<Preprocessing> train(TrainingData data, Progress progress) {
    return train(TrainingPasses.of(data), progress);
  }

  /** Learns the chain from data that are passed over elsewhere. */
  public Trained<Preprocessing> train(TrainingPasses data, Progress progress) {
    List<PreprocessingStep> steps = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    int dimension = data.dimension();
    SpeakerScatter scatter = null;
    for (StepSpec spec : specs) {
      PreprocessingStep step;
      if (spec == StepSpec.Plain.LENGTH) {
        step = new PreprocessingStep.Length(dimension);
        scatter = null;
      } else {
        if (scatter == null) {
          Preprocessing chain = Preprocessing.of(steps);
          scatter = SpeakerScatter.of(data.statistics(chain, progress));
        }
        step = learn(spec, scatter, notes);
        scatter = scatter.after(step);
      }
      steps.add(step);
      dimension = step.outputDimension();
    }
    return new Trained<>(Preprocessing.of(steps), List.of(), notes);
  }

  private static PreprocessingStep learn(
      StepSpec spec, SpeakerScatter scatter, List<String> notes) {
    if (spec instanceof StepSpec.Lda lda) {
      return new PreprocessingStep.Linear("lda " + lda.dimension(), lda(lda, scatter, notes));
    }
    if (spec instanceof StepSpec.Pca pca) {
      return new PreprocessingStep.Linear(pca.toString(), pca(pca.dimension(), scatter));
    }
    // A plain step that is not listed here does not compile.
    return switch ((StepSpec.Plain) spec) {
      case CENTRE -> new PreprocessingStep.Centre(scatter.mean());
      case WHITEN_WITHIN -> {
        DoubleMatrix within = noise(scatter, scatter.within(), notes);
        yield new PreprocessingStep.Linear("whiten within", inverseRoot(within));
      }
      case WHITEN_TOTAL -> {
        requireRegularTotal(scatter);
        yield new PreprocessingStep.Linear("whiten total", inverseRoot(scatter.total()));
      }
      case LENGTH -> new PreprocessingStep.Length(scatter.mean().length);
    };
  }

  private static DoubleMatrix pca(int dimension, SpeakerScatter scatter) {
    DoubleMatrix total = scatter.total();
    SymmetricEigen eigen = SymmetricEigen.of(total);
    int rank = NoiseEstimate.above(NoiseEstimate.ZERO * eigen.values()[0], eigen.values());
    if (dimension > rank) {
      throw new GmeException(
          "PCA to "
              + dimension
              + " dimensions needs vectors that vary in as many, found "
              + rank
              + " of "
              + total.rows(),
          rank == 0
              ? "give training vectors that are not all the same"
              : "choose a PCA dimension of at most " + rank);
    }
    DoubleMatrix rows = eigen.vectorsAsRows().rowRange(0, dimension);
    return rows.scaleRows(Signs.ofRows(rows));
  }

  private static DoubleMatrix lda(StepSpec.Lda spec, SpeakerScatter scatter, List<String> notes) {
    int dim = scatter.within().rows();
    int limit = Math.min(dim, scatter.speakers() - 1);
    if (spec.dimension() > limit) {
      throw new GmeException(
          "LDA to "
              + spec.dimension()
              + " dimensions needs as many input dimensions and more"
              + " speakers than that, found "
              + dim
              + " dimensions and "
              + scatter.speakers()
              + " speakers",
          limit == 0
              ? "give training vectors of several speakers"
              : "choose an LDA dimension of at most " + limit);
    }
    DoubleMatrix mixed = scatter.within().plus(scatter.between().times(spec.totalFactor()));
    DoubleMatrix rows =
        SymmetricEigen.of(scatter.between(), Cholesky.of(noise(scatter, mixed, notes)))
            .vectorsAsRows()
            .rowRange(0, spec.dimension());
    return rows.scaleRows(Signs.ofRows(rows));
  }

  /** The covariance to invert, regularized where it is nearly singular. */
  private static DoubleMatrix noise(
      SpeakerScatter scatter, DoubleMatrix covariance, List<String> notes) {
    DataRules.enforce(DataRules.constantColumns(scatter));
    NoiseEstimate noise = NoiseEstimate.of(scatter, covariance).orThrow();
    noise.note().filter(note -> !notes.contains(note)).ifPresent(notes::add);
    return noise.covariance();
  }

  private static void requireRegularTotal(SpeakerScatter scatter) {
    DataRules.enforce(DataRules.constantColumns(scatter));
    double[] eigenvalues = scatter.relativeEigenvalues(scatter.total());
    int rank = NoiseEstimate.above(NoiseEstimate.ZERO, eigenvalues);
    if (rank < eigenvalues.length) {
      throw new GmeException(
          "the total covariance has rank "
              + rank
              + " in "
              + eigenvalues.length
              + " dimensions and cannot be inverted",
          "give more recordings than dimensions, or reduce the dimension first");
    }
  }

  /** S^-½, the symmetric root. */
  private static DoubleMatrix inverseRoot(DoubleMatrix s) {
    SymmetricEigen eigen = SymmetricEigen.of(s);
    double[] values = eigen.values();
    for (int i = 0; i < values.length; i++) {
      values[i] = 1 / Math.sqrt(values[i]);
    }
    DoubleMatrix rows = eigen.vectorsAsRows();
    return rows.transposeTimes(rows.scaleRows(values)).symmetrized();
  }
}
