/**
 * Databases drawn from the heavy-tailed PLDA model. Everything here is plain Java with {@link
 * java.lang.StrictMath} in a fixed order and no BLAS, so that one seed gives the same bytes on
 * every machine and thread count.
 */
package dev.gme.core.simulate;
