/** Sets of vectors in whatever format, told apart by content. */
package dev.gme.formats.vectors;
