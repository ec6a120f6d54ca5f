/**
 * How an evaluation looks: one self-contained HTML page for one or several systems, and each of its
 * plots as SVG and PNG. {@link dev.gme.report.result.SystemResult} takes what the page needs out of
 * an evaluation, {@link dev.gme.report.Report} makes the page.
 *
 * <p>Here belongs what turns figures into tables and plots. Figures are computed in core; files are
 * written by whoever asks for a report.
 */
package dev.gme.report;
