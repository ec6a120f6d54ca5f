package dev.gme.core.score.norm;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.score.sink.PairSet;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * One side of scores that are normalized, or a cohort: meta-embeddings (or vectors, for cosines),
 * what recordings they are made of, and what they are called.
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
  /** Null where there are vectors. */
  private final MetaEmbeddings embeddings;

  /** Null where there are meta-embeddings. */
  private final DoubleMatrix vectors;

  private final int[][] numbers;
  private final IntFunction<String> names;

  private Recordings(
      MetaEmbeddings embeddings, DoubleMatrix vectors, int[][] numbers, IntFunction<String> names) {
    this.embeddings = embeddings;
    this.vectors = vectors;
    this.numbers = numbers;
    this.names = names;
    if (numbers.length != size()) {
      throw new IllegalArgumentException(
          size() + " recordings or pools cannot have numbers of " + numbers.length);
    }
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
    return new Recordings(embeddings, null, copy(numbers), Recordings::position);
  }

  /** Vectors to take cosines of, a row for each side, with the numbers of its recordings. */
  public static Recordings ofVectors(DoubleMatrix vectors, int[][] numbers) {
    return new Recordings(null, vectors, copy(numbers), Recordings::position);
  }

  private static int[][] copy(int[][] numbers) {
    return Arrays.stream(numbers).map(int[]::clone).toArray(int[][]::new);
  }

  private static String position(int i) {
    return "number " + i + " (counted from 0)";
  }

  /** The same, with names for messages. */
  public Recordings named(IntFunction<String> byPosition) {
    return new Recordings(embeddings, vectors, numbers, byPosition);
  }

  /** Some of them in a row: from (included) to (excluded). */
  Recordings range(int from, int to) {
    return new Recordings(
        embeddings == null ? null : embeddings.range(from, to),
        vectors == null ? null : vectors.rowRange(from, to),
        Arrays.copyOfRange(numbers, from, to),
        i -> names.apply(from + i));
  }

  /** What log-likelihood ratios are made of. */
  public MetaEmbeddings embeddings() {
    if (embeddings == null) {
      throw new IllegalStateException("vectors are no meta-embeddings");
    }
    return embeddings;
  }

  /** What cosines are made of. */
  DoubleMatrix vectors() {
    if (vectors == null) {
      throw new IllegalStateException("cosines are of vectors, not of meta-embeddings");
    }
    return vectors;
  }

  public int size() {
    return embeddings == null ? vectors.rows() : embeddings.size();
  }

  /** What recording or pool i is called. */
  public String name(int i) {
    return names.apply(i);
  }

  /** The pairs with those of another side that have a recording in common. */
  PairSet sharedWith(Recordings others) {
    return PairSet.shared(numbers, others.numbers);
  }

  @Override
  public String toString() {
    return embeddings == null ? "vectors " + vectors : embeddings.toString();
  }
}
