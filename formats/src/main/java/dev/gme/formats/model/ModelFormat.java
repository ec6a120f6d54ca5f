package dev.gme.formats.model;

/** Forms in which a model lies in a file. */
public enum ModelFormat {
  /** An artefact of gme, with provenance and checksum. */
  GME,
  /** Arrays of NumPy in an .npz file. */
  NPZ,
  /** Kaldi's {@code <Plda>}, binary. */
  KALDI,
  /** Kaldi's {@code <Plda>} as text. */
  KALDI_TEXT,
  /** A PLDA of WeSpeaker; only read. */
  HDF5,
  /** A PLDA of pyannote, in .npz; only read. */
  PYANNOTE
}
