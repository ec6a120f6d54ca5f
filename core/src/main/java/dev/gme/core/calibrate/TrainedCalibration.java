package dev.gme.core.calibrate;

/**
 * A calibration and how its training went.
 *
 * @param calibration what was trained
 * @param objective C of docs/math.md 7.6 (of searches: 10.3) at the end, in nats, without the ridge
 * @param iterations steps of Newton's method
 */
public record TrainedCalibration<C extends Calibration>(
    C calibration, double objective, int iterations) {}
