/**
 * Dense linear algebra: matrices, matrix products, factorizations and elementary functions over
 * ranges of arrays. This is the only package that knows BLAS, LAPACK and the Vector API.
 *
 * <p>Two providers do the heavy work, OpenBLAS and Java; {@link dev.gme.core.linalg.Backend} says
 * which one is in use and why. Everything else is written against {@link
 * dev.gme.core.linalg.DoubleMatrix}, {@link dev.gme.core.linalg.Blas} and the factorizations.
 */
package dev.gme.core.linalg;
