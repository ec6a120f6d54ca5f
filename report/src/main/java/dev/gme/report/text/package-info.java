/** Numbers as people read them, and text that is safe inside HTML and SVG. */
package dev.gme.report.text;
