package dev.gme.lab.system;

import dev.gme.core.GmeException;
import dev.gme.formats.table.ScoreAbout;
import dev.gme.lab.provenance.Stamp;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A system: a chain of steps with a name.
 *
 * @param id its name in files
 * @param label its name in tables
 * @param steps what it is made by, in order
 */
public record SystemSpec(String id, String label, List<Step> steps) {
  public SystemSpec {
    steps = List.copyOf(steps);
    if (!id.matches("[-+_.A-Za-z0-9][-+_. A-Za-z0-9]*")) {
      throw new GmeException(
          "'" + id + "' cannot be a file's name", "use letters, digits, blanks, - and _");
    }
    check(steps);
  }

  private static void check(List<Step> steps) {
    boolean model = steps.stream().anyMatch(s -> s.place() == Step.Place.MODEL);
    boolean cosine = steps.contains(new ScoredBy(SystemModel.Scoring.COSINE));
    if (model == cosine) {
      throw new GmeException(
          model
              ? "a system with a model does not score by the cosine"
              : "the chain " + text(steps) + " has nothing to score with",
          "end it with plda and what refines it, or with cosine");
    }
    for (int i = 1; i < steps.size(); i++) {
      Step before = steps.get(i - 1);
      Step step = steps.get(i);
      if (before instanceof Auto) {
        throw new GmeException(
            "the step '" + step.text() + "' cannot follow '" + before.text() + "'",
            "auto chooses all that follows, the calibration included: put it last");
      }
      boolean again = step.place() == before.place() && step.place() != Step.Place.REFINEMENT;
      if (step.place().compareTo(before.place()) < 0 || again) {
        throw new GmeException(
            "the step '" + step.text() + "' cannot follow '" + before.text() + "'",
            "the order is preprocessing, plda, what refines it, head, how it scores, calibrate");
      }
    }
    if (!model
        && steps.stream()
            .anyMatch(s -> s.place() == Step.Place.REFINEMENT || s.place() == Step.Place.HEAD)) {
      throw new GmeException("there is no model to refine", "put plda before it");
    }
    if (needsSide(steps) && steps.contains(new ScoredBy(SystemModel.Scoring.QUADRATIC))) {
      throw new GmeException(
          "the quadratic form has no precisions that a head could set",
          "leave 'quadratic' out, or write 'exact'");
    }
  }

  /** Whether it learns from more than the vectors. */
  public boolean needsSide() {
    return needsSide(steps);
  }

  /** Whether its head, which it has, names the columns that it learns from. */
  public boolean namesColumns() {
    return steps.stream().anyMatch(s -> s instanceof Headed head && !head.columns().isEmpty());
  }

  private static boolean needsSide(List<Step> steps) {
    return steps.stream().anyMatch(s -> s.place() == Step.Place.HEAD);
  }

  /** Whether its scores are calibrated on development data. */
  public boolean isCalibrated() {
    return steps.get(steps.size() - 1) instanceof Calibrated;
  }

  /** Whether its scores may be read as log-likelihood ratios. */
  public boolean isLlr() {
    return isCalibrated() || !steps.contains(new ScoredBy(SystemModel.Scoring.COSINE));
  }

  /** What its scores are, for their files. */
  public ScoreAbout about() {
    ScoreAbout.Kind kind = isLlr() ? ScoreAbout.Kind.LLR : ScoreAbout.Kind.COSINE;
    return ScoreAbout.of(kind, label, Stamp.tool()).withPipeline(text(steps));
  }

  /** The steps before the calibration, if there is one. */
  public List<Step> uncalibrated() {
    return isCalibrated() ? steps.subList(0, steps.size() - 1) : steps;
  }

  /** The same with a calibration at its end. */
  SystemSpec calibrated(String newId, String newLabel) {
    List<Step> all = new java.util.ArrayList<>(steps);
    all.add(new Calibrated());
    return new SystemSpec(newId, newLabel, all);
  }

  /** The steps as a user would write them. */
  public static String text(List<Step> steps) {
    return steps.stream().map(Step::text).collect(Collectors.joining(", ", "[", "]"));
  }

  @Override
  public String toString() {
    return id + ": " + text(steps);
  }
}
