package dev.gme.neural.network;

import dev.gme.core.GmeException;
import dev.gme.frontend.network.Uncertainty;
import java.util.Optional;

/**
 * What a network makes of a recording, or of a part of it: a vector; or a vector and the variances
 * of its elements; or a meta-embedding, that is a with its precision b.
 */
public final class Embedding {
  private final float[] vector;
  private final float[] variances;
  private final double precision;

  private Embedding(float[] vector, float[] variances, double precision) {
    this.vector = vector;
    this.variances = variances;
    this.precision = precision;
  }

  /** A vector alone; the array is not copied. */
  public static Embedding of(float[] vector) {
    return new Embedding(vector, null, Double.NaN);
  }

  /** A vector with the variances of its elements; the arrays are not copied. */
  public static Embedding of(float[] vector, float[] variances) {
    return new Embedding(vector, variances, Double.NaN);
  }

  /** A meta-embedding; the array is not copied. */
  public static Embedding ofMeta(float[] a, double b) {
    if (!(b >= 0)) {
      throw new GmeException(
          "the network gives the precision b = " + b + ", expected none below 0",
          "leave the recording out; of all of them, export it again");
    }
    return new Embedding(a, null, b);
  }

  /** A vector with what a network says of its uncertainty. */
  static Embedding of(float[] vector, float[] said, Uncertainty what) {
    float[] variances = new float[said.length];
    for (int k = 0; k < said.length; k++) {
      double v =
          switch (what) {
            case PRECISION -> 1.0 / said[k];
            case LOG_VARIANCE -> Math.exp(said[k]);
            case VARIANCE -> said[k];
            case NONE -> throw new IllegalArgumentException("no uncertainty is expected");
          };
      if (!(v > 0 && v <= Float.MAX_VALUE)) {
        throw new GmeException(
            "the network gives a variance of " + v + ", expected a positive number",
            "check which output its description names, and what it holds");
      }
      variances[k] = (float) v;
    }
    return new Embedding(vector, variances, Double.NaN);
  }

  /** The vector, or a of a meta-embedding; the array itself, only to be read. */
  public float[] vector() {
    return vector;
  }

  /** The variances of the elements, if the network gives them; only to be read. */
  public Optional<float[]> variances() {
    return Optional.ofNullable(variances);
  }

  /** The precision b of a meta-embedding; NaN of a vector. */
  public double precision() {
    return precision;
  }
}
