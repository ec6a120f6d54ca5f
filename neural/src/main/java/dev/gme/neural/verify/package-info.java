/** Two recordings to a log-likelihood ratio, a decision, and what speaks against trusting it. */
package dev.gme.neural.verify;
