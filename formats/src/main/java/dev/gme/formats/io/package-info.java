/**
 * What all formats stand on: files that are opened once, checked lines and numbers, files that are
 * written whole or not at all, checksums. A new format reads by {@link
 * dev.gme.formats.io.InputFile} and writes by {@link dev.gme.formats.io.TargetFile}.
 */
package dev.gme.formats.io;
