package dev.gme.core.simulate;

import dev.gme.core.model.HtPlda;

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
