package dev.gme.formats.artefact;

import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.PrecisionHead;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.PreprocessingStep;
import java.util.ArrayList;
import java.util.List;

/** A pipeline in parts: its steps by number, then the extractor, and its head if it has one. */
final class PipelineParts {
  private static final String CENTRE = "centre";
  private static final String LENGTH = "length";
  private static final String LINEAR = "linear ";

  /**
   * Stands at the end of the steps of a pipeline with a head: who does not know of heads refuses
   * it, and does not score without one.
   */
  private static final String HEAD = "head";

  private PipelineParts() {}

  static ArtefactParts take(Pipeline pipeline) {
    GmeExtractor e = pipeline.extractor();
    ArtefactParts parts = ArtefactParts.empty();
    List<String> names = steps(pipeline.preprocessing(), parts);
    if (pipeline.head().isPresent()) {
      PrecisionHead head = pipeline.head().get();
      names.add(HEAD);
      parts
          .put("head.columns", head.columns())
          .put("head.centres", head.centres())
          .put("head.weights", head.weights())
          .put("head.mean-log-b", head.origin().meanLogB());
    }
    return parts
        .put("steps", names)
        .put("mean", e.mean())
        .put("P", e.p())
        .put("H", e.h())
        .put("lambda", e.lambda())
        .put("nu", e.nu());
  }

  static ArtefactParts take(Preprocessing chain, ArtefactParts parts) {
    return parts.put("steps", steps(chain, parts));
  }

  private static List<String> steps(Preprocessing chain, ArtefactParts parts) {
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
    return names;
  }

  static Pipeline make(ArtefactParts p) {
    GmeExtractor extractor =
        GmeExtractor.of(
            p.vector("mean"), p.matrix("P"), p.matrix("H"), p.vector("lambda"), p.number("nu"));
    List<String> steps = p.list("steps");
    int last = steps.size() - 1;
    if (last < 0 || !steps.get(last).equals(HEAD)) {
      return Pipeline.of(makePreprocessing(p), extractor);
    }
    return Pipeline.of(makePreprocessing(p, steps.subList(0, last)), extractor)
        .withHead(
            new PrecisionHead(
                p.list("head.columns"),
                p.vector("head.centres"),
                p.vector("head.weights"),
                new PrecisionHead.Origin(p.number("head.mean-log-b"))));
  }

  static Preprocessing makePreprocessing(ArtefactParts p) {
    return makePreprocessing(p, p.list("steps"));
  }

  private static Preprocessing makePreprocessing(ArtefactParts p, List<String> names) {
    List<PreprocessingStep> steps = new ArrayList<>();
    for (String name : names) {
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
