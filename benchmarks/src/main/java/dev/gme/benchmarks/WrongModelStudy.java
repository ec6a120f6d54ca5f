package dev.gme.benchmarks;

import dev.gme.core.Progress;
import dev.gme.core.metric.Figures;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.BxeTrainer;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.plda.GaussianPldaEm;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.PldaStart;
import dev.gme.core.train.plda.Stopping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What the ways to train are worth where the model is wrong (docs/studies/wrong-model.md): data of
 * each {@link World}, trained on and evaluated on other speakers, means over seeds.
 */
public final class WrongModelStudy {
  private static final double NU = 2;

  private final Size size;

  /** How much data, and how many draws of it. */
  record Size(
      int dimension,
      int speakerDimension,
      int trainingSpeakers,
      int trainingRecordings,
      int evaluationSpeakers,
      int evaluationRecordings,
      int seeds) {}

  /** Of the size of the comparison of systems on data that the model describes. */
  public WrongModelStudy() {
    this(new Size(150, 40, 1500, 8, 500, 4, 3));
  }

  WrongModelStudy(Size size) {
    this.size = size;
  }

  /**
   * Runs it.
   *
   * @param progress told what is being done
   * @return the lines of a Markdown table
   */
  public List<String> run(Consumer<String> progress) {
    List<String> lines = new ArrayList<>();
    lines.add("| data | system | EER | Cprm_min | Cllr |");
    lines.add("|---|---|---|---|---|");
    for (World world : World.values()) {
      Map<String, List<Figures>> all = new LinkedHashMap<>();
      for (long seed = 1; seed <= size.seeds; seed++) {
        progress.accept(world.title() + ", seed " + seed);
        systems(world, seed)
            .forEach((name, f) -> all.computeIfAbsent(name, n -> new ArrayList<>()).add(f));
      }
      all.forEach((name, figures) -> lines.add(line(world.title(), name, Figures.mean(figures))));
    }
    return lines;
  }

  private static String line(String world, String system, Figures f) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.2f %% | %.3f | %.3f |",
        world,
        system,
        100 * f.eer(),
        f.cprmMin(),
        f.cllr());
  }

  /** The figures of every system on one draw. */
  private Map<String, Figures> systems(World world, long seed) {
    HtPlda truth =
        ModelRecipe.of(size.dimension, size.speakerDimension, NU).withSpectrum(25, 2).draw(seed);
    World.Recordings training =
        world.draw(truth, size.trainingSpeakers, size.trainingRecordings, seed);
    World.Recordings evaluation =
        world.draw(truth, size.evaluationSpeakers, size.evaluationRecordings, 1000 + seed);
    TrainingData data = TrainingData.of(training.vectors(), training.speakers());

    HtPlda gaussian = gaussian(data);
    HtPlda plugIn = gaussian.withNu(NU);
    HtPlda vb = HtPldaVb.standard().train(data, plugIn, Progress.NONE).model();
    BxeTrainer bxe =
        new BxeTrainer(
            BxeOptions.standard().withBatch(1000), DescentOptions.builder().seed(seed).build());

    Map<String, GmeExtractor> systems = new LinkedHashMap<>();
    systems.put("Gaussian PLDA", gaussian.extractor());
    systems.put("plugged-in nu = 2", plugIn.extractor());
    systems.put("plugged-in, then BXE", train(bxe, data, plugIn));
    systems.put("variational Bayes", vb.extractor());
    systems.put("variational Bayes, then BXE", train(bxe, data, vb));

    Map<String, Figures> out = new LinkedHashMap<>();
    systems.forEach(
        (name, extractor) ->
            out.put(
                name,
                Figures.of(
                    ScoredTrials.ofAllPairs(
                        extractor.embed(evaluation.vectors()), evaluation.speakers()))));
    return out;
  }

  private HtPlda gaussian(TrainingData data) {
    SpeakerStatistics statistics = SpeakerStatistics.gather(data, Progress.NONE);
    return new GaussianPldaEm(new Stopping(20, 1e-6), true)
        .train(statistics, PldaStart.fromScatter(statistics, size.speakerDimension), Progress.NONE)
        .model();
  }

  private static GmeExtractor train(BxeTrainer bxe, TrainingData data, HtPlda start) {
    return bxe.train(data, start.extractor(), Progress.NONE).model().extractor();
  }
}
