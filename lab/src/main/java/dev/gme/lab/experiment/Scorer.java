package dev.gme.lab.experiment;

import dev.gme.core.Progress;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.lab.cache.Store;
import dev.gme.lab.data.EvaluationSet;
import dev.gme.lab.score.Side;
import dev.gme.lab.score.TrialScoring;
import dev.gme.lab.system.TrainedSystem;
import java.io.IOException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Scores the trials of sets before calibration, as far as the store does not have the scores. */
final class Scorer {
  private final Store store;
  private final Function<String, Progress> progress;

  /** Digests read all vectors of a set, and every system asks for them. */
  private final IdentityHashMap<EvaluationSet, String> digests = new IdentityHashMap<>();

  /** Calibrated systems ask for the scores of those that they calibrate. */
  private final Map<String, SetScores> thisRun = new HashMap<>();

  Scorer(Store store, Function<String, Progress> progress) {
    this.store = store;
    this.progress = progress;
  }

  String digest(EvaluationSet set) {
    return digests.computeIfAbsent(set, EvaluationSet::digest);
  }

  SetScores score(TrainedSystem system, EvaluationSet set) throws IOException {
    String key = store.key("scores").add(system.key()).add(digest(set)).text();
    SetScores known = thisRun.get(key);
    if (known == null) {
      Map<String, NpyArray> arrays = store.arrays(key, () -> made(system, set));
      known =
          new SetScores(
              arrays.get("scores").doubles(),
              arrays.containsKey("enrol_b") ? arrays.get("enrol_b").doubles() : null,
              arrays.containsKey("test_b") ? arrays.get("test_b").doubles() : null);
      thisRun.put(key, known);
    }
    return known;
  }

  private Map<String, NpyArray> made(TrainedSystem system, EvaluationSet set) {
    TrialScoring how = system.model().trialScoring(set);
    Side test = how.recordings(set.vectors());
    Side enrol = how.side(set.vectors(), set.models(), set.enrolment());
    float[] scores =
        how.scorer(enrol, test)
            .list(set.pairs().enrol(), set.pairs().test(), progress.apply("scoring " + set.name()))
            .scores();
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put(
        "scores",
        NpyArray.of(IntStream.range(0, scores.length).mapToDouble(i -> scores[i]).toArray()));
    if (test.embeddings() != null) {
      arrays.put("enrol_b", NpyArray.of(enrol.embeddings().b()));
      arrays.put("test_b", NpyArray.of(test.embeddings().b()));
    }
    return arrays;
  }
}
