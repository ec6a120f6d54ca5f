/**
 * What training reads: labelled vectors, the guards that look at them first, their sums by speaker,
 * and the preprocessing that is learned from them.
 */
package dev.gme.core.train.data;
