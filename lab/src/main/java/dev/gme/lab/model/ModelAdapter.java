package dev.gme.lab.model;

import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.train.adapt.DomainPasses;
import dev.gme.core.train.adapt.KnownDomains;
import dev.gme.core.train.adapt.ModelChange;
import dev.gme.core.train.adapt.NoiseTail;
import dev.gme.core.train.adapt.TargetDomain;
import dev.gme.core.train.adapt.TwoScales;
import dev.gme.core.train.adapt.UnlabelledAdaptation;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.EmOptions;
import dev.gme.core.train.plda.GaussianPldaEm;
import dev.gme.core.train.plda.PldaStart;
import dev.gme.formats.LabelledVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Adapts models to vectors of another domain, which pass through the model's preprocessing first.
 *
 * <pre>{@code
 * AdaptedModel adapted =
 *     new ModelAdapter(AdaptationOptions.DEFAULT)
 *         .adapt(model, TargetVectors.of(vectors), Progress.NONE);
 * System.out.println(adapted);
 * }</pre>
 */
public final class ModelAdapter {
  private static final String WHY_THE_MEAN =
      "the mean alone was adapted: without trials of the target nothing shows whether more would"
          + " help, and on real vectors the other ways without labels lost to it";

  private final AdaptationOptions options;

  public ModelAdapter(AdaptationOptions options) {
    this.options = options;
  }

  /** Adapts; {@code auto} is the mean here, where there are no trials. */
  public AdaptedModel adapt(Pipeline before, TargetVectors target, Progress progress) {
    List<String> notes = new ArrayList<>();
    AdaptationMethod method = options.method();
    if (method == AdaptationMethod.AUTO) {
      method = AdaptationMethod.MEAN;
      notes.add(WHY_THE_MEAN);
    }
    LabelledVectors vectors =
        target.vectors().requireFinite().requireDimension(before.inputDimension());
    GmeExtractor source = before.extractor();
    RowSource ready = before.preprocessing().view(vectors.rows());
    TargetDomain domain =
        TargetDomain.of(
            before.preprocessing().view(target.inOrder()),
            source,
            TargetDomain.ITERATIONS,
            progress);
    GmeExtractor moved = UnlabelledAdaptation.MEAN.adapt(source, domain);
    GmeExtractor adapted =
        switch (method) {
          case AUTO, MEAN -> moved;
          case KALDI, CORAL, CORAL_PLUS -> bySums(method).adapt(source, domain);
          case NOISE -> NoiseTail.of(moved, ready, source.nu()).applied(moved);
          case TAIL -> NoiseTail.of(moved, ready).applied(moved);
          case DOMAINS ->
              KnownDomains.of(ready, target.domainNumbers(), source, UnlabelledAdaptation.MEAN)
                  .ofUnknown();
          case LINEAR, REGULARIZED, CIP, CIP_REGULARIZED ->
              interpolated(method, before, target, domain, notes, progress);
          case MAP -> map(before, target, domain, progress);
          case SCALES -> scales(before, target, moved, progress);
        };
    return new AdaptedModel(
        before.withExtractor(adapted),
        method,
        vectors.size(),
        ModelChange.between(source, adapted),
        notes);
  }

  /**
   * Adapts to vectors that may lie anywhere, by a way that needs their sums alone; see {@link
   * AdaptationMethod#needsSumsAlone}.
   *
   * @param passes over the vectors behind the model's preprocessing, in the order of their ids
   */
  public AdaptedModel adapt(Pipeline before, DomainPasses passes, Progress progress) {
    List<String> notes = new ArrayList<>();
    AdaptationMethod method = options.method();
    if (method == AdaptationMethod.AUTO) {
      method = AdaptationMethod.MEAN;
      notes.add(WHY_THE_MEAN);
    }
    UnlabelledAdaptation way = bySums(method);
    GmeExtractor source = before.extractor();
    GmeExtractor adapted =
        way.adapt(source, TargetDomain.of(passes, source, TargetDomain.ITERATIONS, progress));
    return new AdaptedModel(
        before.withExtractor(adapted),
        method,
        passes.vectors(),
        ModelChange.between(source, adapted),
        notes);
  }

  /** Refuses a way that needs more of vectors than their sums. */
  public void requireSumsAlone() {
    bySums(options.method());
  }

  private UnlabelledAdaptation bySums(AdaptationMethod method) {
    return switch (method) {
      case AUTO, MEAN -> UnlabelledAdaptation.MEAN;
      case KALDI -> options.kaldi();
      case CORAL -> options.coral();
      case CORAL_PLUS -> options.coralPlus();
      default ->
          throw new GmeException(
              "the way '" + method + "' needs more of the vectors than their sums",
              "choose one of "
                  + Arrays.stream(AdaptationMethod.values())
                      .filter(AdaptationMethod::needsSumsAlone)
                      .map(AdaptationMethod::toString)
                      .collect(Collectors.joining(", "))
                  + ", or adapt on one computer");
    };
  }

  /** The labelled vectors as the model's extractor sees them. */
  private static TrainingData labelled(Pipeline before, TargetVectors target) {
    TrainingData data = TargetVectors.data(target.labelled());
    return data.withVectors(before.preprocessing().view(data.vectors()));
  }

  private GmeExtractor interpolated(
      AdaptationMethod method,
      Pipeline before,
      TargetVectors target,
      TargetDomain domain,
      List<String> notes,
      Progress progress) {
    SpeakerStatistics statistics = SpeakerStatistics.gather(labelled(before, target), progress);
    int d = Math.min(before.speakerDimension(), statistics.speakers() - 1);
    Trained<HtPlda> inDomain =
        new GaussianPldaEm(EmOptions.DEFAULT.stopping())
            .train(statistics, PldaStart.fromScatter(statistics, d), progress);
    notes.addAll(inDomain.notes());
    boolean more = domain.vectors() > statistics.total();
    return options
        .with(method)
        .interpolation()
        .adapt(
            before.extractor(),
            inDomain.model().twoCovariance(),
            more ? Optional.of(domain.covariance()) : Optional.empty());
  }

  private GmeExtractor map(
      Pipeline before, TargetVectors target, TargetDomain domain, Progress progress) {
    HtPlda source = before.extractor().model();
    HtPlda start = HtPlda.of(domain.mean(), source.f(), source.w(), source.nu());
    return options
        .map()
        .train(labelled(before, target), start, Checkpoints.NONE, progress)
        .model()
        .extractor();
  }

  private static GmeExtractor scales(
      Pipeline before, TargetVectors target, GmeExtractor moved, Progress progress) {
    TrainingData data = labelled(before, target);
    int n = Math.min(data.size(), TwoScales.MOST);
    // Spread over the set, which is in the order of its speakers as a rule: whole speakers.
    int last = Math.max(1, (int) ((long) data.speakers() * n / data.size()));
    int[] rows = IntStream.range(0, data.size()).filter(j -> data.speaker(j) < last).toArray();
    DoubleMatrix x = data.vectors().doubles(rows);
    int[] speakers = IntStream.of(rows).map(data::speaker).toArray();
    return TwoScales.learn(moved, x, speakers, 0, List.of(), progress).applied(moved);
  }
}
