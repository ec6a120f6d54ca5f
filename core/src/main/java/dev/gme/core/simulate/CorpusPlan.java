package dev.gme.core.simulate;

import dev.gme.core.GmeException;
import dev.gme.core.model.HtPlda;
import java.util.Locale;

/**
 * How large a simulated experiment is: speakers to train on, and others that are enrolled and
 * tested.
 *
 * <pre>{@code
 * SimulatedDatabase train = plan.drawTraining(truth, 1);
 * SimulatedDatabase evaluation = plan.drawEvaluation(truth, 1);   // of other speakers
 * }</pre>
 *
 * @param speakers training speakers
 * @param recordings recordings of each of them
 * @param evalSpeakers evaluation speakers, 0 for none
 * @param enrol recordings that each of these is enrolled with
 * @param test further recordings of each, which are tried against all models
 */
public record CorpusPlan(
    int speakers, RecordingCounts recordings, int evalSpeakers, int enrol, int test) {
  /** The elements of an array, less the few that some JVMs need. */
  private static final int MOST = Integer.MAX_VALUE - 8;

  public CorpusPlan {
    if (speakers < 1 || evalSpeakers < 0 || enrol < 1 || test < 1) {
      throw new IllegalArgumentException(
          "there must be a training speaker, a recording to enrol and one to test, found "
              + speakers
              + ", "
              + enrol
              + " and "
              + test);
    }
  }

  /** Refuses what arrays cannot hold, before anything is drawn. */
  public void requirePossible(int dimension) {
    require((double) speakers * recordings.max(), dimension, "training recordings");
    require(evalSpeakers * ((double) enrol + test), dimension, "evaluation recordings");
    require((double) evalSpeakers * evalSpeakers * test, 1, "trials");
  }

  private static void require(double count, int numbersEach, String what) {
    if (count * numbersEach > MOST) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "%,.0f %s%s are more than one set can hold, which is %,d numbers",
              count,
              what,
              numbersEach == 1 ? "" : " of dimension " + numbersEach,
              MOST),
          "draw fewer, or several sets with different seeds");
    }
  }

  /** The training recordings of this seed. */
  public SimulatedDatabase drawTraining(HtPlda truth, long seed) {
    return new Simulator(truth).draw(speakers, recordings, seed);
  }

  /** The evaluation recordings of this seed: of each speaker first those to enrol. */
  public SimulatedDatabase drawEvaluation(HtPlda truth, long seed) {
    // A neighbouring seed would draw the training speakers of somebody else.
    return new Simulator(truth).draw(evalSpeakers, RecordingCounts.fixed(enrol + test), ~seed);
  }
}
