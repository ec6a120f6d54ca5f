package dev.gme.frontend.kaldi;

import dev.gme.formats.kaldi.KaldiPosteriors;
import dev.gme.frontend.gmm.FramePosteriors;

/**
 * Posteriors of Kaldi's tables as those of the front end, and back.
 *
 * <pre>{@code
 * FramePosteriors p = KaldiAlignments.frames(table.posteriors());
 * writer.write(key, KaldiAlignments.kaldi(p));
 * }</pre>
 */
public final class KaldiAlignments {
  private KaldiAlignments() {}

  public static FramePosteriors frames(KaldiPosteriors posteriors) {
    return FramePosteriors.of(posteriors.components(), posteriors.values());
  }

  public static KaldiPosteriors kaldi(FramePosteriors posteriors) {
    int[][] components = new int[posteriors.frames()][];
    double[][] values = new double[posteriors.frames()][];
    for (int t = 0; t < components.length; t++) {
      components[t] = posteriors.components(t);
      values[t] = posteriors.values(t);
    }
    return KaldiPosteriors.of(components, values);
  }
}
