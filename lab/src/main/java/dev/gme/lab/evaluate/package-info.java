/** Scores with a key become figures, tables, JSON and pages. */
package dev.gme.lab.evaluate;
