/**
 * The mathematics of gme: meta-embeddings, models, scores, metrics. No file I/O and no logging
 * framework live here; the only dependency is the Java side of OpenBLAS, which only {@code
 * dev.gme.core.linalg} knows.
 */
package dev.gme.core;
