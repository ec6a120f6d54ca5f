/**
 * Dense linear algebra: matrices, matrix products, factorizations and elementary functions over
 * ranges of arrays. This is the only package that knows native code (BLAS and LAPACK); loops in the
 * Vector API stand here and beside the scores of tiles, their other user.
 *
 * <p>Two providers do the heavy work, OpenBLAS and Java; {@link dev.gme.core.linalg.Backend} says
 * which one is in use and why. Everything else is written against {@link
 * dev.gme.core.linalg.DoubleMatrix}, {@link dev.gme.core.linalg.Blas} and the factorizations.
 */
package dev.gme.core.linalg;
