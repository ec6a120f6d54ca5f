package dev.gme.core.train.discriminative;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.Checkpoint;
import dev.gme.core.Checkpoints;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.train.TrainingCases;
import dev.gme.core.train.data.SpeakerFolds;
import dev.gme.core.train.data.TrainingData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;

/** Small data for discriminative training, and ways to interrupt it. */
public final class DescentCases {
  private DescentCases() {}

  /** Speakers with 3 to 7 recordings each, seed 5. */
  public static TrainingData data(double nu, int speakers) {
    return drawn(nu, speakers).data();
  }

  private static TrainingCases.Drawn drawn(double nu, int speakers) {
    return TrainingCases.draw(10, 4, nu, speakers, RecordingCounts.between(3, 7), 5);
  }

  /** The model that the data came from, with scales that are wrong. */
  public static GmeExtractor start(double nu) {
    return spoilt(drawn(nu, 1).truth().extractor());
  }

  /** With scales that are wrong. */
  public static GmeExtractor spoilt(GmeExtractor e) {
    double[] lambda = e.lambda();
    for (int k = 0; k < lambda.length; k++) {
      lambda[k] *= 0.5;
    }
    return GmeExtractor.of(e.mean(), e.p().times(1.5), e.h(), lambda, e.nu());
  }

  /** A fifth of the speakers. */
  public static boolean[] held(TrainingData data) {
    return SpeakerFolds.of(data.speakers(), 5, 1).get(0);
  }

  /** Keeps all checkpoints in memory. */
  public static final class Memory implements Checkpoints {
    public final List<Checkpoint> saved = new ArrayList<>();

    @Override
    public Optional<Checkpoint> last() {
      return saved.isEmpty() ? Optional.empty() : Optional.of(saved.get(saved.size() - 1));
    }

    @Override
    public void save(Checkpoint checkpoint) {
      saved.add(checkpoint);
    }
  }

  /** Cancels the work when it reports for the given time, counted from 0. */
  public static final class CancelAt implements Progress {
    private final int when;
    public final List<String> heard = new ArrayList<>();

    public CancelAt(int when) {
      this.when = when;
    }

    @Override
    public void update(String what, long done, long total) {
      heard.add(what);
    }

    @Override
    public boolean isCancelled() {
      return heard.size() == when;
    }
  }

  /** Interrupts training at one report and continues it from what was saved. */
  public static <M> Trained<M> interrupted(
      int when, BiFunction<Checkpoints, Progress, Trained<M>> training) {
    Memory memory = new Memory();
    assertThatThrownBy(() -> training.apply(memory, new CancelAt(when)))
        .isInstanceOf(CancellationException.class);
    return training.apply(memory, Progress.NONE);
  }
}
