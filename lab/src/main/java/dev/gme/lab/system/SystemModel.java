package dev.gme.lab.system;

import dev.gme.core.calibrate.Calibration;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.NoiseProfile;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.PrecisionHead;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.score.CalibratedModel;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.lab.data.EvaluationSet;
import dev.gme.lab.score.HeadedExtraction;
import dev.gme.lab.score.LlrAccuracy;
import dev.gme.lab.score.TrialScoring;
import java.util.List;
import java.util.Optional;

/**
 * What a chain of steps has made so far: preprocessing, an extractor once there is one, how scores
 * are made of it, and their calibration.
 *
 * @param preprocessing what is done to vectors first
 * @param extractor makes meta-embeddings; systems that score by the cosine have none
 * @param scoring how scores are made
 * @param calibration what scores go through at the end
 * @param trainedOn what the recordings look like that the calibration was trained on, where that is
 *     known
 * @param chosen the steps that a step which chooses has taken in its place; else empty
 * @param head makes precisions of more than the vectors, where there is one
 */
public record SystemModel(
    Preprocessing preprocessing,
    Optional<GmeExtractor> extractor,
    Scoring scoring,
    Optional<Calibration> calibration,
    Optional<NoiseProfile> trainedOn,
    List<Step> chosen,
    Optional<PrecisionHead> head) {
  /** How scores are made. */
  public enum Scoring {
    /** Log-likelihood ratios of meta-embeddings by tiles, within the stated tolerance. */
    TILES,
    /** Log-likelihood ratios of meta-embeddings in double, trial by trial. */
    EXACT,
    /** The quadratic form of Gaussian PLDA, for trials of one vector on each side. */
    QUADRATIC,
    /** The cosine of preprocessed vectors, which is no log-likelihood ratio. */
    COSINE
  }

  /** Before the first step: vectors as they are, without a model. */
  public static final SystemModel NONE =
      new SystemModel(
          Preprocessing.of(List.of()),
          Optional.empty(),
          Scoring.TILES,
          Optional.empty(),
          Optional.empty(),
          List.of(),
          Optional.empty());

  public SystemModel {
    chosen = List.copyOf(chosen);
  }

  /** A trained model, to go on from. */
  public static SystemModel of(Pipeline pipeline) {
    return new SystemModel(
        pipeline.preprocessing(),
        Optional.of(pipeline.extractor()),
        Scoring.TILES,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        pipeline.head());
  }

  public SystemModel withPreprocessing(Preprocessing other) {
    return new SystemModel(other, extractor, scoring, calibration, trainedOn, chosen, head);
  }

  /** Another extractor, which calibration and head of before do not fit. */
  public SystemModel withExtractor(GmeExtractor other) {
    return new SystemModel(
        preprocessing,
        Optional.of(other),
        scoring,
        Optional.empty(),
        Optional.empty(),
        chosen,
        Optional.empty());
  }

  /** With a head for its precisions, whose scores the calibration of before does not fit. */
  public SystemModel withHead(PrecisionHead trained) {
    return new SystemModel(
        preprocessing,
        extractor,
        scoring,
        Optional.empty(),
        Optional.empty(),
        chosen,
        Optional.of(trained));
  }

  public SystemModel withScoring(Scoring other) {
    return new SystemModel(preprocessing, extractor, other, calibration, trainedOn, chosen, head);
  }

  public SystemModel withCalibration(Calibration other) {
    return withCalibration(other, Optional.empty());
  }

  /** A calibration that was trained on recordings such as these. */
  SystemModel withCalibration(Calibration other, Optional<NoiseProfile> recordings) {
    return new SystemModel(
        preprocessing, extractor, scoring, Optional.of(other), recordings, chosen, head);
  }

  public SystemModel uncalibrated() {
    return new SystemModel(
        preprocessing, extractor, scoring, Optional.empty(), Optional.empty(), chosen, head);
  }

  /** Made by these steps, which stand in place of the one that chose them. */
  SystemModel withChosen(List<Step> steps) {
    return new SystemModel(preprocessing, extractor, scoring, calibration, trainedOn, steps, head);
  }

  /** The extractor, which the steps of a chain have made sure of. */
  public GmeExtractor requireExtractor() {
    return extractor.orElseThrow(() -> new IllegalStateException("the chain has no model yet"));
  }

  /** Preprocessing, extractor and head as one. */
  public Pipeline pipeline() {
    Pipeline bare = Pipeline.of(preprocessing, requireExtractor());
    return head.map(bare::withHead).orElse(bare);
  }

  /** Preprocessing, extractor and calibration as one; only for models that have all of them. */
  public CalibratedModel calibratedModel() {
    return new CalibratedModel(pipeline(), calibration.orElseThrow(), trainedOn);
  }

  /** How it scores trials of a set, before calibration. */
  public TrialScoring trialScoring(EvaluationSet set) {
    return head.isPresent()
        ? TrialScoring.headed(headed(set), accuracy())
        : trialScoring(set.models(), set.enrolment());
  }

  /** How its head, which it has, meets the recordings of a set. */
  public HeadedExtraction headed(EvaluationSet set) {
    return HeadedExtraction.of(pipeline(), set.side(), List.of(set.vectors()));
  }

  private LlrAccuracy accuracy() {
    return scoring == Scoring.EXACT ? LlrAccuracy.EXACT : LlrAccuracy.DEFAULT;
  }

  /**
   * How it scores trials, before calibration. The quadratic form takes one vector on each side;
   * pools of several recordings are scored by their meta-embeddings instead, exactly.
   */
  public TrialScoring trialScoring(EnrolmentModels models, Enrolment enrolment) {
    return switch (scoring) {
      case TILES, EXACT -> TrialScoring.llr(pipeline(), accuracy());
      case QUADRATIC ->
          enrolment == Enrolment.AVERAGED || models.areSingleRecordings()
              ? TrialScoring.quadratic(pipeline())
              : TrialScoring.llr(pipeline(), LlrAccuracy.EXACT);
      case COSINE -> TrialScoring.cosine(preprocessing);
    };
  }

  /** What it is, for reports. */
  @Override
  public String toString() {
    return (extractor.isPresent() ? pipeline().toString() : "cosine")
        + calibration.map(c -> ", " + c).orElse("");
  }
}
