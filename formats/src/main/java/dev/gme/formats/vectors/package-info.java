/** Sets of vectors in every format, recognized by content. */
package dev.gme.formats.vectors;
