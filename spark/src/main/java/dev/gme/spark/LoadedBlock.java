package dev.gme.spark;

import dev.gme.core.score.CellScorer;
import java.util.List;

/**
 * A block that is ready to be scored.
 *
 * @param number its place among the blocks
 */
record LoadedBlock(int number, List<String> ids, CellScorer.Block recordings) {}
