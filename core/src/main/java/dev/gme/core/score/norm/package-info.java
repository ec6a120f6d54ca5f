/** Score normalization by a cohort (docs/math.md 6). */
package dev.gme.core.score.norm;
