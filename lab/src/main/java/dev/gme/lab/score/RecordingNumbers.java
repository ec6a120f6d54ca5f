package dev.gme.lab.score;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.score.norm.ScoredSide;
import java.util.HashMap;
import java.util.Map;

/** Gives a recording one number wherever it occurs, so that none is in its own cohort. */
final class RecordingNumbers {
  private final Map<String, Integer> numbers = new HashMap<>();

  ScoredSide<MetaEmbeddings> embeddings(Side side) {
    return ScoredSide.ofPools(side.embeddings(), of(side)).named(side.ids()::get);
  }

  ScoredSide<DoubleMatrix> vectors(Side side) {
    return ScoredSide.ofVectors(side.vectors(), of(side)).named(side.ids()::get);
  }

  private int[][] of(Side side) {
    return side.recordings().stream()
        .map(of -> of.stream().mapToInt(this::number).toArray())
        .toArray(int[][]::new);
  }

  private int number(String id) {
    Integer known = numbers.putIfAbsent(id, numbers.size());
    return known == null ? numbers.size() - 1 : known;
  }
}
