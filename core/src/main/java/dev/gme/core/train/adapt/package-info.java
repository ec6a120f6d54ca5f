/**
 * Models of one domain made fit for another (docs/math.md 4.5 and 11): what is known of the target
 * domain ({@link dev.gme.core.train.adapt.DomainStatistics}, additive), what is done with it (one
 * class a method), and the model, which stays a {@link dev.gme.core.model.GmeExtractor}. Start with
 * {@link dev.gme.core.train.adapt.UnlabelledAdaptation}.
 */
package dev.gme.core.train.adapt;
