package dev.gme.core.score.norm;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.score.sink.PairSet;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * One side of scores that are normalized, or a cohort: what is scored, what recordings it is made
 * of, and what these are called.
 *
 * <pre>{@code
 * ScoredSide<MetaEmbeddings> models =
 *     ScoredSide.ofPools(pooled, recordingsOfModels).named(i -> ids.get(i));
 * ScoredSide<MetaEmbeddings> cohort = ScoredSide.of(cohortEmbeddings, cohortNumbers);
 * }</pre>
 *
 * <p>A recording has one number wherever it occurs. Those that have a number in common are the same
 * recording, or contain it, and are not scored against each other for a cohort's statistics.
 *
 * @param <S> what is scored: meta-embeddings, or vectors, one a row
 */
public final class ScoredSide<S> {
  private final S items;
  private final Range<S> range;
  private final int[][] numbers;
  private final IntFunction<String> names;

  /** Some of what is scored, from (included) to (excluded). */
  @FunctionalInterface
  private interface Range<S> {
    S of(int from, int to);
  }

  private ScoredSide(S items, Range<S> range, int[][] numbers, IntFunction<String> names) {
    this.items = items;
    this.range = range;
    this.numbers = numbers;
    this.names = names;
  }

  /** Recordings of which none occurs anywhere else. */
  public static ScoredSide<MetaEmbeddings> of(MetaEmbeddings embeddings) {
    return ofPools(embeddings, new int[embeddings.size()][0]);
  }

  /** Single recordings with a number each. */
  public static ScoredSide<MetaEmbeddings> of(MetaEmbeddings embeddings, int[] numbers) {
    return ofPools(
        embeddings, Arrays.stream(numbers).mapToObj(x -> new int[] {x}).toArray(int[][]::new));
  }

  /** Pools, each with the numbers of its recordings. */
  public static ScoredSide<MetaEmbeddings> ofPools(MetaEmbeddings embeddings, int[][] numbers) {
    return of(embeddings, embeddings.size(), embeddings::range, numbers);
  }

  /** Vectors, say for cosines, a row for each side, with the numbers of its recordings. */
  public static ScoredSide<DoubleMatrix> ofVectors(DoubleMatrix vectors, int[][] numbers) {
    return of(vectors, vectors.rows(), vectors::rowRange, numbers);
  }

  private static <S> ScoredSide<S> of(S items, int size, Range<S> range, int[][] numbers) {
    if (numbers.length != size) {
      throw new IllegalArgumentException(
          size + " recordings or pools cannot have numbers of " + numbers.length);
    }
    int[][] copy = Arrays.stream(numbers).map(int[]::clone).toArray(int[][]::new);
    return new ScoredSide<>(items, range, copy, i -> "number " + i + " (counted from 0)");
  }

  /** The same side, with names for messages. */
  public ScoredSide<S> named(IntFunction<String> byPosition) {
    return new ScoredSide<>(items, range, numbers, byPosition);
  }

  /** Some of what is scored: from (included) to (excluded). */
  S items(int from, int to) {
    return range.of(from, to);
  }

  /** The meta-embeddings or vectors that are scored. */
  public S items() {
    return items;
  }

  public int size() {
    return numbers.length;
  }

  /** What recording or pool i is called. */
  public String name(int i) {
    return names.apply(i);
  }

  /** The pairs with those of another side that have a recording in common. */
  PairSet sharedWith(ScoredSide<S> others) {
    return PairSet.shared(numbers, others.numbers);
  }

  @Override
  public String toString() {
    return items.toString();
  }
}
