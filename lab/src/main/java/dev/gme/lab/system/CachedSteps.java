package dev.gme.lab.system;

import dev.gme.core.Checkpoints;
import dev.gme.core.Trained;
import dev.gme.core.score.CalibratedModel;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.lab.cache.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps what steps made in a cache, each under the digest of all that it was made from. */
public final class CachedSteps implements StepStore {
  private final Store store;

  /** Systems share most of their steps: what was read once in a run is not read again. */
  private final Map<String, Trained<SystemModel>> thisRun = new HashMap<>();

  public CachedSteps(Store store) {
    this.store = store;
  }

  @Override
  public String key(String before, String step) {
    return store.key("step").add(before).add(step).text();
  }

  @Override
  public Trained<SystemModel> get(String key, Step step, SystemModel soFar, Maker maker)
      throws IOException {
    Trained<SystemModel> known = thisRun.get(key);
    if (known == null) {
      known = read(key, step, soFar, maker);
      thisRun.put(key, known);
    }
    return known;
  }

  private Trained<SystemModel> read(String key, Step step, SystemModel soFar, Maker maker)
      throws IOException {
    List<String> notes = new ArrayList<>();
    List<Double> objective = new ArrayList<>();
    // What a step adds is what is kept of it.
    SystemModel model =
        switch (step.place()) {
          case PREPROCESSING ->
              soFar.withPreprocessing(
                  kept(
                      key,
                      ArtefactKind.PREPROCESSING,
                      step,
                      () -> made(maker, objective, notes).preprocessing()));
          case CALIBRATION ->
              soFar.withCalibration(
                  kept(
                      key,
                      ArtefactKind.CALIBRATION,
                      step,
                      () -> made(maker, objective, notes).calibration().orElseThrow()));
          default -> {
            if (step.calibrates()) {
              CalibratedModel whole =
                  kept(
                      key,
                      ArtefactKind.CALIBRATED_MODEL,
                      step,
                      () -> made(maker, objective, notes).calibratedModel());
              yield soFar
                  .withExtractor(whole.pipeline().extractor())
                  .withCalibration(whole.calibration());
            }
            yield soFar.withExtractor(
                kept(
                        key,
                        ArtefactKind.EXTRACTOR,
                        step,
                        () -> made(maker, objective, notes).pipeline())
                    .extractor());
          }
        };
    return new Trained<>(model, objective, notes);
  }

  private <T> T kept(String key, ArtefactKind<T> kind, Step step, Store.Maker<T> maker)
      throws IOException {
    return store.artefact(key, kind, step.text(), maker);
  }

  private static SystemModel made(Maker maker, List<Double> objective, List<String> notes)
      throws IOException {
    Trained<SystemModel> made = maker.make();
    objective.addAll(made.objective());
    notes.addAll(made.notes());
    return made.model();
  }

  @Override
  public Checkpoints checkpoints(String key, Step step) throws IOException {
    return store.checkpoints(key);
  }
}
