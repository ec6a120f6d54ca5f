package dev.gme.lab.system;

import dev.gme.core.Trained;
import dev.gme.core.calibrate.CalibrationOptions;
import dev.gme.core.calibrate.LinearCalibration;
import java.io.IOException;
import java.util.List;

/** A linear calibration, trained on scores of the system so far: {@code calibrate}. */
public record Calibrated() implements Step {
  @Override
  public Place place() {
    return Place.CALIBRATION;
  }

  @Override
  public String text() {
    return "calibrate";
  }

  @Override
  public Trained<SystemModel> train(SystemModel soFar, StepInputs inputs) throws IOException {
    return new Trained<>(
        soFar.withCalibration(
            LinearCalibration.train(inputs.development().trials(), CalibrationOptions.DEFAULT)
                .calibration()),
        List.of(),
        List.of());
  }
}
