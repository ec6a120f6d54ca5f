package dev.gme.lab.system;

import dev.gme.core.Checkpoints;
import dev.gme.core.Trained;
import dev.gme.core.model.Pipeline;
import dev.gme.core.score.CalibratedModel;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.StoredArtefact;
import dev.gme.lab.cache.Store;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Keeps what steps made in a cache, each under the digest of all that it was made from. */
public final class CachedSteps implements StepStore {
  private static final String NOTES = "notes";
  private static final String OBJECTIVE = "objective";
  private static final String CHOSEN = "chosen";

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
    StoredArtefact kept = store.content(key, step.text(), () -> content(step, maker.make()));
    Map<String, String> facts = kept.provenance().parameters();
    return new Trained<>(
        restored(step, soFar, kept).withChosen(StepReader.readChain(facts.get(CHOSEN))),
        Arrays.stream(facts.getOrDefault(OBJECTIVE, "").split(" "))
            .filter(x -> !x.isEmpty())
            .map(Double::valueOf)
            .toList(),
        facts.getOrDefault(NOTES, "").lines().toList());
  }

  /** What a step adds is what is kept of it. */
  private static Store.Content<?> content(Step step, Trained<SystemModel> made) {
    SystemModel model = made.model();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(NOTES, String.join("\n", made.notes()));
    facts.put(
        OBJECTIVE,
        made.objective().stream().map(Object::toString).collect(Collectors.joining(" ")));
    if (!model.chosen().isEmpty()) {
      facts.put(CHOSEN, SystemSpec.text(model.chosen()));
    }
    return switch (step.place()) {
      case PREPROCESSING ->
          new Store.Content<>(ArtefactKind.PREPROCESSING, model.preprocessing(), facts);
      case CALIBRATION ->
          new Store.Content<>(ArtefactKind.CALIBRATION, model.calibration().orElseThrow(), facts);
      default ->
          model.calibration().isPresent()
              ? new Store.Content<>(ArtefactKind.CALIBRATED_MODEL, model.calibratedModel(), facts)
              : new Store.Content<>(ArtefactKind.EXTRACTOR, model.pipeline(), facts);
    };
  }

  private static SystemModel restored(Step step, SystemModel soFar, StoredArtefact kept) {
    return switch (step.place()) {
      case PREPROCESSING -> soFar.withPreprocessing(kept.as(ArtefactKind.PREPROCESSING).value());
      case CALIBRATION -> soFar.withCalibration(kept.as(ArtefactKind.CALIBRATION).value());
      default -> {
        if (kept.is(ArtefactKind.CALIBRATED_MODEL)) {
          CalibratedModel whole = kept.as(ArtefactKind.CALIBRATED_MODEL).value();
          yield with(soFar, whole.pipeline())
              .withCalibration(whole.calibration(), whole.trainedOn());
        }
        yield with(soFar, kept.as(ArtefactKind.EXTRACTOR).value());
      }
    };
  }

  private static SystemModel with(SystemModel soFar, Pipeline pipeline) {
    SystemModel bare =
        soFar.withPreprocessing(pipeline.preprocessing()).withExtractor(pipeline.extractor());
    return pipeline.head().map(bare::withHead).orElse(bare);
  }

  @Override
  public Checkpoints checkpoints(String key, Step step) throws IOException {
    return store.checkpoints(key);
  }
}
