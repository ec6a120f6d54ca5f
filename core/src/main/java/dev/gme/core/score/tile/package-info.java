/**
 * How tiles of scores are made (docs/math.md 6): sides sorted by precision, the rank of each tile,
 * its factors and products, forward and backward. Internal: callers use {@link
 * dev.gme.core.score.ScoreKind}.
 */
package dev.gme.core.score.tile;
