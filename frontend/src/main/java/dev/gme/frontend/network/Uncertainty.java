package dev.gme.frontend.network;

/** What a second output says of the embedding. */
public enum Uncertainty {
  NONE,
  PRECISION,
  VARIANCE,
  LOG_VARIANCE
}
