package dev.gme.neural.embed;

import dev.gme.frontend.network.RecordingQuality;
import dev.gme.neural.network.Embedding;

/**
 * A recording, or a window of one, with its embedding.
 *
 * @param id of the recording or window
 * @param recording that it is of
 * @param start in seconds
 * @param end in seconds
 * @param quality of what the network heard
 * @param windows how many pieces it heard
 */
public record EmbeddedPiece(
    String id,
    String recording,
    double start,
    double end,
    Embedding embedding,
    RecordingQuality quality,
    int windows) {}
