/** Models in every format: gme's artefacts, NumPy archives, Kaldi's PLDA. */
package dev.gme.formats.model;
