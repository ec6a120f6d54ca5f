/**
 * Who speaks when: windows of a conversation to speakers by a hidden Markov model, windows to
 * turns, and how wrong turns are (docs/math.md 9.6, 9.7, 9.9). How recordings are clustered without
 * an order of time does not belong here.
 */
package dev.gme.core.diarize;
