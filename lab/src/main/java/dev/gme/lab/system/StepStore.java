package dev.gme.lab.system;

import dev.gme.core.Checkpoints;
import dev.gme.core.Trained;
import java.io.IOException;

/** Where what steps made is kept, so that it need not be made again. */
public interface StepStore {
  /** A store that keeps nothing: every step is trained. */
  StepStore NONE =
      new StepStore() {
        @Override
        public String key(String before, String step) {
          return "";
        }

        @Override
        public Checkpoints checkpoints(String key, Step step) {
          return Checkpoints.NONE;
        }
      };

  /** Makes what is not kept yet. */
  interface Maker {
    Trained<SystemModel> make() throws IOException;
  }

  /**
   * The name of what a step makes.
   *
   * @param before the name of what the steps before it made, or of the training data
   * @param step the step with all that decides its result
   */
  String key(String before, String step);

  /**
   * What the step made of what was there so far, or makes of it now: always now, where no models
   * are kept.
   */
  default Trained<SystemModel> get(String key, Step step, SystemModel soFar, Maker maker)
      throws IOException {
    return maker.make();
  }

  /** Where the step goes on after an interruption. */
  Checkpoints checkpoints(String key, Step step) throws IOException;
}
