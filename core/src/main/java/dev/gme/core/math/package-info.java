/**
 * Special functions that the JDK lacks, random numbers that are the same everywhere, and the
 * assignment problem.
 */
package dev.gme.core.math;
