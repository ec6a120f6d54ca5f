package dev.gme.report.chart;

/**
 * A labelled value of an axis.
 *
 * @param value where it is
 * @param label what is written there
 */
public record Tick(double value, String label) {}
