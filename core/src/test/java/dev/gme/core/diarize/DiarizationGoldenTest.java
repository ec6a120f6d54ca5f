package dev.gme.core.diarize;

import static org.assertj.core.api.Assertions.fail;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden group v. */
class DiarizationGoldenTest {

  @TestFactory
  List<DynamicTest> golden() {
    return Golden.group(
        "v",
        c -> {
          switch (c.text("kind")) {
            case "vbhmm" -> vbhmm(c);
            case "turns" -> turns(c);
            case "der" -> der(c);
            default -> fail("unknown kind " + c.text("kind"));
          }
        });
  }

  private static void vbhmm(GoldenCase c) {
    int d = c.vector("lambda").length;
    MetaEmbeddings windows = embeddings(c, "a", "b", d);
    MetaEmbeddings enrolled = embeddings(c, "enrolA", "enrolB", d);
    VbHmmOptions options =
        VbHmmOptions.VBX.withLoop(c.number("loop")).withFa(c.number("Fa")).withFb(c.number("Fb"));
    VbHmm hmm = new VbHmm(windows, enrolled, options);
    int speakers = c.vector("pi").length;
    VbHmmState state =
        VbHmmState.start(
            DoubleMatrix.wrap(windows.size(), speakers, c.vector("gamma")), c.vector("pi"));
    int[] kept = c.ints("iterations");
    int last = Arrays.stream(kept).max().orElseThrow();
    double[][] gamma = new double[kept.length][];
    double[][] pi = new double[kept.length][];
    double[] bound = new double[last];
    for (int i = 1; i <= last; i++) {
      state = hmm.iterate(state);
      bound[i - 1] = state.bound();
      for (int k = 0; k < kept.length; k++) {
        if (kept[k] == i) {
          gamma[k] = state.gamma().array();
          pi[k] = state.pi();
        }
      }
    }
    c.check("gamma", gamma);
    c.check("pi", pi);
    c.check("elbo", bound);
    c.check("meanEnd", state.mean().array());
    c.check("precisionEnd", state.precision().array());
    if (c.expects("labels")) {
      c.check("labels", Arrays.stream(state.labels()).asDoubleStream().toArray());
    }
  }

  private static MetaEmbeddings embeddings(GoldenCase c, String a, String b, int d) {
    double[] precisions = c.vector(b);
    return MetaEmbeddings.of(
        DoubleMatrix.wrap(precisions.length, d, c.vector(a)), precisions, c.vector("lambda"));
  }

  private static void turns(GoldenCase c) {
    int[] labels = c.ints("labels");
    SpeakerTurns turns =
        SpeakerTurns.ofWindows(c.vector("starts"), c.vector("ends"), labels, names(labels));
    double[][] rows = new double[turns.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {turns.start(i), turns.end(i), turns.speaker(i)};
    }
    c.check("turns", rows);
  }

  private static void der(GoldenCase c) {
    Optional<TimeRegions> region =
        c.isNull("region")
            ? Optional.empty()
            : Optional.of(
                TimeRegions.of(column(c.matrix("region"), 0), column(c.matrix("region"), 1)));
    DerOptions options = new DerOptions(c.number("collar"), c.json("skipOverlap").asBoolean());
    DiarizationError error =
        new DiarizationScorer(options).score(read(c, "reference"), read(c, "hypothesis"), region);
    c.check("total", error.total());
    c.check("missed", error.missed());
    c.check("falseAlarm", error.falseAlarm());
    c.check("confusion", error.confusion());
    c.check("der", error.der());
    c.check("jer", error.jer());
  }

  private static SpeakerTurns read(GoldenCase c, String input) {
    double[][] rows = c.matrix(input);
    int[] speakers = Arrays.stream(column(rows, 2)).mapToInt(v -> (int) v).toArray();
    return SpeakerTurns.of(column(rows, 0), column(rows, 1), speakers, names(speakers));
  }

  private static List<String> names(int[] labels) {
    int n = Arrays.stream(labels).max().orElse(-1) + 1;
    return IntStream.range(0, n).mapToObj(i -> "s" + i).toList();
  }

  private static double[] column(double[][] rows, int k) {
    return Arrays.stream(rows).mapToDouble(row -> row[k]).toArray();
  }
}
