package dev.gme.benchmarks.study;

import dev.gme.core.Progress;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.TwoCovariance;
import dev.gme.core.train.adapt.CoralAdaptation;
import dev.gme.core.train.adapt.CoralPlusAdaptation;
import dev.gme.core.train.adapt.DomainCheck;
import dev.gme.core.train.adapt.Interpolation;
import dev.gme.core.train.adapt.KaldiAdaptation;
import dev.gme.core.train.adapt.MapAdaptation;
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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** The tables of {@link AdaptationStudy} on real embeddings. */
final class RealAdaptation {
  private static final double GAUSSIAN = Double.POSITIVE_INFINITY;

  private final Path folder;

  RealAdaptation(Path folder) {
    this.folder = folder;
  }

  List<StudyTable> tables(Consumer<String> progress) throws IOException {
    EmbeddingExperiment digits = EmbeddingExperiment.read(folder.resolve("audiomnist-xvector"));
    EmbeddingExperiment speech = EmbeddingExperiment.read(folder.resolve("librispeech-xvector"));
    progress.accept("digits to read speech");
    StudyTable there = adapted(digits, speech);
    progress.accept("read speech to digits");
    StudyTable back = adapted(speech, digits);
    List<List<Cell>> usual = new ArrayList<>();
    for (Path set : EmbeddingExperiment.sets(folder)) {
      EmbeddingExperiment own = EmbeddingExperiment.read(set);
      progress.accept("how usual recordings of " + own.name() + " look");
      String kind = own.name().substring(own.name().lastIndexOf('-'));
      for (Path other : EmbeddingExperiment.sets(folder)) {
        if (!other.equals(set) && other.getFileName().toString().endsWith(kind)) {
          usual.addAll(usual(own, EmbeddingExperiment.read(other)));
        }
      }
    }
    return List.of(
        there,
        back,
        new StudyTable(
            "Recordings that a model finds unusual, and the common shift of their noise",
            List.of(
                "model of", "", "held out: unusual", "shift", "other domain: unusual", "shift "),
            usual));
  }

  static Cell eer(String format, MetricSummary f) {
    return new Cell.Figure(f.eer(), String.format(Locale.ROOT, format, 100 * f.eer()));
  }

  /**
   * From one set to the other. Covariances are cut to the source's speaker dimension, those that
   * are between two models to the larger of theirs.
   */
  private static StudyTable adapted(EmbeddingExperiment from, EmbeddingExperiment to) {
    HtPlda gaussian = from.gaussian(from.usualDimension()).model();
    HtPlda inDomain = to.gaussian(to.usualDimension()).model();
    Map<String, List<Cell>> rows = new LinkedHashMap<>();
    for (double nu : new double[] {GAUSSIAN, WayToTrain.NU}) {
      ways(gaussian.withNu(nu), inDomain, to.training())
          .forEach(
              (way, model) -> {
                MetricSummary f = TrialFigures.of(to.trials(), to.scores(model));
                List<Cell> row =
                    rows.computeIfAbsent(way, w -> new ArrayList<>(List.of(Cell.text(w))));
                row.add(eer("%.1f", f));
                row.add(Cell.number("%.3f", f.cprmMin()));
                row.add(Cell.number("%.2f", f.cllr()));
              });
    }
    return new StudyTable(
        from.name() + " to " + to.name(),
        List.of("way", "EER %, ν = ∞", "Cprm_min", "Cllr", "EER %, ν = 2", "Cprm_min ", "Cllr "),
        List.copyOf(rows.values()));
  }

  private static Map<String, GmeExtractor> ways(HtPlda model, HtPlda other, TrainingData target) {
    GmeExtractor source = model.extractor();
    int d = source.speakerDimension();
    double nu = model.nu();
    TwoCovariance out = model.twoCovariance();
    TwoCovariance in = other.twoCovariance();
    TargetDomain domain = TargetDomain.of(target.vectors(), source);
    GmeExtractor moved = UnlabelledAdaptation.MEAN.adapt(source, domain);
    int most = Math.max(d, other.speakerDimension());
    Map<String, GmeExtractor> all = new LinkedHashMap<>();
    all.put("source", source);
    all.put("mean", moved);
    all.put("Kaldi α=.7", KaldiAdaptation.DEFAULT.adapt(out, domain).extractor(d, nu));
    all.put("the same, all directions", KaldiAdaptation.DEFAULT.adapt(source, domain));
    all.put("CORAL ϱ=0", new CoralAdaptation(0).adapt(source, domain));
    all.put("CORAL ϱ=.5", new CoralAdaptation(0.5).adapt(source, domain));
    all.put(
        "CORAL+ ½, ϱ=.5",
        new CoralPlusAdaptation(0.5, 0.5, 0.5).adapt(out, domain).extractor(d, nu));
    all.put("κ", NoiseTail.of(moved, target.vectors(), nu).applied(moved));
    all.put("in-domain labels", other.withNu(nu).extractor());
    joins()
        .forEach(
            (name, way) -> all.put(name, way.adapt(out, in, Optional.empty()).extractor(most, nu)));
    HtPlda start = HtPlda.of(other.mean(), model.f(), model.w(), nu);
    for (int r : new int[] {5, 100}) {
      all.put(
          "MAP r = r_w = " + r,
          new MapAdaptation(r, r, 10).train(target, start).model().extractor());
    }
    return all;
  }

  private static Map<String, Interpolation> joins() {
    Map<String, Interpolation> out = new LinkedHashMap<>();
    out.put("linear w=¼", Interpolation.DEFAULT);
    out.put(
        "regularized ½",
        new Interpolation(Interpolation.Map.NONE, Interpolation.Rule.REGULARIZED, 0.5));
    out.put("CIP ½", new Interpolation(Interpolation.Map.CORAL, Interpolation.Rule.LINEAR, 0.5));
    return out;
  }

  /** What models of a set find unusual in its own held-out recordings, and in another set's. */
  private static List<List<Cell>> usual(EmbeddingExperiment own, EmbeddingExperiment other) {
    TrainingData training = own.training();
    OptionalDouble freedom = OptionalDouble.of(training.size() - training.speakers());
    PldaRecipe plda = PldaRecipe.gaussian(PldaRecipe.usualSpeakerDimension(training, List.of()));
    Map<String, PldaRecipe> systems = new LinkedHashMap<>();
    systems.put("ν = ∞", plda);
    systems.put("ν = 2", plda.withNu(WayToTrain.NU));
    systems.put("length norm", plda.preprocessedBy(PldaRecipe.baseline()));
    List<List<Cell>> rows = new ArrayList<>();
    systems.forEach(
        (name, recipe) -> {
          Pipeline model = recipe.train(training, Progress.NONE).model();
          List<Cell> row = new ArrayList<>(List.of(Cell.text(own.name()), Cell.text(name)));
          for (RowSource some : List.of(own.heldOut(), other.heldOut())) {
            DomainCheck check = DomainCheck.of(model, some, freedom).orElseThrow();
            row.add(Cell.percent(check.unusual()));
            row.add(Cell.percent(check.shift()));
          }
          rows.add(row);
        });
    return rows;
  }
}
