/** Special functions that the JDK lacks, and random numbers that are the same everywhere. */
package dev.gme.core.math;
