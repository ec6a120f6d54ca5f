package dev.gme.report.drawing;

/**
 * A labelled value of an axis.
 *
 * @param value where it is
 * @param label what is written there
 */
public record Tick(double value, String label) {}
