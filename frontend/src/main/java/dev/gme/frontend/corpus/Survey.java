package dev.gme.frontend.corpus;

import dev.gme.core.Progress;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.artefact.FeatureSpec.Normalization;
import dev.gme.frontend.feature.FeaturePipeline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A look at recordings before anything is made of them: how much speech they hold.
 *
 * <pre>{@code
 * Survey s = Survey.of(recordings, train, FeatureSpec.paper(8000), progress);
 * Normalization n = s.normalization(3);
 * }</pre>
 *
 * @param median speech of a recording, in seconds
 * @param size of all recordings together; estimated where not all were looked at
 */
public record Survey(double median, DataSize size) {
  /**
   * Normalization takes from each window what is constant in it, of the channel and of the speaker
   * alike. What is left of a recording must tell the speaker on its own; that of a few windows does
   * not.
   */
  public static final int WINDOWS = 5;

  /** Enough for a median to a few percent; of calls it is a matter of seconds. */
  private static final int MOST = 200;

  /**
   * Looks at recordings that are spread over a list; those that cannot be read are passed over.
   *
   * @param spec whose frames are counted, whatever its normalization
   */
  public static Survey of(
      RecordingList recordings, List<String> ids, FeatureSpec spec, Progress progress)
      throws IOException {
    int n = Math.min(MOST, ids.size());
    List<String> some =
        IntStream.range(0, n).mapToObj(i -> ids.get((int) ((long) i * ids.size() / n))).toList();
    FeaturePipeline counting = spec.with(Normalization.NONE).withDeltas(0).pipeline();
    List<Integer> frames = new ArrayList<>();
    Skipped skipped = new Skipped();
    FeatureFiles.make(
        recordings, some, counting, (id, x) -> frames.add(x.rows()), skipped, progress);
    if (frames.isEmpty()) {
      throw skipped.none(some.size());
    }
    Collections.sort(frames);
    long sum = frames.stream().mapToLong(f -> f).sum();
    double median = frames.get(frames.size() / 2) / spec.framesPerSecond();
    return new Survey(median, new DataSize(ids.size(), sum * ids.size() / some.size()));
  }

  /**
   * Mean and variance over a sliding window, as in the paper, where the median recording has speech
   * of {@value #WINDOWS} windows; else none.
   *
   * @param window in seconds
   */
  public Normalization normalization(double window) {
    return median >= WINDOWS * window ? Normalization.MEAN_VARIANCE : Normalization.NONE;
  }
}
