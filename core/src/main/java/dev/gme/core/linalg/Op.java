package dev.gme.core.linalg;

/** Whether an operand of a product is used as it is or transposed. */
public enum Op {
  NONE,
  TRANSPOSE
}
