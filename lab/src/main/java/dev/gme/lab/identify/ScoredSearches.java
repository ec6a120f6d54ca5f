package dev.gme.lab.identify;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.calibrate.TrainedCalibration;
import dev.gme.core.identify.Identification;
import dev.gme.core.identify.IdentificationPrior;
import dev.gme.core.identify.SearchCalibration;
import dev.gme.core.identify.Searches;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.table.TrialList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Searches whose answers are known, from a list of scores of every enrolled speaker against every
 * test: a test is a search, an enrolment a speaker.
 *
 * <pre>{@code
 * ScoredSearches searches = ScoredSearches.ofSpeakers(scores, utt2spk, "utt2spk");
 * IdentificationFigures figures = IdentificationFigures.of(searches, options, progress);
 * }</pre>
 */
public final class ScoredSearches {
  private final TrialList list;
  private final DoubleMatrix scores;
  private final int[] mate;

  /** A number for the speaker of each search; null where they are not known. */
  private final int[] speaker;

  private ScoredSearches(TrialList list, DoubleMatrix scores, int[] mate, int[] speaker) {
    this.list = list;
    this.scores = scores;
    this.mate = mate;
    this.speaker = speaker;
  }

  /**
   * Searches by a key: the target trial of a search names its mate. Speakers are not known.
   *
   * @param key its other trials do not matter
   */
  public static ScoredSearches ofKey(TrialList scores, TrialList key) {
    Map<String, Integer> enrolled = numbers(scores.enrolIds());
    Map<String, Integer> tests = numbers(scores.testIds());
    int[] mate = none(scores);
    for (int i = 0; i < key.size(); i++) {
      if (key.isTarget(i)) {
        Integer e = enrolled.get(key.enrolIds().get(key.enrol(i)));
        Integer t = tests.get(key.testIds().get(key.test(i)));
        if (e == null || t == null) {
          throw new GmeException(
              key.where(i)
                  + ": the target trial "
                  + key.describe(i)
                  + " has no score in "
                  + scores.source(),
              "give scores of all that is in the key");
        }
        setMate(scores, mate, t, e);
      }
    }
    return new ScoredSearches(scores, matrix(scores), mate, null);
  }

  /**
   * Searches by the speaker of each recording. An enrolment that is not in the list is taken to
   * bear the name of its speaker.
   *
   * @param source where the speakers come from, for messages
   */
  public static ScoredSearches ofSpeakers(
      TrialList scores, Map<String, String> speakers, String source) {
    Map<String, Integer> numbers = new HashMap<>();
    Map<String, Integer> enrolled = new HashMap<>();
    List<String> ids = scores.enrolIds();
    for (int e = 0; e < ids.size(); e++) {
      String name = speakers.getOrDefault(ids.get(e), ids.get(e));
      Integer other = enrolled.putIfAbsent(name, e);
      if (other != null) {
        throw twice(scores, "speaker '" + name + "'", ids.get(other), ids.get(e));
      }
    }
    int[] mate = none(scores);
    int[] speaker = new int[mate.length];
    for (int t = 0; t < mate.length; t++) {
      String id = scores.testIds().get(t);
      String name = speakers.get(id);
      if (name == null) {
        throw new GmeException(
            source + " has no speaker of '" + id + "', which is a test of " + scores.source(),
            "add a line: id speaker");
      }
      mate[t] = enrolled.getOrDefault(name, Searches.NO_MATE);
      speaker[t] = numbers.computeIfAbsent(name, unused -> numbers.size());
    }
    return new ScoredSearches(scores, matrix(scores), mate, speaker);
  }

  private static int[] none(TrialList scores) {
    int[] mate = new int[scores.testIds().size()];
    Arrays.fill(mate, Searches.NO_MATE);
    return mate;
  }

  private static void setMate(TrialList scores, int[] mate, int test, int enrolment) {
    if (mate[test] != Searches.NO_MATE && mate[test] != enrolment) {
      List<String> ids = scores.enrolIds();
      throw twice(
          scores,
          "the speaker of '" + scores.testIds().get(test) + "'",
          ids.get(mate[test]),
          ids.get(enrolment));
    }
    mate[test] = enrolment;
  }

  private static GmeException twice(TrialList scores, String who, String first, String second) {
    return new GmeException(
        scores.source()
            + ": "
            + who
            + " is enrolled twice, as '"
            + first
            + "' and '"
            + second
            + "', so there are two right answers",
        "enrol every speaker once: pool the recordings");
  }

  private static Map<String, Integer> numbers(List<String> ids) {
    Map<String, Integer> out = new HashMap<>();
    for (String id : ids) {
      out.put(id, out.size());
    }
    return out;
  }

  private static DoubleMatrix matrix(TrialList list) {
    int n = list.enrolIds().size();
    int m = list.testIds().size();
    if (n == 0 || m == 0) {
      throw new GmeException(list.source() + " has no scores", "check how it was made");
    }
    double[] out = new double[Math.multiplyExact(n, m)];
    BitSet seen = new BitSet(out.length);
    for (int i = 0; i < list.size(); i++) {
      int place = list.test(i) * n + list.enrol(i);
      if (seen.get(place)) {
        throw new GmeException(
            list.where(i) + ": a second score of " + list.describe(i), "leave one of them out");
      }
      seen.set(place);
      out[place] = list.score(i);
    }
    int place = seen.nextClearBit(0);
    if (place < out.length) {
      throw new GmeException(
          String.format(
              "%s: the search for '%s' lacks the score of '%s'",
              list.source(), list.testIds().get(place / n), list.enrolIds().get(place % n)),
          "score every enrolled speaker against every test, without a list of trials");
    }
    return DoubleMatrix.wrap(m, n, out);
  }

  /** N, how many speakers are enrolled. */
  public int enrolled() {
    return scores.cols();
  }

  /** How many searches there are. */
  public int size() {
    return scores.rows();
  }

  /** Where the scores come from. */
  public String source() {
    return list.source();
  }

  /** Whether it is known who speaks in each search, so that there can be intervals. */
  public boolean hasSpeakers() {
    return speaker != null;
  }

  /**
   * The same searches with the log-likelihood ratios of each speaker against the whole list, for
   * which the scores must be log-likelihood ratios themselves.
   */
  public ScoredSearches againstList(double unknownPrior) {
    IdentificationPrior prior = IdentificationPrior.uniform(unknownPrior);
    double[] out = new double[scores.array().length];
    int n = enrolled();
    for (int t = 0; t < size(); t++) {
      Identification all = Identification.of(scores.row(t), prior, n);
      for (int i = 0; i < n; i++) {
        out[t * n + all.speaker(i)] = all.detectionLlr(i);
      }
    }
    return new ScoredSearches(list, DoubleMatrix.wrap(size(), n, out), mate, speaker);
  }

  /** What rates are made of. */
  Searches searches(double... thresholds) {
    Searches.Builder builder = Searches.builder(enrolled(), thresholds);
    for (int t = 0; t < size(); t++) {
      builder.add(scores.row(t), mate[t], speaker == null ? t : speaker[t]);
    }
    return builder.build();
  }

  /**
   * A calibration for searches, and what it does on those that it was trained on.
   *
   * @param calibration what was trained
   * @param searches how many it was trained on
   * @param enrolled N
   * @param before the cross-entropy of the scores as they are, in nats; infinite ones are possible
   * @param after that of the calibrated ones
   * @param ofPrior that of a system that hears nothing
   */
  public record Calibrated(
      Calibration calibration,
      int searches,
      int enrolled,
      double before,
      double after,
      double ofPrior) {}

  /** Trains α and β for this prior of nobody (docs/math.md 10.3). */
  public Calibrated calibrate(double unknownPrior) {
    SearchCalibration searches =
        SearchCalibration.of(scores, mate, IdentificationPrior.uniform(unknownPrior));
    TrainedCalibration<LinearCalibration> trained = searches.train();
    return new Calibrated(
        trained.calibration(),
        size(),
        enrolled(),
        searches.objective(1, 0),
        trained.objective(),
        searches.objectiveOfPrior());
  }
}
