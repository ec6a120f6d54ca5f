/** What all formats share: errors about bad files, bounded reading, and files that appear whole. */
package dev.gme.formats.io;
