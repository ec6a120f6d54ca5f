/**
 * The plots of the page, one class for each family: DET, costs over priors, scores, precisions,
 * conditions. A new plot is a class here, and a line in {@code ReportPlots}.
 */
package dev.gme.report.plot;
