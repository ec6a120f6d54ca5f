/** Models in whatever form they lie: gme's artefacts, NumPy archives, Kaldi's PLDA. */
package dev.gme.formats.model;
