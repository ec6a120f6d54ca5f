package dev.gme.core.train;

import static dev.gme.core.train.TrainingCases.distance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.gme.core.Checkpoints;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.IsotropicPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.StepSpec;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.TreeSum;
import dev.gme.core.parallel.Workers;
import dev.gme.core.train.data.DataPart;
import dev.gme.core.train.data.DataReport;
import dev.gme.core.train.data.SpeakerLeaves;
import dev.gme.core.train.data.SpeakerScatter;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.GaussianPldaEm;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.IsotropicPldaEm;
import dev.gme.core.train.plda.PldaPasses;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.core.train.plda.PldaStart;
import dev.gme.core.train.plda.Stopping;
import dev.gme.core.train.plda.VbEStep;
import dev.gme.core.train.plda.VbStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Training gives the same bits however its data are ordered, cut and gathered. */
@ExtendWith(RestoresThreads.class)
class FixedSumsTest {
  /** 900 speakers of 2 to 7 recordings: some eight leaves. Seed 31. */
  private static final TrainingCases.Drawn DRAWN = TrainingCases.draw(7, 3, 2, 900, 31);

  private static final PldaRecipe RECIPE =
      PldaRecipe.gaussian(3)
          .preprocessedBy(StepSpec.centre(), StepSpec.lda(6), StepSpec.length(), StepSpec.centre())
          .withStopping(Stopping.after(3))
          .withNu(2)
          .then(HtPldaVb.DEFAULT.withIterations(2));

  /** What a cluster has: rows with names, in any order. */
  private record Rows(DoubleMatrix x, List<String> ids, List<String> speakers) {
    static Rows drawn(int[] order) {
      int[] speaker = DRAWN.database().speakers();
      return new Rows(
          DRAWN.database().vectors().selectRows(order),
          Arrays.stream(order).mapToObj(j -> "r" + j).toList(),
          Arrays.stream(order).mapToObj(j -> "s" + speaker[j]).toList());
    }

    TrainingData data() {
      return TrainingData.named(x, ids, speakers);
    }

    /** The rows of some speakers. */
    Rows only(List<String> names) {
      int[] rows =
          IntStream.range(0, ids.size()).filter(j -> names.contains(speakers.get(j))).toArray();
      return new Rows(
          x.selectRows(rows),
          Arrays.stream(rows).mapToObj(ids::get).toList(),
          Arrays.stream(rows).mapToObj(speakers::get).toList());
    }
  }

  private static Rows shuffled(long seed) {
    return Rows.drawn(TrainingCases.permutation(DRAWN.size(), seed));
  }

  /** Passes that know nothing but leaves: each is gathered by itself, sent, and added somewhere. */
  private static final class Leaves implements PldaPasses {
    private final List<Rows> leaves = new ArrayList<>();
    private final TrainingData all;
    private final Random random;

    Leaves(Rows rows, long seed) {
      random = new Random(seed);
      all = rows.data();
      List<String> names = rows.speakers.stream().distinct().sorted().toList();
      int[] counts =
          names.stream().mapToInt(n -> Collections.frequency(rows.speakers, n)).toArray();
      SpeakerLeaves cut = SpeakerLeaves.of(counts);
      for (int leaf = 0; leaf < cut.size(); leaf++) {
        leaves.add(rows.only(names.subList(cut.first(leaf), cut.first(leaf + 1))));
      }
    }

    private <S> S sum(Function<TrainingData, S> gather, BinaryOperator<S> plus) {
      List<TreeSum<S>> parts = new ArrayList<>();
      for (int p = 0; p < 3; p++) {
        parts.add(new TreeSum<>(plus));
      }
      List<Integer> order = new ArrayList<>(IntStream.range(0, leaves.size()).boxed().toList());
      Collections.shuffle(order, random);
      order.forEach(
          leaf -> parts.get(random.nextInt(3)).add(leaf, gather.apply(leaves.get(leaf).data())));
      parts.get(2).add(parts.get(0));
      parts.get(2).add(parts.get(1));
      return parts.get(2).total(leaves.size());
    }

    private static TrainingData behind(Preprocessing chain, TrainingData leaf) {
      return leaf.withVectors(chain.view(leaf.vectors()));
    }

    @Override
    public int dimension() {
      return all.dimension();
    }

    @Override
    public int speakers() {
      return all.speakers();
    }

    @Override
    public long recordings() {
      return all.size();
    }

    @Override
    public double totalWeight() {
      return all.totalWeight();
    }

    @Override
    public SpeakerStatistics statistics(Preprocessing chain, Progress progress) {
      Rows first = leaves.get(0);
      String speaker = first.speakers.stream().min(String::compareTo).orElseThrow();
      Rows own = first.only(List.of(speaker));
      int row = own.ids.indexOf(Collections.min(own.ids));
      double[] near = chain.apply(own.x.rowRange(row, row + 1)).row(0);
      return sum(
              leaf ->
                  SpeakerStatistics.of(
                      SpeakerStatistics.ofLeaf(behind(chain, leaf), near).toMatrices()),
              SpeakerStatistics::plus)
          .aboutTheirMean();
    }

    @Override
    public VbStatistics vb(
        Preprocessing chain,
        HtPlda model,
        HtPldaVb.ScaleStep step,
        String what,
        Progress progress) {
      VbEStep prepared = VbEStep.of(model, step);
      return sum(
          leaf -> VbStatistics.of(prepared.gather(behind(chain, leaf)).toMatrices()),
          VbStatistics::plus);
    }
  }

  private static void assertSame(Pipeline found, Pipeline expected) {
    GmeExtractor x = found.extractor();
    GmeExtractor y = expected.extractor();
    assertThat(x.p()).isEqualTo(y.p());
    assertThat(x.h()).isEqualTo(y.h());
    assertThat(x.mean()).isEqualTo(y.mean());
    assertThat(x.lambda()).isEqualTo(y.lambda());
  }

  /** Any order of the vectors, any threads. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void orderOfVectorsDoesNotMatter(long seed) {
    Workers.setThreads(1);
    Pipeline expected = RECIPE.train(Rows.drawn(order()).data()).model();
    Workers.setThreads((int) seed + 1);
    assertSame(RECIPE.train(shuffled(seed).data()).model(), expected);
  }

  private static int[] order() {
    return IntStream.range(0, DRAWN.size()).toArray();
  }

  /** Leaves that are gathered one by one, anywhere, give what one pass gives. */
  @ParameterizedTest
  @ValueSource(longs = {4, 5})
  void leavesCanBeGatheredAnywhere(long seed) {
    var local = RECIPE.train(Rows.drawn(order()).data());
    var sent = RECIPE.train(new Leaves(shuffled(seed), seed), s -> Checkpoints.NONE, Progress.NONE);
    assertSame(sent.model(), local.model());
    assertThat(sent.objective()).isEqualTo(local.objective());
    assertThat(sent.notes()).isEqualTo(local.notes());
  }

  /** The M-step that everybody may call is that of training. */
  @Test
  void maximizeIsAnIteration() {
    TrainingData data = DRAWN.data();
    HtPlda start = DRAWN.truth();
    HtPldaVb vb = HtPldaVb.DEFAULT.withIterations(1);
    HtPlda trained = vb.train(data, start).model();
    Preprocessing none = Preprocessing.of(List.of());
    VbStatistics s = PldaPasses.of(data).vb(none, start, vb.scaleStep(), "pass", Progress.NONE);
    HtPlda next = vb.maximize(start, s);
    assertThat(next.f()).isEqualTo(trained.f());
    assertThat(next.w()).isEqualTo(trained.w());
    assertThat(s.recordings()).isEqualTo(DRAWN.size());
    assertThat(s.speakers()).isEqualTo(900);
    assertThat(s.totalWeight()).isEqualTo(DRAWN.size());
    HtPlda smaller = TrainingCases.draw(5, 2, 2, 9, 7).truth();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VbStatistics.gather(data, smaller, vb.scaleStep()));
    VbStatistics other =
        VbStatistics.gather(TrainingCases.draw(5, 2, 2, 9, 7).data(), smaller, vb.scaleStep());
    assertThatIllegalArgumentException().isThrownBy(() -> s.plus(other));
  }

  /** By count is the same up to rounding, whether moved, added or sent. Seed 33. */
  @Test
  void statisticsByCount() {
    TrainingData data = DRAWN.data();
    SpeakerStatistics each = SpeakerStatistics.gather(data);
    double[] near = data.vectors().doubles(5, 6).row(0);
    SpeakerStatistics first =
        SpeakerStatistics.gather(data.only(j -> data.speaker(j) < 400), near).byCount();
    SpeakerStatistics second =
        SpeakerStatistics.gather(data.only(j -> data.speaker(j) >= 400), near).byCount();
    SpeakerStatistics sum =
        SpeakerStatistics.of(SpeakerStatistics.of(first.toMatrices()).plus(second).toMatrices())
            .aboutTheirMean();
    assertThat(sum.isByCount()).isTrue();
    assertThat(sum.speakers()).isEqualTo(900);
    assertThat(sum.total()).isEqualTo(each.total());
    SpeakerScatter x = SpeakerScatter.of(sum);
    SpeakerScatter y = SpeakerScatter.of(each);
    assertThat(distance(x.mean(), y.mean())).isLessThan(1e-12);
    assertThat(distance(x.between(), y.between())).isLessThan(1e-12);
    assertThat(distance(x.within(), y.within())).isLessThan(1e-12);
    GaussianPldaEm em = new GaussianPldaEm(Stopping.after(5));
    HtPlda a = em.train(sum, PldaStart.fromScatter(sum, 3)).model();
    HtPlda b = em.train(each, PldaStart.fromScatter(each, 3)).model();
    assertThat(distance(a.f().outerGram(), b.f().outerGram())).isLessThan(1e-10);
    assertThat(distance(a.w(), b.w())).isLessThan(1e-10);
    IsotropicPldaEm isotropic = new IsotropicPldaEm(Stopping.after(5));
    IsotropicPlda c = isotropic.train(sum, IsotropicPldaEm.start(sum)).model();
    IsotropicPlda d = isotropic.train(each, IsotropicPldaEm.start(each)).model();
    assertThat(c.between() / d.between()).isBetween(1 - 1e-12, 1 + 1e-12);
    assertThat(c.within() / d.within()).isBetween(1 - 1e-12, 1 + 1e-12);
    assertThatIllegalStateException()
        .isThrownBy(sum::counts)
        .withMessage("statistics by count do not know each speaker");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> first.plus(SpeakerStatistics.gather(data, near)));
  }

  /** Only what is too large for the memory of one computer is kept by count. */
  @Test
  void whoIsKeptByCount() {
    assertThat(SpeakerStatistics.isByCount(200_000, 600, false)).isFalse();
    assertThat(SpeakerStatistics.isByCount(300_000, 600, false)).isTrue();
    assertThat(SpeakerStatistics.isByCount(300_000, 600, true)).isFalse();
  }

  @Test
  void statisticsFromArrays() {
    SpeakerStatistics s = SpeakerStatistics.gather(DRAWN.data());
    SpeakerStatistics again =
        SpeakerStatistics.of(s.mean(), s.counts(), s.sums(), s.secondMoment());
    GaussianPldaEm em = new GaussianPldaEm(Stopping.after(2));
    assertThat(em.train(again, PldaStart.fromScatter(again, 3)).model().f())
        .isEqualTo(em.train(s, PldaStart.fromScatter(s, 3)).model().f());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> SpeakerStatistics.of(s.mean(), new double[3], s.sums(), s.secondMoment()));
  }

  /** Parts of whole speakers give the report of the whole. */
  @Test
  void reportsAreMerged() {
    double[] x = DRAWN.database().vectors().array().clone();
    x[7 * 11 + 2] = Double.NaN;
    Arrays.fill(x, 7 * 20, 7 * 21, 0);
    System.arraycopy(x, 7 * 30, x, 7 * 2000, 7);
    int[] speakers = DRAWN.database().speakers();
    DoubleMatrix all = DoubleMatrix.wrap(DRAWN.size(), 7, x);
    TrainingData data = TrainingData.of(all, speakers);
    int cut =
        IntStream.range(0, speakers.length).filter(j -> speakers[j] == 500).min().orElseThrow();
    DataPart sum =
        DataPart.of(
            DataPart.of(part(all, speakers, 0, cut), Progress.NONE)
                .plus(DataPart.of(part(all, speakers, cut, speakers.length), Progress.NONE))
                .toMatrices());
    DataReport whole = DataReport.of(data);
    DataReport merged =
        sum.report(Optional.of(SpeakerStatistics.gather(data.only(sum::isUsable))), List.of());
    assertThat(merged).isEqualTo(whole);
    assertThat(merged.duplicates().across()).isEqualTo(1);
    assertThat(merged.unusable()).hasSize(1);
  }

  private static TrainingData part(DoubleMatrix all, int[] speakers, int from, int to) {
    return TrainingData.of(all.rowRange(from, to), Arrays.copyOfRange(speakers, from, to));
  }
}
