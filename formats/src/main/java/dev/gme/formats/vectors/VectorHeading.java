package dev.gme.formats.vectors;

import java.util.List;
import java.util.Optional;

/**
 * What some formats have before the vectors.
 *
 * @param speakers one for each id, where they are known
 */
record VectorHeading(List<String> ids, Optional<List<String>> speakers, int dimension) {}
