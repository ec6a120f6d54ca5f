package dev.gme.formats.kaldi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.PldaScoring;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.PreprocessingStep;
import dev.gme.core.model.StepSpec;
import dev.gme.core.model.TwoCovariance;
import dev.gme.core.train.adapt.KaldiAdaptation;
import dev.gme.core.train.adapt.TargetDomain;
import dev.gme.core.train.data.PreprocessingTrainer;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaStart;
import dev.gme.core.train.plda.Stopping;
import dev.gme.core.train.plda.TwoCovarianceEm;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.ScoreAlignment;
import dev.gme.formats.table.TrialList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every case of the plda samples: what Kaldi computed is computed by core, from Kaldi's files. */
class KaldiPldaSamplesTest {
  @TempDir Path temp;

  @TestFactory
  List<DynamicTest> plda() {
    return KaldiCase.each("plda", this::check);
  }

  private void check(KaldiCase c) throws IOException {
    switch (c.kind()) {
      case "plda-train" -> model(c, train(c));
      case "plda-smooth" -> smooth(c);
      case "plda-adapt" -> model(c, adapt(c));
      case "plda-score" -> score(c);
      case "mean" -> means(c);
      case "global-mean" -> globalMean(c);
      case "subtract-mean" -> subtractMean(c);
      case "lda" -> lda(c);
      case "transform" -> transform(c);
      case "length-norm" -> lengthNorm(c);
      case "dot-products" -> dotProducts(c);
      case "eer" -> eer(c);
      default -> throw new AssertionError("unknown kind " + c.kind());
    }
  }

  private static LabelledVectors vectors(KaldiCase c, String role) throws IOException {
    return KaldiVectors.read(c.input(role));
  }

  private static DoubleMatrix doubles(LabelledVectors set) {
    return set.vectors().doubles(0, set.size());
  }

  /** Rows of the vectors of each key of a spk2utt. */
  private static int[][] groups(KaldiCase c, LabelledVectors set) throws IOException {
    return KaldiLists.readGroups(c.input("spk2utt")).values().stream()
        .map(ids -> ids.stream().mapToInt(set::row).toArray())
        .toArray(int[][]::new);
  }

  /** Kaldi starts at Σb = Σw = I, about the mean of the speakers' means. */
  private static TwoCovariance train(KaldiCase c) throws IOException {
    LabelledVectors set = vectors(c, "vectors");
    int[][] groups = groups(c, set);
    DoubleMatrix x = doubles(set);
    int[] speakers = new int[set.size()];
    for (int s = 0; s < groups.length; s++) {
      for (int row : groups[s]) {
        speakers[row] = s;
      }
    }
    double[] mean = columnMeans(Enrolment.means(x, groups));
    DoubleMatrix identity = DoubleMatrix.identity(x.cols());
    return new TwoCovarianceEm(Stopping.after(c.option("num-em-iters").asInt()))
        .train(
            SpeakerStatistics.gather(TrainingData.of(x, speakers), mean),
            PldaStart.of(identity, identity))
        .model();
  }

  private static double[] columnMeans(DoubleMatrix x) {
    int[] all = new int[x.rows()];
    Arrays.setAll(all, i -> i);
    return Enrolment.means(x, new int[][] {all}).row(0);
  }

  private static TwoCovariance adapt(KaldiCase c) throws IOException {
    KaldiAdaptation way =
        new KaldiAdaptation(
            c.option("mean-diff-scale").asDouble(),
            c.option("within-covar-scale").asDouble(),
            c.option("between-covar-scale").asDouble());
    TwoCovariance model = KaldiPlda.read(c.input("model")).twoCovariance();
    return way.adapt(model, TargetDomain.of(vectors(c, "vectors").vectors(), model.extractor()));
  }

  private void smooth(KaldiCase c) throws IOException {
    double smoothing = c.option("smoothing").asDouble();
    KaldiPlda model = KaldiPlda.read(c.input("model"));
    model(c, model.twoCovariance().smoothed(smoothing));
    if (smoothing == 0) {
      writtenAs(model, c.outputFile("mean"));
      writtenAs(model, c.input("model"));
    }
  }

  /** Written in the form of Kaldi's file it is that file; of text no more digits are known. */
  private void writtenAs(KaldiPlda model, Path kaldi) throws IOException {
    Path copy = temp.resolve("copy");
    KaldiMode mode = Files.readAllBytes(kaldi)[0] != 0 ? KaldiMode.TEXT : KaldiMode.BINARY;
    model.write(copy, mode);
    assertThat(copy).hasSameBinaryContentAs(kaldi);
  }

  /** All parts of a model; written and read again it stays the same. */
  private void model(KaldiCase c, TwoCovariance got) throws IOException {
    KaldiPlda expected = KaldiPlda.read(c.outputFile("mean"));
    Path file = temp.resolve("model");
    KaldiPlda.of(got).write(file, KaldiMode.BINARY);
    KaldiPlda plda = KaldiPlda.read(file);
    assertThat(c.outputs())
        .containsExactlyInAnyOrder("mean", "transform", "psi", "within", "between");
    c.check("mean", plda.mean(), expected.mean());
    c.check("psi", plda.psi(), expected.psi());
    c.check("transform", plda.transform(), expected.transform());
    c.check("within", plda.twoCovariance().within(), expected.twoCovariance().within());
    c.check("between", plda.twoCovariance().between(), expected.twoCovariance().between());
  }

  /** Trials with unknown keys are left out, as Kaldi does. */
  private static TrialList known(KaldiCase c, LabelledVectors enrol, LabelledVectors test)
      throws IOException {
    TrialList trials = ListReader.read(c.input("trials"), ListLayout.KALDI);
    return trials.known(id -> enrol.row(id) >= 0, id -> test.row(id) >= 0);
  }

  private static void score(KaldiCase c) throws IOException {
    boolean simple = c.option("simple-length-normalization").asBoolean();
    PldaScoring.Length length =
        !c.option("normalize-length").asBoolean()
            ? PldaScoring.Length.NONE
            : simple ? PldaScoring.Length.SIMPLE : PldaScoring.Length.LIKELIHOOD;
    PldaScoring plda = KaldiPlda.read(c.input("model")).scoring(length);
    LabelledVectors enrol = vectors(c, "enrol");
    LabelledVectors test = vectors(c, "test");
    int[] counts = new int[enrol.size()];
    Arrays.fill(counts, 1);
    if (c.input("num_utts") != null) {
      Map<String, Integer> known = integers(c.input("num_utts"));
      Arrays.setAll(counts, i -> known.getOrDefault(enrol.ids().get(i), 1));
    }
    MetaEmbeddings models = plda.enrol(doubles(enrol), counts);
    MetaEmbeddings tested = plda.test(doubles(test));
    compare(c, enrol, test, models.llr(tested));
  }

  private static void compare(
      KaldiCase c, LabelledVectors enrol, LabelledVectors test, DoubleMatrix scores)
      throws IOException {
    TrialList trials = known(c, enrol, test);
    TrialList expected = ListReader.read(c.outputFile("scores"));
    assertThat(expected.size()).isEqualTo(trials.size());
    double[] got = new double[trials.size()];
    double[] truth = new double[trials.size()];
    for (int i = 0; i < got.length; i++) {
      String e = trials.enrolIds().get(trials.enrol(i));
      String t = trials.testIds().get(trials.test(i));
      assertThat(expected.enrolIds().get(expected.enrol(i))).isEqualTo(e);
      assertThat(expected.testIds().get(expected.test(i))).isEqualTo(t);
      got[i] = scores.get(enrol.row(e), test.row(t));
      truth[i] = expected.score(i);
    }
    c.check("scores", got, truth);
  }

  private static void dotProducts(KaldiCase c) throws IOException {
    LabelledVectors enrol = vectors(c, "enrol");
    LabelledVectors test = vectors(c, "test");
    compare(c, enrol, test, doubles(enrol).timesTranspose(doubles(test)));
  }

  private static Map<String, Integer> integers(Path file) throws IOException {
    Map<String, Integer> out = new LinkedHashMap<>();
    try (KaldiTable table = KaldiTable.open(file)) {
      while (table.next()) {
        out.put(table.key(), table.integer());
      }
    }
    return out;
  }

  private static void means(KaldiCase c) throws IOException {
    LabelledVectors set = vectors(c, "vectors");
    int[][] groups = groups(c, set);
    List<String> models = List.copyOf(KaldiLists.readGroups(c.input("spk2utt")).keySet());
    LabelledVectors expected = KaldiVectors.read(c.outputFile("means"));
    assertThat(expected.ids()).isEqualTo(models);
    c.check("means", Enrolment.means(doubles(set), groups), doubles(expected));
    Map<String, Integer> counts = integers(c.outputFile("num_utts"));
    assertThat(List.copyOf(counts.keySet())).isEqualTo(models);
    assertThat(counts.values())
        .containsExactlyElementsOf(Arrays.stream(groups).map(g -> g.length).toList());
  }

  private static void globalMean(KaldiCase c) throws IOException {
    double[] expected = KaldiFile.read(c.outputFile("mean")).elements();
    c.check("mean", columnMeans(doubles(vectors(c, "vectors"))), expected);
  }

  private static void vectorsAre(KaldiCase c, LabelledVectors from, DoubleMatrix got)
      throws IOException {
    LabelledVectors expected = KaldiVectors.read(c.outputFile("vectors"));
    assertThat(expected.ids()).isEqualTo(from.ids());
    c.check("vectors", got, doubles(expected));
  }

  private static void subtractMean(KaldiCase c) throws IOException {
    LabelledVectors set = vectors(c, "vectors");
    double[] mean =
        c.input("mean") == null
            ? columnMeans(doubles(set))
            : KaldiFile.read(c.input("mean")).elements();
    if (!c.option("subtract-mean").asBoolean()) {
      Arrays.fill(mean, 0);
    }
    vectorsAre(c, set, new PreprocessingStep.Centre(mean).apply(doubles(set)));
  }

  /** The last column is the offset −Am. */
  private static void lda(KaldiCase c) throws IOException {
    LabelledVectors set =
        vectors(c, "vectors").withSpeakers(KaldiLists.readPairs(c.input("utt2spk")));
    List<String> names = new ArrayList<>();
    int[] speakers = new int[set.size()];
    for (int i = 0; i < speakers.length; i++) {
      String name = set.speakers().orElseThrow().get(i);
      if (!names.contains(name)) {
        names.add(name);
      }
      speakers[i] = names.indexOf(name);
    }
    Preprocessing chain =
        new PreprocessingTrainer(
                List.of(
                    StepSpec.centre(),
                    StepSpec.lda(
                        c.option("dim").asInt(), c.option("total-covariance-factor").asDouble())))
            .train(TrainingData.of(set.vectors(), speakers))
            .model();
    double[] mean = ((PreprocessingStep.Centre) chain.steps().get(0)).mean();
    DoubleMatrix a = ((PreprocessingStep.Linear) chain.steps().get(1)).matrix();
    double[] am = a.times(mean);
    int width = mean.length + 1;
    double[] all = new double[a.rows() * width];
    for (int i = 0; i < a.rows(); i++) {
      System.arraycopy(a.row(i), 0, all, i * width, mean.length);
      all[i * width + mean.length] = -am[i];
    }
    DoubleMatrix expected = KaldiFile.read(c.outputFile("transform")).values();
    c.check("transform", DoubleMatrix.wrap(a.rows(), width, all), expected);
  }

  private static void transform(KaldiCase c) throws IOException {
    DoubleMatrix m = KaldiFile.read(c.input("matrix")).values();
    LabelledVectors set = vectors(c, "vectors");
    int dim = set.vectors().cols();
    DoubleMatrix a = m.transpose().rowRange(0, dim).transpose();
    double[] offset = new double[m.rows()];
    if (m.cols() > dim) {
      assertThat(m.cols()).isEqualTo(dim + 1);
      Arrays.setAll(offset, i -> -m.get(i, dim));
    }
    DoubleMatrix y = new PreprocessingStep.Linear("lda", a).apply(doubles(set));
    vectorsAre(c, set, new PreprocessingStep.Centre(offset).apply(y));
  }

  private static void lengthNorm(KaldiCase c) throws IOException {
    LabelledVectors set = vectors(c, "vectors");
    int dim = set.vectors().cols();
    DoubleMatrix scaled = new PreprocessingStep.Length(dim).apply(doubles(set));
    boolean up = c.option("scaleup").asBoolean();
    if (!c.option("normalize").asBoolean()) {
      scaled = doubles(set);
      up = true;
    }
    vectorsAre(c, set, up ? scaled : scaled.times(1 / Math.sqrt(dim)));
  }

  /**
   * Kaldi's rule: the share of targets below the first target that is above as large a share of
   * non-targets.
   */
  private static void eer(KaldiCase c) throws IOException {
    TrialList key = ListReader.read(c.input("key"));
    TrialList scores =
        ScoreAlignment.align(key, ListReader.read(c.input("scores"), ListLayout.SCORES));
    double[] target = sorted(scores, true);
    double[] nontarget = sorted(scores, false);
    int at = 0;
    while (nontarget[nontarget.length - 1 - (int) ((long) nontarget.length * at / target.length)]
        >= target[at]) {
      at++;
    }
    c.check("eer_percent", new double[] {100.0 * at / target.length}, json(c, "eer_percent"));
    c.check("threshold", new double[] {target[at]}, json(c, "threshold"));
  }

  private static double[] sorted(TrialList scores, boolean targets) {
    double[] out = new double[scores.size()];
    int n = 0;
    for (int i = 0; i < out.length; i++) {
      if (scores.isTarget(i) == targets) {
        out[n++] = scores.score(i);
      }
    }
    double[] some = Arrays.copyOf(out, n);
    Arrays.sort(some);
    return some;
  }

  private static double[] json(KaldiCase c, String output) throws IOException {
    JsonNode node = new ObjectMapper().readTree(c.outputFile(output).toFile());
    for (String name : c.output(output).path("part").asText().split("/", -1)) {
      node = node.path(name);
    }
    return new double[] {node.asDouble()};
  }
}
