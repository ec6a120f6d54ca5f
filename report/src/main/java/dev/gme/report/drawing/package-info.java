/**
 * A small model of charts: axes (linear, logarithmic, probit, categories), lines, areas, symbols,
 * whiskers, reference lines and a legend. One painter draws it, with two pens: SVG as text, and
 * pixels by java.awt. Nothing here knows what the numbers mean.
 */
@Internal
package dev.gme.report.drawing;

import dev.gme.core.Internal;
