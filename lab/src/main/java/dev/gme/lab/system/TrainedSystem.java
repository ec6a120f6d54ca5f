package dev.gme.lab.system;

import java.util.List;

/**
 * What a chain made.
 *
 * @param model the result
 * @param origin how it came about
 * @param key the digest of all that it was made from, where it is kept; else empty
 * @param objective that of the last step which has one, at its start and after every iteration
 * @param notes what the user should know, one sentence each
 */
public record TrainedSystem(
    SystemModel model, Origin origin, String key, List<Double> objective, List<String> notes) {
  public TrainedSystem {
    objective = List.copyOf(objective);
    notes = List.copyOf(notes);
  }

  /** The same without a calibration of its scores. */
  public TrainedSystem uncalibrated() {
    return new TrainedSystem(model.uncalibrated(), origin, key, objective, notes);
  }
}
