/**
 * {@code gme experiment} and {@code gme demo}: systems times evaluation sets. What is trained,
 * scored and evaluated is the library's; here it is put in order, kept for the next time, and
 * shown.
 */
package dev.gme.cli.experiment;
