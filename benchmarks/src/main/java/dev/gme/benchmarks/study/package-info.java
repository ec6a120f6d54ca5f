/**
 * The studies of docs/studies, repeated by {@code gme study}: how well the methods do, as tables of
 * values. Nothing is printed here.
 */
package dev.gme.benchmarks.study;
