/**
 * {@code gme experiment} and {@code gme demo}: options, progress and messages. What they train,
 * score, evaluate and keep is in {@code dev.gme.lab.experiment}.
 */
package dev.gme.cli.experiment;
