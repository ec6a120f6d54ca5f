/**
 * What training reads: labelled vectors, the guards that check them first, their sums by speaker,
 * and the preprocessing that is learned from them.
 */
package dev.gme.core.train.data;
