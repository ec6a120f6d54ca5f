package dev.gme.core.train.plda;

import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.data.PreprocessingTrainer;
import dev.gme.core.train.data.Shrinkage;
import dev.gme.core.train.data.SpeakerSplit;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.data.TrainingPasses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * From labelled vectors to a {@link Pipeline} in one go: preprocessing, Gaussian PLDA by EM, then
 * either ν plugged in or variational Bayes from there.
 *
 * <pre>{@code
 * Trained<Pipeline> baseline = PldaRecipe.gaussian(200)
 *     .preprocessedBy(StepSpec.centre(), StepSpec.whitenTotal(), StepSpec.length(), StepSpec.centre())
 *     .train(data);
 * Trained<Pipeline> heavyTailed = PldaRecipe.gaussian(200).withNu(2).train(data);
 * Trained<Pipeline> best = PldaRecipe.gaussian(200).withNu(2).then(HtPldaVb.DEFAULT)
 *     .train(data);
 * }</pre>
 *
 * @param preprocessing the steps to learn first
 * @param speakerDimension d
 * @param nu the degrees of freedom, infinite for Gaussian PLDA
 * @param em how EM goes
 * @param variationalBayes what follows EM, if anything
 */
public record PldaRecipe(
    List<StepSpec> preprocessing,
    int speakerDimension,
    double nu,
    EmOptions em,
    Optional<HtPldaVb> variationalBayes) {
  /** The paper keeps 200 of 600 dimensions for the speaker. */
  public static final int MOST_SPEAKER_DIMENSIONS = 200;

  /** Held-out recordings that a profile is made of: two million pairs. */
  private static final int PROFILED = 2000;

  public PldaRecipe {
    preprocessing = List.copyOf(preprocessing);
  }

  /** Gaussian PLDA of speaker dimension d without preprocessing, with the default options of EM. */
  public static PldaRecipe gaussian(int d) {
    return new PldaRecipe(
        List.of(), d, Double.POSITIVE_INFINITY, EmOptions.DEFAULT, Optional.empty());
  }

  /** The paper's baseline: centre, whiten the total covariance, normalize lengths, centre. */
  public static List<StepSpec> baseline() {
    return List.of(StepSpec.centre(), StepSpec.whitenTotal(), StepSpec.length(), StepSpec.centre());
  }

  /**
   * A speaker dimension for those who have no better idea: a third of what the preprocessing
   * leaves, as in the paper, but at most 200 and fewer than there are speakers. Every command and
   * every experiment that is not told otherwise takes this one.
   */
  public static int usualSpeakerDimension(TrainingData data, List<StepSpec> preprocessing) {
    return usualSpeakerDimension(TrainingPasses.of(data), preprocessing);
  }

  /** The same for data that are passed over elsewhere. */
  public static int usualSpeakerDimension(TrainingPasses data, List<StepSpec> preprocessing) {
    int dim = StepSpec.outputDimension(preprocessing, data.dimension());
    int limit = Math.min(MOST_SPEAKER_DIMENSIONS, data.speakers() - 1);
    return Math.max(1, Math.min(limit, dim / 3));
  }

  public PldaRecipe preprocessedBy(StepSpec... steps) {
    return preprocessedBy(List.of(steps));
  }

  public PldaRecipe preprocessedBy(List<StepSpec> steps) {
    return new PldaRecipe(steps, speakerDimension, nu, em, variationalBayes);
  }

  /** Heavy-tailed with this ν: the paper's shortcut. */
  public PldaRecipe withNu(double newNu) {
    return new PldaRecipe(preprocessing, speakerDimension, newNu, em, variationalBayes);
  }

  public PldaRecipe withStopping(Stopping other) {
    return withEm(em.withStopping(other));
  }

  public PldaRecipe withEm(EmOptions other) {
    return new PldaRecipe(preprocessing, speakerDimension, nu, other, variationalBayes);
  }

  /** With variational Bayes after EM. */
  public PldaRecipe then(HtPldaVb vb) {
    return new PldaRecipe(preprocessing, speakerDimension, nu, em, Optional.of(vb));
  }

  /** Trains; the notes are those of all that was done, the objective is that of the last part. */
  public Trained<Pipeline> train(TrainingData data) {
    return train(data, Progress.NONE);
  }

  /** Trains with a listener, see {@link #train(TrainingData)}. */
  public Trained<Pipeline> train(TrainingData data, Progress progress) {
    return train(data, stage -> Checkpoints.NONE, progress);
  }

  /**
   * Trains, or goes on from checkpoints where there are some.
   *
   * @param checkpoints those of the stages {@code em} and {@code vb}
   */
  public Trained<Pipeline> train(
      TrainingData data, Function<String, Checkpoints> checkpoints, Progress progress) {
    return train(PldaPasses.of(data), checkpoints, progress);
  }

  /** Trains on data that are passed over elsewhere, say on a cluster. */
  public Trained<Pipeline> train(
      PldaPasses data, Function<String, Checkpoints> checkpoints, Progress progress) {
    requirePossibleDimension(data.dimension());
    Trained<Preprocessing> chain = new PreprocessingTrainer(preprocessing).train(data, progress);
    Trained<HtPlda> plda = em(data, chain.model(), checkpoints.apply("em"), progress);
    List<String> notes = new ArrayList<>(chain.notes());
    notes.addAll(plda.notes());
    HtPlda model = plda.model().withNu(nu);
    List<Double> objective = plda.objective();
    if (variationalBayes.isPresent()) {
      Trained<HtPlda> vb =
          variationalBayes
              .get()
              .train(data, chain.model(), model, checkpoints.apply("vb"), progress);
      notes.addAll(vb.notes());
      model = vb.model();
      objective = vb.objective();
    }
    return new Trained<>(
        Pipeline.of(chain.model(), model.extractor()),
        objective,
        notes.stream().distinct().toList());
  }

  /** Refuses a speaker dimension that vectors of this dimension cannot have. */
  private void requirePossibleDimension(int dimension) {
    int dim = StepSpec.outputDimension(preprocessing, dimension);
    // Heavy tails need noise in at least one direction without speakers.
    int most = nu < Double.POSITIVE_INFINITY ? dim - 1 : dim;
    if (speakerDimension < 1 || speakerDimension > most) {
      throw new GmeException(
          "a speaker dimension of "
              + speakerDimension
              + " is impossible for vectors of dimension "
              + dim
              + (most < dim ? " and heavy tails" : ""),
          most < 1
              ? "give vectors of at least 2 dimensions"
              : "choose a speaker dimension from 1 to " + most);
    }
  }

  private Trained<HtPlda> em(
      TrainingPasses data, Preprocessing chain, Checkpoints checkpoints, Progress progress) {
    Optional<TrainingData> ready = data.data().map(d -> d.withVectors(chain.view(d.vectors())));
    Shrinkage.Shrunk shrunk = em.shrinkage().apply(ready, data.statistics(chain, progress));
    Trained<HtPlda> plda = em(shrunk.statistics(), checkpoints, progress);
    List<String> notes = new ArrayList<>(plda.notes());
    shrunk.note().ifPresent(notes::add);
    return new Trained<>(plda.model(), plda.objective(), notes);
  }

  private Trained<HtPlda> em(
      SpeakerStatistics statistics, Checkpoints checkpoints, Progress progress) {
    if (em.twoCovariance()) {
      var trained =
          new TwoCovarianceEm(em.stopping())
              .train(statistics, PldaStart.fullRank(statistics), checkpoints, progress);
      HtPlda model = trained.model().model(speakerDimension, Double.POSITIVE_INFINITY);
      return new Trained<>(model, trained.objective(), trained.notes());
    }
    PldaStart start =
        em.randomStart().isPresent()
            ? PldaStart.random(statistics, speakerDimension, em.randomStart().getAsLong())
            : PldaStart.fromScatter(statistics, speakerDimension);
    return new GaussianPldaEm(em.stopping())
        .withMinimumDivergence(em.minimumDivergence())
        .train(statistics, start, checkpoints, progress);
  }

  /**
   * Which ν suits the data: speakers are held out by chance, preprocessing and Gaussian PLDA are
   * learned from the others, and each ν of the grid is tried on those held out.
   *
   * @param heldOut share of the speakers
   * @param priorLogOdds prior log-odds of a target trial
   */
  public NuProfile profile(
      TrainingData data,
      List<Double> grid,
      double heldOut,
      double priorLogOdds,
      long seed,
      Progress progress) {
    requirePossibleDimension(data.dimension());
    boolean[] held = SpeakerSplit.heldOut(data.speakers(), heldOut, seed);
    TrainingData others = data.only(j -> data.speaker(j) >= 0 && !held[data.speaker(j)]);
    Trained<Preprocessing> chain = new PreprocessingTrainer(preprocessing).train(others, progress);
    HtPlda plda = em(TrainingPasses.of(others), chain.model(), Checkpoints.NONE, progress).model();
    int[] tried =
        IntStream.range(0, data.size())
            .filter(j -> data.speaker(j) >= 0 && held[data.speaker(j)])
            .limit(PROFILED)
            .toArray();
    DoubleMatrix ready = chain.model().apply(data.vectors().doubles(tried));
    int[] speakers = Arrays.stream(tried).map(data::speaker).toArray();
    return NuProfile.of(plda, ready, speakers, grid, priorLogOdds, progress);
  }
}
