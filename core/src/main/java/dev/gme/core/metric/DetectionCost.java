package dev.gme.core.metric;

/**
 * The cost of decisions at some operating point, and the threshold that made them.
 *
 * @param dcf the normalized detection cost
 * @param at the point of the ROC where it is paid
 */
public record DetectionCost(double dcf, RocPoint at) {}
