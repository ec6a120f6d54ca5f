package dev.gme.lab.files;

import dev.gme.core.GmeException;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.Simulator;
import dev.gme.formats.model.ModelFiles;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The model that simulated data are drawn from: a random one, or one of a file.
 *
 * <pre>{@code
 * HtPlda truth = new SimulatedTruth(150, 40, 2, 25, 2).draw(seed);
 * }</pre>
 *
 * @param dimension dimension of the vectors
 * @param speakerDimension dimension of the speaker variable
 * @param nu degrees of freedom of the noise, infinite for Gaussian
 * @param largestRatio largest ratio of speaker and noise variance
 * @param smallestRatio smallest ratio of speaker and noise variance
 */
public record SimulatedTruth(
    int dimension, int speakerDimension, double nu, double largestRatio, double smallestRatio) {
  /** Below it, noise would be drawn that doubles cannot hold. */
  public static final double LEAST_NU = Simulator.LEAST_NU;

  public SimulatedTruth {
    recipe(dimension, speakerDimension, nu, largestRatio, smallestRatio);
  }

  private static ModelRecipe recipe(int dim, int d, double nu, double first, double last) {
    return ModelRecipe.of(dim, d, nu).withSpectrum(first, last);
  }

  /** The random model of this seed. */
  public HtPlda draw(long seed) {
    return recipe(dimension, speakerDimension, nu, largestRatio, smallestRatio).draw(seed);
  }

  /** The model of a file; refuses one with preprocessing, which vectors cannot be taken back of. */
  public static HtPlda read(Path model) throws IOException {
    Pipeline pipeline = ModelFiles.open(model).uncalibrated();
    if (!pipeline.preprocessing().steps().isEmpty()) {
      throw new GmeException(
          model + " has preprocessing (" + pipeline.preprocessing() + "), which cannot be undone",
          "draw from a model without preprocessing");
    }
    return pipeline.extractor().model();
  }
}
