package dev.gme.lab.experiment;

import dev.gme.core.GmeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A system of an experiment: how it is trained and how it scores, and whether its scores are
 * calibrated on the development set.
 */
public record SystemSpec(Kind kind, boolean calibrated) {
  private static final String CALIBRATED = "+cal";

  /** The systems there are; the names in files are those of the constants with hyphens. */
  enum Kind {
    /** The cosine of centred vectors: what needs no model. */
    COSINE("cosine"),
    /** The paper's baseline 1. */
    GPLDA_LN("Gaussian PLDA, length norm"),
    /** The paper's baseline 2. */
    GPLDA("Gaussian PLDA"),
    /** The same model as meta-embeddings: the same scores by other arithmetic. */
    GME_INF("GME, nu = infinity"),
    /** The same model with ν put in. */
    GME("GME, nu = %s"),
    /** That, trained further by binary cross-entropy. */
    GME_BXE("GME, nu = %s, BXE"),
    /** Variational Bayes from there instead. */
    VB("GME, nu = %s, VB"),
    /** Variational Bayes, then cross-entropy. */
    VB_BXE("GME, nu = %s, VB, BXE");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether scores are made from meta-embeddings, which have a precision b each. */
    boolean isGme() {
      return this != COSINE && this != GPLDA && this != GPLDA_LN;
    }
  }

  /** The paper's table. */
  public static final List<SystemSpec> PAPER =
      List.of(of(Kind.GPLDA_LN), of(Kind.GPLDA), of(Kind.GME_INF), of(Kind.GME), of(Kind.GME_BXE));

  static SystemSpec of(Kind kind) {
    return new SystemSpec(kind, false);
  }

  /** Cosine, the paper's table and VB; with a development set, the main ones calibrated as well. */
  static List<SystemSpec> usual(boolean canCalibrate) {
    List<SystemSpec> out = new ArrayList<>();
    out.add(of(Kind.COSINE));
    out.addAll(PAPER);
    out.add(of(Kind.VB));
    if (canCalibrate) {
      for (Kind kind : List.of(Kind.COSINE, Kind.GPLDA_LN, Kind.GPLDA, Kind.GME, Kind.VB)) {
        out.add(new SystemSpec(kind, true));
      }
    }
    return out;
  }

  /** Reads {@code gme-bxe} or {@code gme-bxe+cal}. */
  static SystemSpec parse(String text) {
    boolean calibrated = text.endsWith(CALIBRATED);
    String id = calibrated ? text.substring(0, text.length() - CALIBRATED.length()) : text;
    Optional<Kind> kind = Arrays.stream(Kind.values()).filter(k -> k.id().equals(id)).findFirst();
    return kind.map(k -> new SystemSpec(k, calibrated))
        .orElseThrow(
            () ->
                new GmeException(
                    "there is no system '" + text + "'",
                    "the systems are "
                        + Arrays.stream(Kind.values())
                            .map(Kind::id)
                            .collect(Collectors.joining(", "))
                        + "; each may be followed by "
                        + CALIBRATED));
  }

  /** The name in files. */
  String id() {
    return kind.id() + (calibrated ? CALIBRATED : "");
  }

  /** The name in tables. */
  String label(double nu) {
    String number = nu == Math.rint(nu) ? Long.toString((long) nu) : Double.toString(nu);
    return String.format(Locale.ROOT, kind.label, number) + (calibrated ? ", calibrated" : "");
  }

  /** Whether scores may be read as log-likelihood ratios. */
  boolean isLlr() {
    return calibrated || kind != Kind.COSINE;
  }
}
