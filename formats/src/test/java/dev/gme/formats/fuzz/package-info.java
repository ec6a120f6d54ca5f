/** Readers under Jazzer's coverage-guided fuzzing. */
package dev.gme.formats.fuzz;
