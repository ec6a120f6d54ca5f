package dev.gme.formats.artefact;

import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.calibrate.PavCalibration;
import dev.gme.core.calibrate.QualityCalibration;
import java.util.List;

/** A calibration in parts, whose names begin with a prefix where they are among others. */
final class CalibrationParts {
  private static final String LINEAR = "linear";
  private static final String QUALITY = "quality";
  private static final String PAV = "pav";

  private CalibrationParts() {}

  static ArtefactParts take(Calibration c, ArtefactParts parts, String prefix) {
    if (c instanceof LinearCalibration linear) {
      return parts
          .put(prefix + "form", List.of(LINEAR))
          .put(prefix + "alpha", linear.coefficients())
          .put(prefix + "beta", linear.offset());
    }
    if (c instanceof QualityCalibration q) {
      return parts
          .put(prefix + "form", List.of(QUALITY))
          .put(prefix + "alpha", q.scale())
          .put(prefix + "beta", q.offset())
          .put(prefix + "gamma", q.qualityCoefficients());
    }
    PavCalibration pav = (PavCalibration) c;
    return parts
        .put(prefix + "form", List.of(PAV))
        .put(prefix + "steps", pav.steps())
        .put(prefix + "llrs", pav.llrs());
  }

  static Calibration make(ArtefactParts p, String prefix) {
    String form = p.word(prefix + "form");
    return switch (form) {
      case LINEAR -> LinearCalibration.of(p.number(prefix + "beta"), p.vector(prefix + "alpha"));
      case QUALITY ->
          QualityCalibration.of(
              p.number(prefix + "alpha"), p.number(prefix + "beta"), p.vector(prefix + "gamma"));
      case PAV -> PavCalibration.of(p.vector(prefix + "steps"), p.vector(prefix + "llrs"));
      default -> throw new IllegalArgumentException("unknown calibration " + form);
    };
  }
}
