package dev.gme.formats.table;

import dev.gme.core.GmeException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How trials, keys and scores are laid out: as text, a trial a line, or as a matrix. {@link
 * ListRecognizer} tells them apart by content.
 */
public enum ListLayout {
  /** {@code enrol test}, then perhaps {@code target|nontarget}, then perhaps conditions. */
  KALDI,
  /** {@code 1 enrol test} or {@code 0 enrol test}. */
  VOXCELEB,
  /** Tabs and a header {@code modelid segmentid side}, perhaps {@code targettype}, {@code LLR}. */
  NIST,
  /** {@code modelid segment channel}, then perhaps a label. */
  SRE10,
  /** Commas or tabs and a header with {@code enrol} and {@code test}. */
  TABLE,
  /** {@code enrol test score}. */
  SCORES,
  /** {@code enrol test score target|nontarget}. */
  WESPEAKER,
  /** HDF5: ids of rows and columns, a mask of trials or keys, a matrix of scores. */
  BOSARIS,
  /** .npz: ids and scores as arrays, a matrix for all pairs and a vector for a list. */
  NPZ;

  private static final Pattern CSV = Pattern.compile(".*\\.csv(\\.gz)?");

  /** Names that promise something else than a list. */
  private static final Pattern OTHER =
      Pattern.compile(
          ".*\\.(npy|json|mat|parquet|pkl|pt|ark|scp|safetensors|gme|xlsx?|zip|html"
              + "|(npy|npz|h5|hdf5)\\.gz)");

  /** The name in options. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether a file is to have commas between its fields. */
  static boolean isCsv(Path file) {
    return CSV.matcher(file.toString()).matches();
  }

  /** The layout that the name of a file promises, if it promises one. */
  public static Optional<ListLayout> ofName(Path file) {
    String name = file.toString();
    if (name.matches(".*\\.(csv|tsv)(\\.gz)?")) {
      return Optional.of(TABLE);
    }
    if (name.endsWith(".npz")) {
      return Optional.of(NPZ);
    }
    return name.matches(".*\\.(h5|hdf5)") ? Optional.of(BOSARIS) : Optional.empty();
  }

  /** Refuses to write this layout under a name that promises another. */
  public void requireName(Path file) {
    boolean tabs = this == NIST && file.toString().matches(".*\\.tsv(\\.gz)?");
    if (OTHER.matcher(file.toString()).matches()
        || ofName(file).map(promised -> promised != this && !tabs).orElse(false)) {
      throw new GmeException(
          "layout " + label() + " is not what the name " + file.getFileName() + " says",
          "name it .csv or .tsv for table, .npz, .h5 for bosaris, and anything else, say .txt, for"
              + " other layouts");
    }
  }

  public static ListLayout of(String label) {
    for (ListLayout layout : values()) {
      if (layout.label().equals(label)) {
        return layout;
      }
    }
    String known = Arrays.stream(values()).map(ListLayout::label).collect(Collectors.joining(", "));
    throw new GmeException("there is no list layout '" + label + "'", "choose one of " + known);
  }
}
