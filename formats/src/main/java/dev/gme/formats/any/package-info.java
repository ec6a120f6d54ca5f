/** Tells what a file is, whatever it is. */
package dev.gme.formats.any;
