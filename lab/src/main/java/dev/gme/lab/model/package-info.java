/** What one does with models and vectors: adapt a model, extract meta-embeddings. */
package dev.gme.lab.model;
