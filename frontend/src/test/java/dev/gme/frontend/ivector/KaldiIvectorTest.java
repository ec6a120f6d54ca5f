package dev.gme.frontend.ivector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.PreprocessingStep;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.kaldi.KaldiAccumulators;
import dev.gme.frontend.kaldi.KaldiAlignments;
import dev.gme.frontend.kaldi.KaldiCase;
import dev.gme.frontend.kaldi.KaldiExtractors;
import dev.gme.frontend.kaldi.KaldiGroupTest;
import dev.gme.frontend.kaldi.KaldiModels;
import dev.gme.frontend.kaldi.KaldiTables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Every case of shared/kaldi-samples/ivec. */
class KaldiIvectorTest extends KaldiGroupTest {
  KaldiIvectorTest() {
    super("ivec");
  }

  @Override
  protected void run(KaldiCase c) {
    switch (c.kind()) {
      case "ivector-init" -> start(c);
      case "ivector-acc" -> accumulate(c);
      case "ivector-est" -> {
        KaldiUpdate update =
            new KaldiUpdate(
                c.number("variance-floor-factor"),
                c.number("gaussian-min-count"),
                c.flag("diagonalize"));
        check(c, update.apply(extractor(c.input("model")), statistics(c.input("acc"))));
      }
      case "ivector-copy" -> check(c, extractor(c.input("model")));
      case "ivector-extract" -> extract(c);
      case "speaker-ivectors" -> speakers(c);
      default -> throw new AssertionError("a kind that is not known: " + c.kind());
    }
  }

  private static KaldiExtractor extractor(Path file) {
    return KaldiModels.read(file, KaldiExtractors::read);
  }

  private static KaldiStatistics statistics(Path file) {
    return KaldiModels.read(file, KaldiAccumulators::readExtractor);
  }

  private static double[][] inverses(KaldiExtractor x) {
    double[][] out = new double[x.weights().length][];
    Arrays.setAll(out, c -> Cholesky.of(x.covariance(c)).inverse().array());
    return out;
  }

  private static void check(KaldiCase c, KaldiExtractor found) {
    KaldiExtractor expected = extractor(c.output("M"));
    c.check("weights", expected.weights(), found.weights());
    c.check(
        "prior_offset", new double[] {expected.priorOffset()}, new double[] {found.priorOffset()});
    c.check("sigma_inv", inverses(expected), inverses(found));
    double[] signs = new double[found.m().cols()];
    for (int k = 0; k < signs.length; k++) {
      double[] a = expected.m().column(k);
      double[] b = found.m().column(k);
      double dot = 0;
      for (int i = 0; i < a.length; i++) {
        dot += a[i] * b[i];
      }
      signs[k] = dot < 0 ? -1 : 1;
    }
    c.check("M", expected.m().toRows(), found.m().scaleColumns(signs).toRows());
  }

  /** The random part is as it is; the rest follows from the mixture. */
  private static void start(KaldiCase c) {
    check(c, extractor(c.output("M")));
    KaldiExtractor x = extractor(c.output("M"));
    FullGmm ubm = KaldiModels.full(c.input("ubm"));
    double[] first = x.m().column(0);
    for (int i = 0; i < first.length; i++) {
      assertThat(first[i] * x.priorOffset())
          .isCloseTo(ubm.means().array()[i], org.assertj.core.data.Offset.offset(1e-5));
    }
  }

  /** The statistics of every utterance, with full second moments. */
  private static Map<String, GmmStatistics> recordings(KaldiCase c, double scale) {
    KaldiExtractor x = extractor(c.input("model"));
    DoubleMatrix[] covariances = new DoubleMatrix[x.weights().length];
    Arrays.setAll(covariances, x::covariance);
    // Posteriors are given: of the mixture no more than its size matters.
    FullGmm ubm = FullGmm.of(x.weights(), x.standard().means(), covariances);
    Map<String, FloatMatrix> frames = KaldiTables.frames(c.input("feats"));
    Map<String, GmmStatistics> out = new LinkedHashMap<>();
    KaldiTables.posteriors(c.input("post"))
        .forEach(
            (key, p) ->
                out.put(
                    key,
                    GmmStatistics.gather(
                        ubm, frames.get(key), KaldiAlignments.frames(p).scaled(scale), 2)));
    return out;
  }

  private static void accumulate(KaldiCase c) {
    c.ignore("num-samples-for-weights"); // of weights that depend on the i-vector
    assertThat(c.flag("update-variances") && c.flag("compute-auxf"))
        .as("all statistics, as gme gathers them")
        .isTrue();
    List<GmmStatistics> all = List.copyOf(recordings(c, 1).values());
    GmmStatistics total = all.stream().reduce(GmmStatistics::plus).orElseThrow();
    KaldiExtractor x = extractor(c.input("model"));
    KaldiStatistics found = KaldiStatistics.gather(x, RecordingStatistics.of(all), total);
    KaldiStatistics expected = statistics(c.output("Y"));
    c.check("auxf", one(expected.auxiliary()), one(found.auxiliary()));
    c.check("gamma", expected.frames().counts(), found.frames().counts());
    c.check("Y", expected.y().array(), found.y().array());
    c.check("R", second(expected), second(found));
    c.check("S", expected.frames().secondMoments().array(), found.frames().secondMoments().array());
    c.check("num_ivectors", one(expected.recordings()), one(found.recordings()));
    c.check("ivector_sum", expected.sum(), found.sum());
    c.check("ivector_scatter", expected.scatter().array(), found.scatter().array());
  }

  private static double[] one(double v) {
    return new double[] {v};
  }

  private static double[][] second(KaldiStatistics s) {
    double[][] out = new double[s.frames().counts().length][];
    Arrays.setAll(out, c -> s.r(c).array());
    return out;
  }

  private static void extract(KaldiCase c) {
    c.ignore("compute-objf-change"); // of what is logged
    Map<String, GmmStatistics> all = recordings(c, c.number("scale-post"));
    List<String> ids = new ArrayList<>(all.keySet());
    RecordingStatistics s = RecordingStatistics.of(List.copyOf(all.values()));
    if (c.input("spk2utt") != null) {
      Map<String, List<String>> speakers = KaldiTables.words(c.input("spk2utt"));
      List<String> utterances = List.copyOf(all.keySet());
      s =
          s.summed(
              speakers.values().stream()
                  .map(list -> list.stream().mapToInt(utterances::indexOf))
                  .map(list -> list.filter(i -> i >= 0).toArray())
                  .toArray(int[][]::new));
      ids = new ArrayList<>(speakers.keySet());
    }
    // A speaker's recordings together count as one.
    RecordingStatistics scaled = s.scaled(c.number("acoustic-weight"), c.number("max-count"));
    IvectorPosteriors p = extractor(c.input("model")).standard().posteriors(scaled);
    Map<String, double[]> found = new LinkedHashMap<>();
    for (int i = 0; i < ids.size(); i++) {
      found.put(ids.get(i), p.mean(i));
    }
    c.checkVectors("ivectors", KaldiTables.vectors(c.output("ivectors")), found);
  }

  private static void speakers(KaldiCase c) {
    Map<String, double[]> vectors = KaldiTables.vectors(c.input("vectors"));
    UnaryOperator<DoubleMatrix> normalized =
        x -> c.flag("normalize") ? normalized(x, c.flag("scaleup") ? Math.sqrt(x.cols()) : 1) : x;
    Map<String, double[]> found = new LinkedHashMap<>();
    Map<String, double[]> counts = new LinkedHashMap<>();
    KaldiTables.words(c.input("spk2utt"))
        .forEach(
            (speaker, utterances) -> {
              DoubleMatrix unit =
                  normalized.apply(
                      DoubleMatrix.of(
                          utterances.stream().map(vectors::get).toArray(double[][]::new)));
              double[] ones = new double[unit.rows()];
              Arrays.fill(ones, 1.0 / ones.length);
              DoubleMatrix mean = DoubleMatrix.wrap(1, unit.cols(), unit.transposeTimes(ones));
              found.put(speaker, normalized.apply(mean).row(0));
              counts.put(speaker, one(unit.rows()));
            });
    c.checkVectors("vectors", KaldiTables.vectors(c.output("vectors")), found);
    c.checkVectors("num_utts", KaldiTables.numbers(c.output("num_utts")), counts);
  }

  private static DoubleMatrix normalized(DoubleMatrix x, double length) {
    DoubleMatrix usual = Preprocessing.of(List.of(new PreprocessingStep.Length(x.cols()))).apply(x);
    return usual.times(length / Math.sqrt(x.cols()));
  }
}
