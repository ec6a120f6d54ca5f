package dev.gme.core;

import java.util.List;

/**
 * What training gives: the model, and how it went.
 *
 * @param model the estimate
 * @param objective the objective at the start and after every iteration; empty where nothing is
 *     iterated
 * @param notes what the user should know, one sentence each: dropped dimensions, floors
 */
public record Trained<M>(M model, List<Double> objective, List<String> notes) {
  public Trained {
    objective = List.copyOf(objective);
    notes = List.copyOf(notes);
  }

  /** Number of iterations that were made. */
  public int iterations() {
    return Math.max(0, objective.size() - 1);
  }
}
