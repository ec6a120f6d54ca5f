package dev.gme.formats.artefact;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;

/**
 * A matrix of a safetensors file. Elements are kept in double, which holds all that can be read.
 *
 * @param single whether it is written in floats
 */
public record Tensor(boolean single, DoubleMatrix values) {
  /** A tensor that is written in double. */
  public static Tensor of(DoubleMatrix values) {
    return new Tensor(false, values);
  }

  /** A tensor that is written in float. */
  public static Tensor of(FloatMatrix values) {
    return new Tensor(true, values.toDoubles());
  }
}
