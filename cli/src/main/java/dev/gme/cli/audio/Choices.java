package dev.gme.cli.audio;

import dev.gme.frontend.artefact.FeatureSpec.Normalization;
import dev.gme.frontend.corpus.DataSize;
import dev.gme.frontend.corpus.Survey;
import java.util.Locale;
import java.util.function.Consumer;

/** What is chosen by the data where nothing else was asked for, with a sentence about each. */
final class Choices {
  private final Survey survey;
  private final Consumer<String> say;

  Choices(Survey survey, Consumer<String> say) {
    this.survey = survey;
    this.say = say;
  }

  /**
   * The normalization that suits the recordings.
   *
   * @param window in seconds
   */
  Normalization normalization(double window) {
    Normalization chosen = survey.normalization(window);
    boolean none = chosen == Normalization.NONE;
    say.accept(
        String.format(
            Locale.ROOT,
            "--norm %s: half of the recordings have %s %.1f s of speech, and a sliding window of %.1f s"
                + " pays from %.1f s on",
            none ? "none" : "mean-variance",
            none ? "less than" : "at least",
            survey.median(),
            window,
            Survey.WINDOWS * window));
    return chosen;
  }

  int gaussians() {
    DataSize size = survey.size();
    say.accept(
        String.format(
            Locale.ROOT,
            "--gaussians %d: about %,d frames of speech, %d or more for each Gaussian",
            size.gaussians(),
            size.frames(),
            DataSize.FRAMES_PER_GAUSSIAN));
    return size.gaussians();
  }

  int dimension() {
    DataSize size = survey.size();
    say.accept(
        String.format(
            Locale.ROOT,
            "--dim %d: %,d training recordings, %d or more for each dimension",
            size.dimension(),
            size.recordings(),
            DataSize.RECORDINGS_PER_DIMENSION));
    return size.dimension();
  }
}
