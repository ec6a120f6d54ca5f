/** Special functions that the JDK lacks. */
package dev.gme.core.math;
