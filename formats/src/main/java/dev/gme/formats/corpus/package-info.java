/** Whole simulated experiments as files. */
package dev.gme.formats.corpus;
