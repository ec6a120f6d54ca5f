package dev.gme.lab.model;

import dev.gme.core.GmeException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The ways to adapt a model, by the names that users write. */
public enum AdaptationMethod {
  /** The mean alone; with trials, whatever is shown to help. */
  AUTO("auto", false),
  /** The mean. */
  MEAN("mean", false),
  /** Kaldi's way. */
  KALDI("kaldi", false),
  /** The total covariance becomes the target's. */
  CORAL("coral", false),
  /** Each covariance grows towards its image under CORAL. */
  CORAL_PLUS("coral+", false),
  /** The mean and the level of the noise. */
  NOISE("noise", false),
  /** The mean, the level of the noise and ν. */
  TAIL("tail", false),
  /** The mean of all domains, and the covariance of their means as noise. */
  DOMAINS("domains", false),
  /** Between source and a model of the labelled vectors. */
  LINEAR("linear", true),
  /** The same, in which nothing gets smaller than in the target. */
  REGULARIZED("regularized", true),
  /** The source mapped by CORAL first. */
  CIP("cip", true),
  /** Both. */
  CIP_REGULARIZED("cip-regularized", true),
  /** EM on the labelled vectors with the source as prior. */
  MAP("map", true),
  /** The mean, and two scales by cross-entropy. */
  SCALES("scales", true);

  private final String text;
  private final boolean needsLabels;

  AdaptationMethod(String text, boolean needsLabels) {
    this.text = text;
    this.needsLabels = needsLabels;
  }

  /** The method of this name. */
  public static AdaptationMethod parse(String text) {
    return Arrays.stream(values())
        .filter(m -> m.text.equals(text.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new GmeException(
                    "there is no way to adapt called '" + text + "'", "the ways are " + names()));
  }

  /** All names, for messages. */
  public static String names() {
    return Arrays.stream(values()).map(m -> m.text).collect(Collectors.joining(", "));
  }

  /**
   * Those that trials choose from; the ones with labels only where there are labels. Of the
   * interpolations the plain ones stand for the regularized, each of which costs as much to judge.
   */
  static List<AdaptationMethod> candidates(boolean haveLabels) {
    return Arrays.stream(values())
        .filter(m -> m != AUTO && m != DOMAINS && m != REGULARIZED && m != CIP_REGULARIZED)
        .filter(m -> haveLabels || !m.needsLabels)
        .toList();
  }

  /** Whether some of the target's vectors must have speakers. */
  public boolean needsLabels() {
    return needsLabels;
  }

  /** Whether mean and covariance of the target's vectors are all that it learns from. */
  public boolean needsSumsAlone() {
    return this == AUTO || this == MEAN || this == KALDI || this == CORAL || this == CORAL_PLUS;
  }

  /** As users write it. */
  @Override
  public String toString() {
    return text;
  }
}
