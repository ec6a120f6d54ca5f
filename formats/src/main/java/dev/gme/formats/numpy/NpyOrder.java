package dev.gme.formats.numpy;

/** Which index of an array runs fastest from element to element of a file. */
public enum NpyOrder {
  /** The last, so that rows lie together: NumPy's own order. */
  C,
  /** The first, so that columns lie together. */
  FORTRAN
}
