/**
 * Files in, values out, and back: vectors, lists, scores and models in the layouts that people have
 * on disk. Nothing is computed here. Whatever a file declares is checked against its size before
 * memory is taken; a file that cannot be used ends in a {@link dev.gme.core.GmeException} that says
 * where, what was expected and what was found.
 *
 * <p>A new file format has its own package, beside kaldi, numpy and hdf5, and is entered where its
 * content is recognized: for vectors in vectors, for models in model, for trials and scores in
 * table.
 */
package dev.gme.formats;
