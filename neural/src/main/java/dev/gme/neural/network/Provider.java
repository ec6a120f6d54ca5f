package dev.gme.neural.network;

import java.util.Locale;

/** What runs a network. */
public enum Provider {
  /** The processor. */
  CPU,
  /** A graphics processor of NVIDIA: needs the artefact {@code onnxruntime_gpu} and CUDA. */
  CUDA;

  /** The name in options and messages. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
