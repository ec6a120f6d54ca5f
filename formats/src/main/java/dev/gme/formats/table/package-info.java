/**
 * Text with one record per line: trials, keys and scores in all their layouts, vectors as CSV or
 * TSV. Files are read and written in chunks of whole lines by all threads.
 */
package dev.gme.formats.table;
