package dev.gme.formats.artefact;

import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.PreprocessingStep;
import java.util.ArrayList;
import java.util.List;

/** A pipeline in parts: its steps by number, then the extractor. */
final class PipelineParts {
  private static final String CENTRE = "centre";
  private static final String LENGTH = "length";
  private static final String LINEAR = "linear ";

  private PipelineParts() {}

  static ArtefactParts take(Pipeline pipeline) {
    GmeExtractor e = pipeline.extractor();
    return take(pipeline.preprocessing(), ArtefactParts.empty())
        .put("mean", e.mean())
        .put("P", e.p())
        .put("H", e.h())
        .put("lambda", e.lambda())
        .put("nu", e.nu());
  }

  static ArtefactParts take(Preprocessing chain, ArtefactParts parts) {
    List<String> names = new ArrayList<>();
    for (PreprocessingStep step : chain.steps()) {
      String part = "step" + names.size();
      if (step instanceof PreprocessingStep.Centre centre) {
        names.add(CENTRE);
        parts.put(part, centre.mean());
      } else if (step instanceof PreprocessingStep.Linear linear) {
        names.add(LINEAR + linear.describe());
        parts.put(part, linear.matrix());
      } else {
        names.add(LENGTH);
        parts.put(part, step.inputDimension());
      }
    }
    return parts.put("steps", names);
  }

  static Pipeline make(ArtefactParts p) {
    GmeExtractor extractor =
        GmeExtractor.of(
            p.vector("mean"), p.matrix("P"), p.matrix("H"), p.vector("lambda"), p.number("nu"));
    return Pipeline.of(makePreprocessing(p), extractor);
  }

  static Preprocessing makePreprocessing(ArtefactParts p) {
    List<PreprocessingStep> steps = new ArrayList<>();
    for (String name : p.list("steps")) {
      String part = "step" + steps.size();
      if (name.equals(CENTRE)) {
        steps.add(new PreprocessingStep.Centre(p.vector(part)));
      } else if (name.equals(LENGTH)) {
        steps.add(new PreprocessingStep.Length((int) p.number(part)));
      } else if (name.startsWith(LINEAR)) {
        steps.add(new PreprocessingStep.Linear(name.substring(LINEAR.length()), p.matrix(part)));
      } else {
        throw new IllegalArgumentException("unknown step of preprocessing '" + name + "'");
      }
    }
    return Preprocessing.of(steps);
  }
}
