package dev.gme.core.train.data;

import dev.gme.core.Progress;
import dev.gme.core.model.Preprocessing;
import java.util.Optional;

/**
 * Training data as those see them who need sums over them and nothing else: preprocessing and EM
 * for Gaussian PLDA. On one computer these are passes over {@link TrainingData}; elsewhere each is
 * a job on a cluster.
 *
 * <pre>{@code
 * TrainingPasses passes = TrainingPasses.of(data);
 * Preprocessing chain = new PreprocessingTrainer(steps).train(passes, progress).model();
 * SpeakerStatistics statistics = passes.statistics(chain, progress);
 * }</pre>
 */
public interface TrainingPasses {
  /** The dimension of the vectors as they are. */
  int dimension();

  /** Number of speakers that have a recording of positive weight. */
  int speakers();

  /** Number of recordings. */
  long recordings();

  /** N, the sum of the weights. */
  double totalWeight();

  /**
   * Statistics of the vectors as a chain leaves them, about their mean. They are gathered about the
   * first vector, in the order of {@link TrainingData}, and by count where {@link
   * SpeakerStatistics#isByCount} says so.
   *
   * @param chain perhaps without any steps
   */
  SpeakerStatistics statistics(Preprocessing chain, Progress progress);

  /** The data themselves, where they are on this computer: some rules need more than sums. */
  default Optional<TrainingData> data() {
    return Optional.empty();
  }

  /** Passes over data on this computer. */
  static TrainingPasses of(TrainingData data) {
    return new LocalPasses(data);
  }
}
