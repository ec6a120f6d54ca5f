package dev.gme.lab.evaluate;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.table.TrialList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A calibration from a file, applied to what it was made for. */
public final class CalibrationSource {
  public static final String QUALITIES = "qualities";
  public static final String SYSTEMS = "systems";

  private CalibrationSource() {}

  public static double[] apply(Calibration calibration, double[]... inputs) {
    double[] out = new double[inputs[0].length];
    double[] x = new double[inputs.length];
    for (int i = 0; i < out.length; i++) {
      for (int k = 0; k < x.length; k++) {
        x[k] = inputs[k][i];
      }
      out[i] = calibration.apply(x);
    }
    return out;
  }

  /** The kinds of side information, in order, for provenance. */
  public static String kinds(List<Quality> qualities) {
    return qualities.stream()
        .map(q -> q.kind().name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(","));
  }

  /** Refuses side information other than that of the training. */
  public static Calibration read(Path file, List<Quality> qualities) throws IOException {
    Artefact<Calibration> read = Artefact.read(file, ArtefactKind.CALIBRATION);
    String trained = read.provenance().parameters().getOrDefault(QUALITIES, "");
    if (read.value().inputs() != 1 + qualities.size() || !trained.equals(kinds(qualities))) {
      int systems = read.value().inputs();
      throw new GmeException(
          trained.isEmpty() && systems > 1
              ? file + " is a fusion of " + systems + " systems"
              : file
                  + " was trained with "
                  + (trained.isEmpty() ? "no side information" : "--quality " + trained)
                  + ", found "
                  + (qualities.isEmpty() ? "none" : kinds(qualities)),
          trained.isEmpty() && systems > 1
              ? "apply it with gme fuse apply"
              : "give the same kinds of --quality in the same order");
    }
    return read.value();
  }

  /** The scores of a list, calibrated. */
  public static TrialList apply(Calibration calibration, TrialList scores, List<Quality> qualities)
      throws IOException {
    double[][] inputs = new double[1 + qualities.size()][];
    inputs[0] = scores(scores);
    for (int m = 0; m < qualities.size(); m++) {
      inputs[m + 1] = qualities.get(m).of(scores);
    }
    return scores.withScores(apply(calibration, inputs));
  }

  public static double[] scores(TrialList list) {
    double[] out = new double[list.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = list.score(i);
    }
    return out;
  }
}
