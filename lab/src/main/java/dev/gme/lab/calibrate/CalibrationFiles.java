package dev.gme.lab.calibrate;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.table.ScoreAbout;
import dev.gme.formats.table.ScoreAlignment;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.SystemNames;
import dev.gme.lab.provenance.Stamp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Calibrations and fusions in files, applied to the scores that they were trained for.
 *
 * <pre>{@code
 * Calibration calibration = CalibrationFiles.read(file, List.of());
 * TrialList llrs = CalibrationFiles.apply(calibration, scores, List.of());
 * }</pre>
 */
public final class CalibrationFiles {
  private static final String QUALITIES = "qualities";
  private static final String SYSTEMS = "systems";

  private CalibrationFiles() {}

  /** What provenance has to remember of a calibration with side information. */
  public static Map<String, String> rememberQualities(List<Quality> qualities) {
    return qualities.isEmpty() ? Map.of() : Map.of(QUALITIES, kinds(qualities));
  }

  /** What provenance has to remember of a fusion: the names of its systems. */
  public static Map<String, String> rememberSystems(List<Path> scores) {
    return Map.of(SYSTEMS, String.join(",", SystemNames.of(scores)));
  }

  /** The kinds of side information that a calibration was trained with, between commas. */
  static String qualities(Artefact<Calibration> calibration) {
    return calibration.provenance().parameters().getOrDefault(QUALITIES, "");
  }

  /** The names of the systems that a fusion was trained on. */
  public static String systems(Artefact<Calibration> fusion) {
    return fusion.provenance().parameters().getOrDefault(SYSTEMS, "unknown systems");
  }

  private static String kinds(List<Quality> qualities) {
    return qualities.stream()
        .map(q -> q.kind().name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(","));
  }

  /** Reads a calibration; refuses side information other than that of the training. */
  public static Calibration read(Path file, List<Quality> qualities) throws IOException {
    Artefact<Calibration> read = Artefact.read(file, ArtefactKind.CALIBRATION);
    String trained = qualities(read);
    int inputs = read.value().inputs();
    if (inputs == 1 + qualities.size() && trained.equals(kinds(qualities))) {
      return read.value();
    }
    if (trained.isEmpty() && inputs > 1) {
      throw new GmeException(
          file + " is a fusion of " + inputs + " systems", "apply it with gme fuse apply");
    }
    throw new GmeException(
        file
            + " was trained with "
            + (trained.isEmpty() ? "no side information" : "side information " + trained)
            + ", found "
            + (qualities.isEmpty() ? "none" : kinds(qualities)),
        "give the same kinds of side information in the same order");
  }

  /** Reads a fusion; refuses one of another number of systems. */
  public static Artefact<Calibration> readFusion(Path file, int systems) throws IOException {
    Artefact<Calibration> read = Artefact.read(file, ArtefactKind.CALIBRATION);
    if (read.value().inputs() == 1) {
      throw new GmeException(
          file + " is a calibration of one system, not a fusion",
          "give a fusion, or apply the calibration to one file of scores");
    }
    if (read.value().inputs() != systems) {
      throw new GmeException(
          String.format(
              "%s takes the scores of %d systems (%s), found %d files",
              file, read.value().inputs(), systems(read), systems),
          "give a file for each, in that order");
    }
    return read;
  }

  /** The scores of a list, calibrated. */
  public static TrialList apply(Calibration calibration, TrialList scores, List<Quality> qualities)
      throws IOException {
    ScoreAbout before =
        scores.about().orElseGet(() -> ScoreAbout.of(ScoreAbout.Kind.RAW, "scores", ""));
    return scores
        .withScores(apply(calibration, inputs(scores, scores.scores(), qualities)))
        .withAbout(
            llrs(before.description() + " calibrated by " + calibration)
                .withModel(before.model(), before.modelSha256())
                .withPipeline(before.pipeline()));
  }

  private static ScoreAbout llrs(String description) {
    return ScoreAbout.of(ScoreAbout.Kind.LLR, description, Stamp.tool());
  }

  /** The trials of the first list with the scores of all, fused. */
  public static TrialList fuse(Calibration fusion, List<TrialList> systems) {
    TrialList first = systems.get(0);
    double[][] inputs = new double[systems.size()][];
    inputs[0] = first.scores();
    for (int k = 1; k < inputs.length; k++) {
      inputs[k] = ScoreAlignment.align(first, systems.get(k)).scores();
    }
    return first
        .withScores(apply(fusion, inputs))
        .withAbout(llrs("scores of " + inputs.length + " systems fused by " + fusion));
  }

  /** Scores, and the side information of their trials. */
  static double[][] inputs(TrialList trials, double[] scores, List<Quality> qualities)
      throws IOException {
    double[][] inputs = new double[1 + qualities.size()][];
    inputs[0] = scores;
    for (int m = 0; m < qualities.size(); m++) {
      inputs[m + 1] = qualities.get(m).of(trials);
    }
    return inputs;
  }

  static double[] apply(Calibration calibration, double[]... inputs) {
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
}
