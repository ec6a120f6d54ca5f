/**
 * Kaldi's tables (archives and scripts), single objects, PLDA models and lists, read and written
 * without Kaldi. Layouts as Kaldi 5.5 writes them (github.com/kaldi-asr/kaldi).
 */
package dev.gme.formats.kaldi;
