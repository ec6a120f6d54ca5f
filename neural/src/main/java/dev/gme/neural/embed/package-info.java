/**
 * Recordings to embeddings by a network: one, a corpus of them, and what is learned about each on
 * the way.
 */
package dev.gme.neural.embed;
