package dev.gme.formats.table;

import dev.gme.core.GmeException;
import java.util.Arrays;
import java.util.Locale;
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
  BOSARIS;

  /** The name in options. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
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
