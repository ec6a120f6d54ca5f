package dev.gme.core.identify;

import dev.gme.core.calibrate.Calibration;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.ScoreCalibrator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The speakers that were enrolled in a {@link SpeakerIndex} at one moment. Immutable: whatever is
 * enrolled or switched off later does not change what a search here finds.
 *
 * <pre>{@code
 * IndexedSpeakers enrolled = index.view();
 * List<Identification> found = enrolled.search(tests, IdentificationPrior.uniform(0.1), 10);
 * }</pre>
 *
 * <p>A search reads every row once for up to 16 tests. It scores in floats, with an error of about
 * 1e-4 nat where scores are some hundred; candidates that are listed are scored again in double.
 * Where many score alike to that error, which of them are listed at the end of the list is open.
 */
public final class IndexedSpeakers {
  /** Tests of one pass: the rows of a panel serve all of them while they are in the cache. */
  private static final int BATCH = 16;

  /** Rows of a part of the work, which is cut the same for any number of threads. */
  private static final int SEGMENT = 1 << 16;

  /** Candidates beyond those asked for, which the scores in double may bring to the front. */
  private static final int MARGIN = 8;

  private final double[] lambda;
  private final IndexChunk[] chunks;
  private final int[] rows;
  private final SpeakerIndex.Places places;
  private final int numbers;
  private final int on;
  private final int version;

  /** Whether all rows of a chunk's bin have the same b. */
  private final boolean[] isOfOneB;

  /** Where segments begin, among the chunks, and the end. */
  private final int[] segments;

  IndexedSpeakers(
      double[] lambda,
      IndexChunk[] chunks,
      int[] rows,
      SpeakerIndex.Places places,
      int numbers,
      int on,
      int version) {
    this.lambda = lambda;
    this.chunks = chunks;
    this.rows = rows;
    this.places = places;
    this.numbers = numbers;
    this.on = on;
    this.version = version;
    segments = segments(rows);
    isOfOneB = ofOneB(chunks, rows);
  }

  /** Of whole bins, so that equal speakers have equal scores in whichever chunk they are. */
  private static boolean[] ofOneB(IndexChunk[] chunks, int[] rows) {
    boolean[] out = new boolean[chunks.length];
    for (int from = 0, to; from < out.length; from = to) {
      boolean one = true;
      for (to = from; to < out.length && chunks[to].bin == chunks[from].bin; to++) {
        one &= chunks[to].isOfOneB(rows[to]) && chunks[to].b[0] == chunks[from].b[0];
      }
      Arrays.fill(out, from, to, one);
    }
    return out;
  }

  private static int[] segments(int[] rows) {
    List<Integer> from = new ArrayList<>(List.of(0));
    long sum = 0;
    for (int c = 0; c < rows.length; c++) {
      sum += rows[c];
      if (sum >= SEGMENT && c + 1 < rows.length) {
        from.add(c + 1);
        sum = 0;
      }
    }
    from.add(rows.length);
    return from.stream().mapToInt(i -> i).toArray();
  }

  /** N, how many speakers are enrolled and not switched off. */
  public int size() {
    return on;
  }

  /** How many numbers were given out, those of speakers who are switched off included. */
  public int numbers() {
    return numbers;
  }

  /** Whether this number is of an enrolled speaker. */
  public boolean isEnrolled(int number) {
    if (number < 0 || number >= numbers) {
      return false;
    }
    IndexChunk chunk = places.chunk(number);
    return chunk != null && chunk.isOn(places.row(number), version);
  }

  /** Searches for each test, uncalibrated. */
  public List<Identification> search(MetaEmbeddings tests, IdentificationPrior prior, int top) {
    return search(tests, prior, top, Optional.empty());
  }

  /**
   * Searches for each test.
   *
   * @param prior of the speakers; probabilities of single ones only where none is switched off
   * @param top how many candidates to list
   * @param calibration of the scores, of the kind that a model may have
   */
  public List<Identification> search(
      MetaEmbeddings tests, IdentificationPrior prior, int top, Optional<Calibration> calibration) {
    if (!Arrays.equals(lambda, tests.lambda())) {
      throw new IllegalArgumentException(
          "embeddings of another extractor than those of the index (another lambda)");
    }
    if (on == 0) {
      throw new IllegalStateException("nobody is enrolled");
    }
    if (!prior.isUniform() && on < numbers) {
      throw new IllegalArgumentException(
          "probabilities of single speakers, of whom some are switched off");
    }
    prior.requireSpeakers(on);
    Identification.requireTop(top);
    Identification[] out = new Identification[tests.size()];
    Workers.forEach(
        (out.length + BATCH - 1) / BATCH,
        batch -> {
          int from = batch * BATCH;
          MetaEmbeddings some = tests.range(from, Math.min(out.length, from + BATCH));
          Identification[] found = pass(some, prior, Math.min(top, on), calibration);
          System.arraycopy(found, 0, out, from, found.length);
        });
    return List.of(out);
  }

  private Identification[] pass(
      MetaEmbeddings tests, IdentificationPrior prior, int top, Optional<Calibration> calibration) {
    SearchTransform transform = new SearchTransform(calibration.orElse(null), prior);
    int kept = Math.min(on, top + MARGIN);
    IndexScan[] scans = new IndexScan[segments.length - 1];
    Workers.forEach(
        scans.length,
        s -> {
          IndexScan scan = new IndexScan(tests, transform, version, kept);
          for (int c = segments[s]; c < segments[s + 1]; c++) {
            boolean other = c == segments[s] || chunks[c].bin != chunks[c - 1].bin;
            scan.add(chunks[c], rows[c], other, isOfOneB[c]);
          }
          scans[s] = scan;
        });
    Identification[] out = new Identification[tests.size()];
    for (int q = 0; q < out.length; q++) {
      Ranking best = new Ranking(kept);
      LogSum rest = new LogSum();
      for (IndexScan scan : scans) {
        best.offerAll(scan.best(q), rest);
        rest.add(scan.rest(q));
      }
      out[q] = result(tests.range(q, q + 1), best.best(), rest, prior, top, calibration);
    }
    return out;
  }

  /** The candidates in the order of their scores in double. */
  private Identification result(
      MetaEmbeddings test,
      int[] candidates,
      LogSum rest,
      IdentificationPrior prior,
      int top,
      Optional<Calibration> calibration) {
    int d = lambda.length;
    double[] a = new double[candidates.length * d];
    double[] b = new double[candidates.length];
    for (int i = 0; i < b.length; i++) {
      IndexChunk chunk = places.chunk(candidates[i]);
      int row = places.row(candidates[i]);
      chunk.copyRow(row, a, i * d);
      b[i] = chunk.b[row];
    }
    MetaEmbeddings rows = MetaEmbeddings.of(DoubleMatrix.wrap(b.length, d, a), b, lambda);
    double[] llr = rows.llr(test).array();
    if (calibration.isPresent()) {
      ScoreCalibrator calibrator = ScoreCalibrator.of(calibration.get(), rows, test);
      for (int i = 0; i < llr.length; i++) {
        llr[i] = calibrator.apply(i, 0, llr[i]);
      }
    }
    Ranking best = new Ranking(Math.min(top, b.length));
    for (int i = 0; i < b.length; i++) {
      rest.add(best.offer(prior.logShare(candidates[i]) + llr[i], candidates[i]));
    }
    int[] order = best.best();
    double[] listed = IntStream.of(order).mapToDouble(n -> llr[indexOf(candidates, n)]).toArray();
    // The sum is of e^s where speakers are alike, and of their shares times e^s where not.
    double perSpeaker = prior.isUniform() ? prior.log(0, on) : prior.logInSet();
    return new Identification(on, prior, order, listed, perSpeaker + rest.value());
  }

  private static int indexOf(int[] candidates, int number) {
    return IntStream.range(0, candidates.length)
        .filter(i -> candidates[i] == number)
        .findFirst()
        .orElseThrow();
  }

  /** For example {@code 1000 enrolled speakers of dimension 200}. */
  @Override
  public String toString() {
    return on + " enrolled speakers of dimension " + lambda.length;
  }
}
