package dev.gme.neural.embed;

import dev.gme.core.GmeException;
import dev.gme.frontend.network.Windows;
import java.util.Optional;

/**
 * How recordings become embeddings, beside what the description of the network says.
 *
 * @param windows pieces of a recording that get embeddings of their own; empty for one embedding a
 *     recording
 * @param maxWindow seconds that the network sees at a time at most: what is longer is seen in
 *     pieces, which takes less memory
 */
public record EmbedOptions(Optional<Windows> windows, double maxWindow) {
  /** One embedding a recording. */
  public static final EmbedOptions DEFAULT =
      new EmbedOptions(Optional.empty(), Windows.MOST_SECONDS);

  public EmbedOptions {
    if (!(maxWindow >= 1) || maxWindow > 86_400) {
      throw new GmeException(
          "expected pieces of at most 1 to 86400 seconds, found " + maxWindow,
          Windows.MOST_SECONDS + " is usual");
    }
    if (windows.isPresent() && !isUsable(windows.get())) {
      throw new GmeException(
          "expected windows with a length and a step of at least 0.01 seconds, found "
              + windows.get().length()
              + " and "
              + windows.get().shift(),
          "1.5:0.75 is usual");
    }
  }

  /** A step of 0 stands for the length. */
  private static boolean isUsable(Windows w) {
    return w.length() >= 0.01 && (w.shift() == 0 || w.shift() >= 0.01);
  }

  /** An embedding for every window. */
  public EmbedOptions withWindows(Windows each) {
    return new EmbedOptions(Optional.of(each), maxWindow);
  }

  /** Pieces of another length. */
  public EmbedOptions withMaxWindow(double seconds) {
    return new EmbedOptions(windows, seconds);
  }
}
