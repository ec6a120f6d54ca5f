package dev.gme.benchmarks.study;

import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.core.train.adapt.CoralAdaptation;
import dev.gme.core.train.adapt.CoralPlusAdaptation;
import dev.gme.core.train.adapt.KaldiAdaptation;
import dev.gme.core.train.adapt.NoiseTail;
import dev.gme.core.train.adapt.TargetDomain;
import dev.gme.core.train.adapt.UnlabelledAdaptation;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaRecipe;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Which way to adapt is right for which change of domain (docs/studies/adaptation.md): simulated
 * shifts, and, where there are sets of real embeddings, from each of two x-vector sets to the
 * other, and how usual recordings of the own domain look. D = 100, d = 30, λ from 12 to 0.5, source
 * of 1000 speakers of 8 recordings, target of 200 of 8, trials of all pairs of 400 others of 4.
 */
public final class AdaptationStudy implements Study {
  private static final int DIMENSION = 100;
  private static final int SPEAKER_DIMENSION = 30;
  private static final int SEEDS = 5;
  private static final double GAUSSIAN = Double.POSITIVE_INFINITY;

  /** ν of the noise that is not Gaussian. */
  private static final double HEAVY = 4;

  private static final String OF_HEAVY = ", model of ν = 4";

  private final Optional<Path> folder;
  private final int seeds;

  /**
   * The study of the page.
   *
   * @param folder of sets of real embeddings as {@link RealEmbeddingsStudy} takes them
   */
  public AdaptationStudy(Optional<Path> folder) {
    this(folder, SEEDS);
  }

  AdaptationStudy(Optional<Path> folder, int seeds) {
    this.folder = folder;
    this.seeds = seeds;
  }

  @Override
  public StudyResult run(Consumer<String> progress) throws IOException {
    List<StudyTable> tables = new ArrayList<>(simulated(progress));
    if (folder.isPresent()) {
      tables.addAll(new RealAdaptation(folder.get()).tables(progress));
    }
    return new StudyResult(tables, List.of());
  }

  private List<StudyTable> simulated(Consumer<String> progress) {
    List<List<Cell>> eer = new ArrayList<>();
    List<List<Cell>> cllr = new ArrayList<>();
    List<String> heads = new ArrayList<>(List.of("shift"));
    CountedSteps steps = new CountedSteps(2 * DomainShift.values().length * seeds, progress);
    for (double nu : new double[] {GAUSSIAN, HEAVY}) {
      for (DomainShift shift : DomainShift.values()) {
        String name = shift.title() + (nu == HEAVY ? ", noise of ν = 4" : "");
        Map<String, Map<String, MetricSummary>> rows = figures(shift, nu, name, steps);
        rows.forEach(
            (model, ways) -> {
              List<Cell> eers = new ArrayList<>(List.of(Cell.text(name + model)));
              List<Cell> cllrs = new ArrayList<>(List.of(Cell.text(name + model)));
              ways.forEach(
                  (way, f) -> {
                    eers.add(RealAdaptation.eer("%.2f", f));
                    cllrs.add(Cell.number("%.2f", f.cllr()));
                  });
              eer.add(eers);
              cllr.add(cllrs);
              if (heads.size() == 1) {
                heads.addAll(ways.keySet());
              }
            });
      }
    }
    return List.of(
        new StudyTable("Simulated shifts, EER %", heads, eer),
        new StudyTable("Simulated shifts, Cllr in bits", heads, cllr));
  }

  /** The mean figures of every way, by the model that is adapted. */
  private Map<String, Map<String, MetricSummary>> figures(
      DomainShift shift, double nu, String name, CountedSteps steps) {
    Map<String, Map<String, MetricSummary>> out = new LinkedHashMap<>();
    Map<String, MetricSummary> all =
        SimulatedDraw.means(
            seeds,
            seed -> {
              steps.accept(name + ", seed " + seed);
              return figures(shift, nu, seed);
            });
    all.forEach(
        (key, f) -> {
          int bar = key.indexOf('|');
          out.computeIfAbsent(key.substring(0, bar), k -> new LinkedHashMap<>())
              .put(key.substring(bar + 1), f);
        });
    return out;
  }

  /** One draw: what every way makes of the Gaussian model and of the heavy-tailed one. */
  private static Map<String, MetricSummary> figures(DomainShift shift, double nu, long seed) {
    HtPlda truth =
        ModelRecipe.of(DIMENSION, SPEAKER_DIMENSION, nu).withSpectrum(12, 0.5).draw(seed);
    SimulatedDatabase drawn = new Simulator(truth).draw(1000, RecordingCounts.fixed(8), seed);
    SimulatedCorpus.Recordings target = shift.draw(truth, 200, 8, 1000 + seed, seed);
    SimulatedCorpus.Recordings trials = shift.draw(truth, 400, 4, 2000 + seed, seed);
    GmeExtractor gaussian = plda(drawn.vectors(), drawn.speakers());
    GmeExtractor inDomain = plda(target.vectors(), target.speakers());
    Map<String, MetricSummary> out = new LinkedHashMap<>();
    for (double of : nu == HEAVY ? new double[] {GAUSSIAN, HEAVY} : new double[] {GAUSSIAN}) {
      GmeExtractor source = gaussian.withNu(of);
      TargetDomain domain = TargetDomain.of(target.vectors(), source);
      GmeExtractor moved = UnlabelledAdaptation.MEAN.adapt(source, domain);
      Map<String, GmeExtractor> models = new LinkedHashMap<>();
      models.put("source", source);
      models.put("mean", moved);
      models.put("Kaldi α=.7", KaldiAdaptation.DEFAULT.adapt(source, domain));
      models.put("Kaldi α=.3", new KaldiAdaptation(1, 0.7, 0.3).adapt(source, domain));
      models.put("CORAL", new CoralAdaptation(0).adapt(source, domain));
      models.put("CORAL+", new CoralPlusAdaptation(0.8, 0.8, 0).adapt(source, domain));
      models.put("κ", NoiseTail.of(moved, target.vectors(), of).applied(moved));
      models.put("1600 labels", inDomain.withNu(of));
      models.forEach(
          (way, model) ->
              out.put(
                  (of == HEAVY ? OF_HEAVY : "") + "|" + way,
                  MetricSummary.of(
                      ScoredTrials.ofAllPairs(
                          model.extract(trials.vectors()), trials.speakers()))));
    }
    return out;
  }

  private static GmeExtractor plda(DoubleMatrix vectors, int[] speakers) {
    return PldaRecipe.gaussian(SPEAKER_DIMENSION)
        .train(TrainingData.of(vectors, speakers), Progress.NONE)
        .model()
        .extractor();
  }
}
