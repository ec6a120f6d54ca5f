/**
 * Choosing among ways to train a model by speakers that are held out in turn (docs/math.md 5.7):
 * the pairs that judge, and what they say of a candidate.
 */
package dev.gme.core.train.choice;
