/**
 * What becomes of scores while they are made: a {@link dev.gme.core.score.sink.ScoreSink} takes
 * tiles of them and keeps a matrix, the best, counts, a histogram or what an evaluation needs. A
 * new kind of result is a new sink here.
 */
package dev.gme.core.score.sink;
