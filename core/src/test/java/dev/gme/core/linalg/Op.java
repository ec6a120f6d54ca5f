package dev.gme.core.linalg;

/** How a test's operand enters a product. */
enum Op {
  NONE,
  TRANSPOSE;

  <S> MatrixView<S> of(MatrixView<S> x) {
    return this == NONE ? x : x.transpose();
  }
}
