/**
 * Lists about the time of recordings: who speaks when (RTTM), what is scored (UEM), which parts
 * vectors were made from (Kaldi's segments).
 */
package dev.gme.formats.turns;
