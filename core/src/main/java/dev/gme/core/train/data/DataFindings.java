package dev.gme.core.train.data;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.FiniteVectors;
import dev.gme.core.train.data.DataReport.Finding;
import dev.gme.core.train.data.DataReport.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What there is to say about the facts of a {@link DataReport}. */
final class DataFindings {
  private final List<Finding> findings = new ArrayList<>();
  private final List<String> ids;

  private DataFindings(List<String> ids) {
    this.ids = ids;
  }

  /**
   * The findings, the worst first.
   *
   * @param ids of the recordings; empty where they have none, and are counted
   */
  static List<Finding> of(DataReport facts, Optional<SpeakerScatter> scatter, List<String> ids) {
    DataFindings out = new DataFindings(ids);
    out.unusable(facts);
    scatter.ifPresent(out::refusals);
    out.vectors(facts);
    out.speakers(facts);
    out.findings.sort(Comparator.comparing(Finding::severity));
    return out.findings;
  }

  private void add(Severity severity, String message, String help) {
    findings.add(new Finding(severity, message, help));
  }

  /** Adds the refusal, if it is one. */
  private boolean refused(Optional<GmeException> refusal) {
    refusal.ifPresent(e -> add(Severity.REFUSAL, e.getMessage(), e.help()));
    return refusal.isPresent();
  }

  /** What a recording is called: its id, or its number from 0. */
  private String name(int number) {
    return ids.isEmpty() ? Integer.toString(number) : ids.get(number);
  }

  private GmeException refusal(DataReport.Place p) {
    String vector =
        ids.isEmpty() ? RowSource.numbered(p.recording()) : "'" + name(p.recording()) + "'";
    return FiniteVectors.refusal(vector, p.position(), p.value());
  }

  private void unusable(DataReport facts) {
    facts.unusable().stream()
        .limit(DataRules.NAMED)
        .map(this::refusal)
        .forEach(e -> refused(Optional.of(e)));
  }

  /** In the order in which training meets them; it would not get to the next. */
  private void refusals(SpeakerScatter scatter) {
    if (refused(DataRules.severalSpeakers(scatter.speakers()))
        || refused(DataRules.constantColumns(scatter))) {
      return;
    }
    NoiseEstimate noise = NoiseEstimate.of(scatter);
    if (refused(noise.refusal())) {
      return;
    }
    noise
        .note()
        .ifPresent(
            note ->
                add(
                    Severity.NOTE,
                    note,
                    "no action is needed, or leave out the columns that are sums of others"));
    refused(DataRules.speakersDiffer(DataRules.speakerDirections(scatter, noise)));
  }

  private void vectors(DataReport facts) {
    DataReport.Duplicates duplicates = facts.duplicates();
    duplicates(
        duplicates.across(),
        "recordings that have the vector of another speaker's",
        duplicates.examplesAcross(),
        "check their labels, and drop recordings of several speakers");
    duplicates(
        duplicates.within(),
        "recordings that repeat one of the same speaker",
        duplicates.examplesWithin(),
        "drop them: they make noise look smaller than it is");
    if (facts.norms().zero() > 0) {
      add(
          Severity.WARNING,
          "vectors of length 0, which length normalization refuses: " + facts.norms().zero(),
          "drop these recordings: there was probably no speech in them");
    }
    if (!facts.norms().outliers().isEmpty()) {
      add(
          Severity.WARNING,
          String.format(
              ids.isEmpty()
                  ? "vectors whose length is far from the median: number %s (from 0)"
                  : "vectors whose length is far from the median: %s",
              DataRules.named(facts.norms().outliers().stream().map(this::name).toList())),
          "look at these recordings; heavy-tailed models tolerate them, Gaussian ones do not");
    }
    if (!facts.nearConstantColumns().isEmpty()) {
      add(
          Severity.WARNING,
          "columns that vary by less than 1e-6 of their mean, mostly by rounding: "
              + DataRules.named(facts.nearConstantColumns())
              + " (from 0)",
          "leave them out of the vectors");
    }
  }

  private void duplicates(int count, String what, List<DataReport.Pair> examples, String help) {
    if (count > 0) {
      DataReport.Pair pair = examples.get(0);
      add(
          Severity.WARNING,
          String.format(
              Locale.ROOT,
              ids.isEmpty()
                  ? "%s: %d, first number %s that of %s (from 0)"
                  : "%s: %d, first '%s' that of '%s'",
              what,
              count,
              name(pair.second()),
              name(pair.first())),
          help);
    }
  }

  private void speakers(DataReport facts) {
    long free = facts.recordings() - facts.speakers();
    if (free > 0 && free < (long) TrainingData.ENOUGH_DIFFERENCES * facts.dimension()) {
      add(
          Severity.WARNING,
          String.format(
              Locale.ROOT,
              "few recordings for their dimension: %d of %d speakers leave %d differences to"
                  + " estimate the noise in %d dimensions from, and about %d are needed",
              facts.recordings(),
              facts.speakers(),
              free,
              facts.dimension(),
              TrainingData.ENOUGH_DIFFERENCES * facts.dimension()),
          "shrink the covariance within speakers, reduce the dimension by PCA first, or train"
              + " isotropic PLDA, and compare with the cosine of the vectors as they are");
    }
    int single = facts.perSpeaker().single();
    if (single > 0 && single < facts.speakers()) {
      add(
          Severity.NOTE,
          "speakers with one recording: " + single + " of " + facts.speakers(),
          "no action is needed: they show how speakers differ, not what noise is like");
    }
    int largest = facts.largestSpeakerDimension();
    if (largest > 0 && largest < facts.dimension()) {
      add(
          Severity.NOTE,
          String.format(
              Locale.ROOT,
              "the means of %d speakers vary in %d of %d directions, so the speaker dimension is at"
                  + " most %d",
              facts.speakers(),
              largest,
              facts.dimension(),
              largest),
          "give recordings of more speakers for a larger one");
    }
  }
}
