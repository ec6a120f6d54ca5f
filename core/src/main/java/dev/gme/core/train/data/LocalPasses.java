package dev.gme.core.train.data;

import dev.gme.core.Internal;
import dev.gme.core.Progress;
import dev.gme.core.model.Preprocessing;
import java.util.Optional;

/** Passes over data on this computer. */
@Internal
public class LocalPasses implements TrainingPasses {
  private final TrainingData data;

  public LocalPasses(TrainingData data) {
    this.data = data;
  }

  @Override
  public final int dimension() {
    return data.dimension();
  }

  @Override
  public final int speakers() {
    return data.speakers();
  }

  @Override
  public final long recordings() {
    return data.size();
  }

  @Override
  public final double totalWeight() {
    return data.totalWeight();
  }

  @Override
  public final SpeakerStatistics statistics(Preprocessing chain, Progress progress) {
    return SpeakerStatistics.gather(behind(chain), progress);
  }

  /** The data as a chain leaves them. */
  protected final TrainingData behind(Preprocessing chain) {
    return chain.steps().isEmpty() ? data : data.withVectors(chain.view(data.vectors()));
  }

  @Override
  public final Optional<TrainingData> data() {
    return Optional.of(data);
  }
}
