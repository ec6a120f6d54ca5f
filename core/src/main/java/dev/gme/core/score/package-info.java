/**
 * Scores of many pairs at matrix-product speed (docs/math.md 6): both sides are sorted by precision
 * b and cut into tiles, and the scores of a tile are one product of two matrices of factors.
 * Training runs through the same tiles, forward and backward.
 */
package dev.gme.core.score;
