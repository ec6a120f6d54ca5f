/** What all formats share: sentences about bad files, careful reading, writing in one piece. */
package dev.gme.formats.io;
