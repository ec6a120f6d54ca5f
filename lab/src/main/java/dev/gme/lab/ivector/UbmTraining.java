package dev.gme.lab.ivector;

import dev.gme.core.Checkpoints;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.corpus.DataSize;
import dev.gme.frontend.corpus.FeatureNotes;
import dev.gme.frontend.corpus.FrameSample;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.UbmTrainer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Trains a mixture on archives of frames.
 *
 * <pre>{@code
 * var training =
 *     new UbmTraining(
 *         UbmTrainer.Options.DEFAULT, UbmTrainer.Covariances.DIAGONAL, FrameSample.MOST);
 * FrontendArtefacts.Ubm ubm =
 *     training.train(archives, part -> Checkpoints.NONE, note -> {}, Progress.NONE).ubm();
 * }</pre>
 *
 * @param maxFrames frames that are trained on at most, spread over all recordings
 */
public record UbmTraining(
    UbmTrainer.Options options, UbmTrainer.Covariances covariances, int maxFrames) {
  /**
   * A trained mixture, with the way that led to it.
   *
   * @param ubm the mixture and what its frames are
   * @param frames how many it was trained on
   * @param recordings of how many recordings these are
   * @param objective log-likelihood of a frame after each iteration
   */
  public record Result(
      FrontendArtefacts.Ubm ubm, int frames, int recordings, List<Double> objective) {
    /** The number of Gaussians. */
    public int gaussians() {
      return ubm.mixture().components();
    }

    /** The dimension of a frame. */
    public int dimension() {
      return ubm.mixture().dimension();
    }
  }

  /**
   * Trains the mixture on frames of all recordings.
   *
   * @param checkpoints where the training of diagonal and of full covariances is kept
   * @param say takes a sentence of advice, where the data are few
   */
  public Result train(
      List<Path> archives,
      Function<UbmTrainer.Covariances, Checkpoints> checkpoints,
      Consumer<String> say,
      Progress progress)
      throws IOException {
    Optional<FeatureSpec> features = FeatureNotes.read(archives);
    FrameSample sample = FrameSample.read(archives, id -> true, maxFrames);
    new DataSize(sample.recordings(), sample.total())
        .advice(options.components(), 1)
        .ifPresent(say);
    return train(sample, features, checkpoints, progress);
  }

  /** Trains the mixture on frames that have been read. */
  Result train(
      FrameSample sample,
      Optional<FeatureSpec> features,
      Function<UbmTrainer.Covariances, Checkpoints> checkpoints,
      Progress progress) {
    Trained<? extends GaussianMixture> trained =
        new UbmTrainer(options).train(sample.frames(), covariances, checkpoints, progress);
    return new Result(
        new FrontendArtefacts.Ubm(features, trained.model()),
        sample.size(),
        sample.recordings(),
        trained.objective());
  }
}
