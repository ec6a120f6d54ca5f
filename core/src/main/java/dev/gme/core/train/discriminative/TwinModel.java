package dev.gme.core.train.discriminative;

import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.GmeExtractor;

/**
 * What the same training makes without the speakers of a fold: these can say how the model of all
 * speakers does on new ones.
 *
 * @param heldOut for each speaker of the training data, whether the fold holds it out
 * @param extractor trained without them
 * @param vectors all recordings of the training data, as this extractor takes them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TwinModel(boolean[] heldOut, GmeExtractor extractor, RowSource vectors) {}
