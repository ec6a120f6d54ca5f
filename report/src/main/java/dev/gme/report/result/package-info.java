/**
 * What the page shows of a system, taken out of its evaluation: figures, curves, histograms,
 * conditions. Start with {@link dev.gme.report.result.SystemResult}.
 */
package dev.gme.report.result;
