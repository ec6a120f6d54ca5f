/** Readers of the front end under Jazzer's coverage-guided fuzzing. */
package dev.gme.frontend.fuzz;
