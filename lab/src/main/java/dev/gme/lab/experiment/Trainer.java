package dev.gme.lab.experiment;

import dev.gme.core.Progress;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.data.PreprocessingTrainer;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.BxeTrainer;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.core.train.plda.Stopping;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.io.Sha256;
import dev.gme.lab.cache.Store;
import dev.gme.lab.experiment.SystemSpec.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Trains the models of systems, as far as the store does not have them. */
final class Trainer {
  private final Store store;
  private final TrainingOptions options;
  private final Function<String, Progress> progress;

  /** A trainer that shows each stage, by its name, as progress. */
  Trainer(Store store, TrainingOptions options, Function<String, Progress> progress) {
    this.store = store;
    this.options = options;
    this.progress = progress;
  }

  Model model(Kind kind, TrainSet set) throws IOException {
    return switch (kind) {
      case COSINE -> cosine(set);
      case GPLDA_LN -> gaussian(options.allLengthNorm(), set);
      case GPLDA, GME_INF -> gaussian(options.preprocessing(), set);
      case GME -> plugIn(set);
      case GME_BXE -> bxe(plugIn(set), set);
      case VB -> vb(set);
      case VB_BXE -> bxe(vb(set), set);
    };
  }

  private Sha256 key(String stage, TrainSet set) {
    return store.key(stage).add(set.digest());
  }

  private Model cosine(TrainSet set) throws IOException {
    List<StepSpec> plans = new ArrayList<>(options.preprocessing());
    plans.add(StepSpec.centre());
    String key = key("preprocessing", set).add(plans).text();
    Preprocessing chain =
        store.artefact(
            key,
            ArtefactKind.PREPROCESSING,
            "preprocessing",
            () ->
                new PreprocessingTrainer(plans)
                    .train(set.data(), progress.apply("preprocessing"))
                    .model());
    return new Model(key, chain, Optional.empty());
  }

  private Model gaussian(List<StepSpec> plans, TrainSet set) throws IOException {
    int d = dimension(plans, set);
    Stopping stopping = Stopping.after(options.emIterations());
    String key = key("gaussian", set).add(plans).add(d).add(stopping).text();
    return Model.of(
        key,
        store.artefact(
            key,
            ArtefactKind.EXTRACTOR,
            "Gaussian PLDA",
            () ->
                PldaRecipe.gaussian(d)
                    .preprocessedBy(plans)
                    .withStopping(stopping)
                    .train(set.data(), progress.apply("EM"))
                    .model()));
  }

  /** Two speakers less than there are leave something to estimate the mean and the noise from. */
  private int dimension(List<StepSpec> plans, TrainSet set) {
    int dim = StepSpec.outputDimension(plans, set.dimension());
    return Math.max(1, Math.min(options.dimension(), Math.min(set.speakers() - 2, dim - 1)));
  }

  private Model plugIn(TrainSet set) throws IOException {
    Model gaussian = gaussian(options.preprocessing(), set);
    GmeExtractor extractor = gaussian.extractor().orElseThrow().withNu(options.nu());
    String key = new Sha256().add(gaussian.key()).add(options.nu()).text();
    return Model.of(key, gaussian.pipeline().withExtractor(extractor));
  }

  private Model vb(TrainSet set) throws IOException {
    Model start = plugIn(set);
    HtPldaVb vb = HtPldaVb.DEFAULT.withIterations(options.vbIterations());
    String key = key("vb", set).add(start.key()).add(vb).text();
    return further(
        key,
        "variational Bayes",
        start,
        () ->
            vb.train(
                    ready(start, set),
                    start.extractor().orElseThrow().model(),
                    store.checkpoints(key),
                    progress.apply("VB"))
                .model()
                .extractor());
  }

  private Model bxe(Model start, TrainSet set) throws IOException {
    BxeOptions loss = BxeOptions.DEFAULT.withBatch(options.batch()).withPrior(options.bxePrior());
    DescentOptions descent =
        DescentOptions.builder().steps(options.bxeSteps()).seed(options.seed()).build();
    String key = key("bxe", set).add(start.key()).add(loss).add(descent).text();
    return further(
        key,
        "cross-entropy",
        start,
        () ->
            new BxeTrainer(loss, descent)
                .train(
                    ready(start, set),
                    start.extractor().orElseThrow(),
                    store.checkpoints(key),
                    progress.apply("BXE"))
                .model()
                .extractor());
  }

  private Model further(String key, String what, Model start, Store.Maker<GmeExtractor> maker)
      throws IOException {
    Pipeline pipeline =
        store.artefact(
            key, ArtefactKind.EXTRACTOR, what, () -> start.pipeline().withExtractor(maker.make()));
    return Model.of(key, pipeline);
  }

  private static TrainingData ready(Model start, TrainSet set) {
    TrainingData data = set.data();
    return data.withVectors(start.chain().view(data.vectors()));
  }
}
