/** The command {@code gme}: options in, library calls, text out; nothing is computed here. */
package dev.gme.cli;
