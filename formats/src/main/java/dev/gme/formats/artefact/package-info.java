/**
 * gme's own files: safetensors with a piece of JSON that says what they are, where they come from,
 * and a checksum. A damaged file, or one of a newer format, is refused.
 */
package dev.gme.formats.artefact;
