package dev.gme.spark;

/** A leaf of data that sums are made over. */
interface Numbered {
  /** From 0. */
  int number();
}
