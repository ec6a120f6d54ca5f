package dev.gme.lab.data;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.Enrolment;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.Sha256;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.formats.lists.SideInformation;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.TrialSpeakerLists;
import dev.gme.lab.score.TrialPairs;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Trials to score, with all that they need.
 *
 * @param name what it is called
 * @param vectors the recordings of both sides
 * @param models the enrolments
 * @param enrolment how several recordings become one side
 * @param pairs the trials, labelled, with the places of their sides among the models and vectors
 * @param speakers for intervals, where they are known
 * @param by conditions to evaluate apart
 * @param equalize conditions whose combinations are to count the same
 * @param side what else is known of the recordings, for models that need it
 */
public record EvaluationSet(
    String name,
    LabelledVectors vectors,
    EnrolmentModels models,
    Enrolment enrolment,
    TrialPairs pairs,
    Optional<TrialSpeakerLists> speakers,
    List<String> by,
    List<String> equalize,
    Optional<SideInformation> side) {
  public EvaluationSet {
    labelled(pairs.list());
    by = List.copyOf(by);
    equalize = List.copyOf(equalize);
  }

  /** Finds the sides of labelled trials; refuses trials whose sides are not there. */
  public EvaluationSet(
      String name,
      LabelledVectors vectors,
      EnrolmentModels models,
      Enrolment enrolment,
      TrialList trials,
      Optional<TrialSpeakerLists> speakers,
      List<String> by,
      List<String> equalize) {
    this(
        name,
        vectors,
        models,
        enrolment,
        TrialPairs.of(labelled(trials), models.ids(), vectors.ids()),
        speakers,
        by,
        equalize,
        Optional.empty());
  }

  /** The same, with what else is known of the recordings. */
  public EvaluationSet withSide(Optional<SideInformation> known) {
    return new EvaluationSet(
        name, vectors, models, enrolment, pairs, speakers, by, equalize, known);
  }

  private static TrialList labelled(TrialList trials) {
    if (!trials.hasLabels()) {
      throw new GmeException(
          trials.source() + ": expected a key, which says which trials are target trials",
          "give trials with labels");
    }
    return trials;
  }

  /** Every pair of different recordings, once. */
  public static EvaluationSet allPairs(String name, LabelledVectors vectors) {
    int n = vectors.size();
    List<String> speakers = vectors.speakers().orElseThrow();
    int[] enrol = new int[n * (n - 1) / 2];
    int[] test = new int[enrol.length];
    boolean[] isTarget = new boolean[enrol.length];
    int t = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        enrol[t] = i;
        test[t] = j;
        isTarget[t++] = speakers.get(i).equals(speakers.get(j));
      }
    }
    return new EvaluationSet(
        name,
        vectors,
        EnrolmentModels.ofRecordings(vectors),
        Enrolment.POOLED,
        TrialList.of(vectors.ids(), vectors.ids(), enrol, test).withLabels(isTarget),
        Optional.empty(),
        List.of(),
        List.of());
  }

  /** Labelled; every id is known. */
  public TrialList trials() {
    return pairs.list();
  }

  /**
   * What decides scores and calibrations: vectors, models, labelled trials, how models are made,
   * and what else is known of recordings.
   */
  public String digest() {
    Sha256 key = new Sha256().add(vectors.digest()).add(enrolment.name());
    side.ifPresent(s -> key.add(s.digest()));
    int[][] rows = models.rows();
    for (int m = 0; m < rows.length; m++) {
      key.add(models.ids().get(m)).add(rows[m]);
    }
    TrialList trials = trials();
    int[] labels = IntStream.range(0, trials.size()).map(i -> trials.isTarget(i) ? 1 : 0).toArray();
    return key.add(pairs.enrol()).add(pairs.test()).add(labels).text();
  }

  public FloatMatrix matrix() {
    return vectors.vectors();
  }
}
