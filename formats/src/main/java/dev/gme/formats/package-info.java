/**
 * Files in, values out, and back: vectors, lists, scores and models in the layouts that people have
 * on disk. Nothing is computed here. Whatever a file declares is checked against its size before
 * memory is taken; a file that cannot be used ends in a {@link dev.gme.core.GmeException} that says
 * where, what was expected and what was found.
 */
package dev.gme.formats;
