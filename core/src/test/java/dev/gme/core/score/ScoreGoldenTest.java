package dev.gme.core.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.score.norm.CohortStatistics;
import dev.gme.core.score.norm.ScoreNormalization;
import dev.gme.core.score.norm.ScoreNormalizer;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.score.sink.PairSet;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.tile.MatrixBands;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden groups d (trials) by tiles and by lists, and n (score normalization). */
class ScoreGoldenTest {
  private static final double TOLERANCE = 1e-4;

  @TestFactory
  List<DynamicTest> trials() {
    return Golden.group(
        "d",
        c -> {
          GmeExtractor e =
              HtPlda.of(
                      c.vector("mean"),
                      DoubleMatrix.of(c.matrix("F")),
                      DoubleMatrix.of(c.matrix("W")),
                      c.number("nu"))
                  .extractor();
          DoubleMatrix enrol = DoubleMatrix.of(c.matrix("enroll"));
          MetaEmbeddings test = e.extract(DoubleMatrix.of(c.matrix("test")));
          int[][] models = c.intLists("models");
          c.check("bTest", test.b());
          check(c, "llrPooled", Enrolment.POOLED.extract(e, enrol, models), test);
          check(c, "llrAveraged", Enrolment.AVERAGED.extract(e, enrol, models), test);
        });
  }

  /**
   * Exact scores are held to the case's own tolerance (1e-9). Those of tiles are held to what the
   * scorer promises of its tolerance: 1e-4 root mean square over the case, not counting 2^-21 of
   * the score for the rounding to floats, and no error beyond the bound that it reports.
   */
  private static void check(GoldenCase c, String name, MetaEmbeddings enrol, MetaEmbeddings test) {
    DoubleMatrix exact = enrol.llr(test);
    c.check(name, exact.array());
    MatrixSink sink = new MatrixSink(enrol.size(), test.size());
    ScoreReport report = ScoreKind.llr(TOLERANCE).scorer(enrol, test).all(sink);
    double sum = 0;
    for (int i = 0; i < exact.array().length; i++) {
      double truth = exact.array()[i];
      double off = Math.abs(sink.matrix().array()[i] - truth);
      assertThat(off).as("%s[%d]", name, i).isLessThanOrEqualTo(report.errorBound());
      sum += Math.pow(Math.max(0, off - 0x1p-21 * Math.abs(truth)), 2);
    }
    assertThat(Math.sqrt(sum / exact.array().length)).as(name).isLessThanOrEqualTo(TOLERANCE);
  }

  @TestFactory
  List<DynamicTest> normalization() {
    return Golden.group("n", ScoreGoldenTest::normalized);
  }

  private static void normalized(GoldenCase c) {
    DoubleMatrix scores = DoubleMatrix.of(c.matrix("scores"));
    DoubleMatrix enrolCohort = DoubleMatrix.of(c.matrix("enrollCohort"));
    DoubleMatrix testCohort = DoubleMatrix.of(c.matrix("cohortTest")).transpose();
    CohortStatistics ofEnrol = all(enrolCohort);
    CohortStatistics ofTest = all(testCohort);
    c.check("z", normalized(scores, ScoreNormalization.z(), ofEnrol, null));
    c.check("t", normalized(scores, ScoreNormalization.t(), null, ofTest));
    c.check("s", normalized(scores, ScoreNormalization.s(), ofEnrol, ofTest));

    List<double[]> adaptive = new ArrayList<>();
    for (int topN : c.ints("topN")) {
      adaptive.add(
          normalized(
              scores,
              ScoreNormalization.adaptiveS(topN),
              CohortStatistics.of(enrolCohort, PairSet.none(enrolCohort.rows()), topN),
              CohortStatistics.of(testCohort, PairSet.none(testCohort.rows()), topN)));
    }
    c.check("as", adaptive.stream().flatMapToDouble(Arrays::stream).toArray());

    DoubleMatrix cohortCohort = DoubleMatrix.of(c.matrix("cohortCohort"));
    CohortStatistics ofCohort =
        CohortStatistics.of(cohortCohort, leftOut(c.matrix("cohortMask")), 0);
    ScoreNormalizer byMember = ScoreNormalizer.of(ScoreNormalization.t(), null, ofCohort);
    double[] z = apply(byMember, testCohort);
    CohortStatistics ofNormalized = all(DoubleMatrix.wrap(testCohort.rows(), testCohort.cols(), z));
    c.check("zt", normalized(scores, ScoreNormalization.zt(), ofEnrol, ofNormalized));
  }

  private static CohortStatistics all(DoubleMatrix scores) {
    return CohortStatistics.of(scores, PairSet.none(scores.rows()), 0);
  }

  private static PairSet leftOut(double[][] mask) {
    int[][] columns = new int[mask.length][];
    for (int i = 0; i < mask.length; i++) {
      double[] row = mask[i];
      columns[i] = IntStream.range(0, row.length).filter(j -> row[j] == 0).toArray();
    }
    return PairSet.of(columns);
  }

  /** In double; tiles of floats are held to what {@link ScoreNormalizer#into} promises. */
  private static double[] normalized(
      DoubleMatrix scores,
      ScoreNormalization variant,
      CohortStatistics enrol,
      CohortStatistics test) {
    ScoreNormalizer n = ScoreNormalizer.of(variant, enrol, test);
    FloatMatrix floats = FloatMatrix.of(scores);
    MatrixSink sink = new MatrixSink(scores.rows(), scores.cols());
    MatrixBands.feed(floats, n.into(sink));
    for (int i = 0; i < scores.rows(); i++) {
      for (int j = 0; j < scores.cols(); j++) {
        double s = floats.get(i, j);
        double found = sink.matrix().get(i, j);
        if (Double.isInfinite(s)) {
          assertThat(found).as("%s at (%d, %d)", n, i, j).isEqualTo(s);
        } else {
          double terms = terms(variant.method(), enrol, i, test, j, Math.abs(s));
          assertThat(found)
              .as("%s at (%d, %d)", n, i, j)
              .isCloseTo(n.apply(i, j, s), Offset.offset(0x1p-21 * terms));
        }
      }
    }
    return apply(n, scores);
  }

  private static double terms(
      ScoreNormalization.Method method,
      CohortStatistics enrol,
      int i,
      CohortStatistics test,
      int j,
      double size) {
    return switch (method) {
      case Z -> terms(enrol, i, size);
      case T -> terms(test, j, size);
      case S -> (terms(enrol, i, size) + terms(test, j, size)) / 2;
      case ZT -> terms(test, j, terms(enrol, i, size));
    };
  }

  private static double terms(CohortStatistics side, int i, double size) {
    return (size + Math.abs(side.mean(i))) / side.deviation(i);
  }

  private static double[] apply(ScoreNormalizer n, DoubleMatrix scores) {
    double[] out = new double[scores.array().length];
    for (int i = 0; i < scores.rows(); i++) {
      for (int j = 0; j < scores.cols(); j++) {
        out[i * scores.cols() + j] = n.apply(i, j, scores.get(i, j));
      }
    }
    return out;
  }
}
