package dev.gme.frontend.network;

/** The order of the axes of the input: batch, frames (times), features, or batch and samples. */
public enum Layout {
  /** As the shape of the input says. */
  AUTO,
  BTF,
  BFT,
  /** Samples. */
  BN
}
