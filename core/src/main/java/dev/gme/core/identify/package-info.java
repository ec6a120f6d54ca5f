/**
 * Who of these enrolled speakers is it, or nobody (docs/math.md 10): posteriors, decisions, the
 * index of enrolled speakers that is searched in one pass, rates of a system that searches, and the
 * calibration of its scores. Scores of single pairs are made in {@code dev.gme.core.score}.
 */
package dev.gme.core.identify;
