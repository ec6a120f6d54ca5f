/**
 * Commands that take scores: evaluation, comparison, calibration, fusion and decisions. What they
 * compute is in {@code dev.gme.lab.evaluate}, {@code dev.gme.core.metric} and {@code
 * dev.gme.core.calibrate}.
 */
package dev.gme.cli.evaluate;
