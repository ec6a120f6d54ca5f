package dev.gme.formats.vectors;

/** Formats of sets of vectors. */
public enum VectorFormat {
  /** A matrix with a list of ids beside it, of the same name with {@code .ids} at the end. */
  NPY,
  /** Arrays {@code ids} and {@code X}, and perhaps {@code y} with the speakers. */
  NPZ,
  /** A tensor {@code X}, ids one a line in the metadata {@code ids}, speakers in {@code y}. */
  SAFETENSORS,
  /** A matrix {@code data} and a list {@code ids}, or a dataset for each id. */
  HDF5,
  /** An archive or script file. */
  KALDI,
  /** {@code id v1 v2 …} with commas, tabs or blanks. */
  TABLE
}
