package dev.gme.lab.identify;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.identify.Identification;
import dev.gme.core.identify.IdentificationPrior;
import dev.gme.core.identify.IndexedSpeakers;
import dev.gme.core.identify.SpeakerIndex;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.score.ScoreCalibrator;
import dev.gme.lab.score.Side;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Searches for the speaker of each test among the enrolled ones.
 *
 * <pre>{@code
 * SpeakerSearch search = SpeakerSearch.of(enrolled, tests, calibration);
 * List<FoundSpeaker> found = search.run(new SearchOptions(0.3, 5, IdentificationCosts.EQUAL), progress);
 * }</pre>
 *
 * <p>Up to {@value #EXACT} scores are exact in double; more are made by a {@link SpeakerIndex}. A
 * test that was enrolled itself is no test and is left out.
 */
public final class SpeakerSearch {
  /** As many take about a second; scoring of trials has the same limit. */
  private static final long EXACT = 1_000_000;

  private static final double GIB = 1L << 30;

  /** Tests between two reports of progress. */
  private static final int ROUND = 64;

  private final List<String> enrolledIds;
  private final MetaEmbeddings enrolled;
  private final List<String> testIds;
  private final MetaEmbeddings tests;
  private final int leftOut;
  private final Optional<Calibration> calibration;

  private SpeakerSearch(Side enrol, Side test, int[] rows, Optional<Calibration> calibration) {
    enrolledIds = enrol.ids();
    enrolled = enrol.embeddings();
    testIds = Arrays.stream(rows).mapToObj(test.ids()::get).toList();
    tests =
        rows.length == test.ids().size()
            ? test.embeddings()
            : test.embeddings()
                .pool(Arrays.stream(rows).mapToObj(i -> new int[] {i}).toArray(int[][]::new));
    leftOut = test.ids().size() - rows.length;
    this.calibration = calibration;
  }

  /**
   * The speakers and the tests, as meta-embeddings of one model.
   *
   * @param calibration of the model's scores
   */
  public static SpeakerSearch of(Side enrol, Side test, Optional<Calibration> calibration) {
    if (enrol.ids().isEmpty()) {
      throw new GmeException("no speaker is enrolled", "give at least one");
    }
    if (enrol.ids().contains(FoundSpeaker.NOBODY)) {
      throw new GmeException(
          "an enrolled speaker is called '"
              + FoundSpeaker.NOBODY
              + "', which is the answer where it is none of them",
          "rename that speaker");
    }
    if (!Arrays.equals(enrol.embeddings().lambda(), test.embeddings().lambda())) {
      throw new GmeException(
          "the enrolled speakers and the tests are meta-embeddings of different models",
          "make both with one model");
    }
    Set<String> recordings = enrol.allRecordings();
    int[] rows =
        IntStream.range(0, test.ids().size())
            .filter(i -> !recordings.contains(test.ids().get(i)))
            .toArray();
    if (rows.length == 0) {
      throw new GmeException(
          test.ids().isEmpty()
              ? "there is no test"
              : test.ids().size() == 1
                  ? "the test is a recording that is enrolled"
                  : "all " + test.ids().size() + " tests are recordings that are enrolled",
          "give tests that are not enrolled");
    }
    return new SpeakerSearch(enrol, test, rows, calibration);
  }

  /** N, how many speakers are enrolled. */
  public int enrolled() {
    return enrolledIds.size();
  }

  /** How many tests there are. */
  public int tests() {
    return testIds.size();
  }

  /** How many tests were left out because they are enrolled. */
  public int leftOut() {
    return leftOut;
  }

  /** Whether scores are exact, because there are few. */
  public boolean isExact() {
    return (long) enrolled() * tests() <= EXACT;
  }

  /**
   * The bytes that a search takes: both sides in double, and scores of some tests at a time or the
   * index of the enrolled.
   */
  public long memory() {
    long d = enrolled.dimension();
    long sides = 8L * (d + 1) * ((long) enrolled() + tests());
    return sides + (isExact() ? 8L * ROUND * enrolled() : SpeakerIndex.memory(enrolled(), (int) d));
  }

  private void requireMemory() {
    long most = Runtime.getRuntime().maxMemory();
    if (memory() > most) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "searching %,d enrolled speakers takes %.1f GiB of memory, this program may use %.1f"
                  + " GiB",
              enrolled(),
              memory() / GIB,
              most / GIB),
          String.format(
              Locale.ROOT,
              "allow more, for example with GME_JAVA_OPTS=-Xmx%dg",
              (long) Math.ceil(1.2 * memory() / GIB)));
    }
  }

  /** Searches for all tests, in their order. */
  public List<FoundSpeaker> run(SearchOptions options, Progress progress) {
    requireMemory();
    IdentificationPrior prior = options.prior(enrolledIds);
    Optional<IndexedSpeakers> index =
        isExact() ? Optional.empty() : Optional.of(SpeakerIndex.of(enrolled).view());
    List<FoundSpeaker> out = new ArrayList<>();
    for (int from = 0; from < tests(); from += ROUND) {
      progress.step("searches", from, tests());
      MetaEmbeddings some = tests.range(from, Math.min(tests(), from + ROUND));
      List<Identification> found =
          index.isPresent()
              ? index.get().search(some, prior, options.top(), calibration)
              : exact(some, prior, options.top());
      for (Identification f : found) {
        out.add(
            new FoundSpeaker(testIds.get(out.size()), enrolledIds, f, options.costs().decide(f)));
      }
    }
    progress.step("searches", tests(), tests());
    return out;
  }

  private List<Identification> exact(MetaEmbeddings some, IdentificationPrior prior, int top) {
    DoubleMatrix llr = enrolled.llr(some).transpose();
    Optional<ScoreCalibrator> calibrator =
        calibration.map(c -> ScoreCalibrator.of(c, enrolled, some));
    List<Identification> out = new ArrayList<>();
    for (int t = 0; t < some.size(); t++) {
      double[] scores = llr.row(t);
      for (int e = 0; calibrator.isPresent() && e < scores.length; e++) {
        scores[e] = calibrator.get().apply(e, t, scores[e]);
      }
      out.add(Identification.of(scores, prior, top));
    }
    return out;
  }
}
