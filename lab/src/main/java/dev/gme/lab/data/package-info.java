/**
 * Data to work on: where vectors come from, vectors with speakers to train on, and trials with all
 * that they need. A new place that vectors come from implements {@link
 * dev.gme.lab.data.VectorSource}.
 */
package dev.gme.lab.data;
