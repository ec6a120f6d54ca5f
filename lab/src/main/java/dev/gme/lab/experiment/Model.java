package dev.gme.lab.experiment;

import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import java.util.Optional;

/**
 * What training gave: preprocessing, and an extractor unless the system needs none.
 *
 * @param key of all that it was made from
 */
record Model(String key, Preprocessing chain, Optional<GmeExtractor> extractor) {
  static Model of(String key, Pipeline pipeline) {
    return new Model(key, pipeline.preprocessing(), Optional.of(pipeline.extractor()));
  }

  Pipeline pipeline() {
    return Pipeline.of(chain, extractor.orElseThrow());
  }
}
