package dev.gme.core.score;

import dev.gme.core.embedding.MetaEmbeddings;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * One side of scores that are normalized, or a cohort: meta-embeddings, what recordings they are
 * made of, and what they are called.
 *
 * <pre>{@code
 * Recordings models = Recordings.ofPools(pooled, recordingsOfModels).named(i -> ids.get(i));
 * Recordings cohort = Recordings.of(cohortEmbeddings, cohortNumbers);
 * }</pre>
 *
 * <p>A recording has one number wherever it occurs. Those that have a number in common are the same
 * recording, or contain it, and are not scored against each other for a cohort's statistics.
 */
public final class Recordings {
  private final MetaEmbeddings embeddings;
  private final int[][] numbers;
  private final IntFunction<String> names;

  private Recordings(MetaEmbeddings embeddings, int[][] numbers, IntFunction<String> names) {
    if (numbers.length != embeddings.size()) {
      throw new IllegalArgumentException(
          embeddings.size() + " embeddings cannot have numbers of " + numbers.length);
    }
    this.embeddings = embeddings;
    this.numbers = numbers;
    this.names = names;
  }

  /** None of which occurs anywhere else. */
  public static Recordings of(MetaEmbeddings embeddings) {
    return ofPools(embeddings, new int[embeddings.size()][0]);
  }

  /** Single recordings with a number each. */
  public static Recordings of(MetaEmbeddings embeddings, int[] numbers) {
    return ofPools(
        embeddings, Arrays.stream(numbers).mapToObj(x -> new int[] {x}).toArray(int[][]::new));
  }

  /** Pools, each with the numbers of its recordings. */
  public static Recordings ofPools(MetaEmbeddings embeddings, int[][] numbers) {
    int[][] copy = Arrays.stream(numbers).map(int[]::clone).toArray(int[][]::new);
    return new Recordings(embeddings, copy, i -> "number " + i + " (counted from 0)");
  }

  /** The same, with names for messages. */
  public Recordings named(IntFunction<String> byPosition) {
    return new Recordings(embeddings, numbers, byPosition);
  }

  public MetaEmbeddings embeddings() {
    return embeddings;
  }

  public int size() {
    return embeddings.size();
  }

  /** What embedding i is called. */
  public String name(int i) {
    return names.apply(i);
  }

  /** The pairs with embeddings of another side that have a recording in common. */
  PairSet sharedWith(Recordings others) {
    return PairSet.shared(numbers, others.numbers);
  }

  @Override
  public String toString() {
    return embeddings.toString();
  }
}
