package dev.gme.core.train.plda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.Cosine;
import dev.gme.core.model.IsotropicPlda;
import dev.gme.core.model.Psda;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Isotropic PLDA and PSDA beyond their golden cases; data are drawn with seed 3. */
class IsotropicPldaEmTest {
  private static final int DIM = 8;

  /** Speakers of variance 4 with 5 recordings each, of noise of variance 1. */
  private static TrainingData draw(int speakers) {
    SeededRandom random = new SeededRandom(3);
    double[] x = new double[speakers * 5 * DIM];
    int[] labels = new int[speakers * 5];
    double[] z = null;
    for (int j = 0; j < labels.length; j++) {
      labels[j] = j / 5;
      z = j % 5 == 0 ? random.gaussians(DIM) : z;
      double[] noise = random.gaussians(DIM);
      for (int i = 0; i < DIM; i++) {
        x[j * DIM + i] = 2 * z[i] + noise[i];
      }
    }
    return TrainingData.of(DoubleMatrix.wrap(labels.length, DIM, x), labels);
  }

  private static IsotropicPlda train(TrainingData data) {
    SpeakerStatistics s = SpeakerStatistics.gather(data, new double[DIM]);
    return new IsotropicPldaEm(Stopping.DEFAULT).train(s, IsotropicPldaEm.start(s)).model();
  }

  @Test
  void findsTheVariances() {
    IsotropicPlda found = train(draw(1000));
    // Standard errors are 1.6 and 0.8 per cent.
    assertThat(found.between()).isCloseTo(4, withPercentage(8));
    assertThat(found.within()).isCloseTo(1, withPercentage(4));
  }

  @Test
  void ranksVectorsOfOneLengthAsTheCosineDoes() {
    TrainingData data = draw(20);
    DoubleMatrix unit = Cosine.directions((DoubleMatrix) data.vectors());
    MetaEmbeddings e = train(data.withVectors(unit)).model().extractor().extract(unit);
    assertThat(order(e.llr(e))).isEqualTo(order(Cosine.scores(unit, unit)));
  }

  /** The pairs above the diagonal, by their scores. */
  private static List<Integer> order(DoubleMatrix s) {
    return IntStream.range(0, s.array().length)
        .filter(k -> k / s.cols() < k % s.cols())
        .boxed()
        .sorted(Comparator.comparingDouble(k -> s.array()[k]))
        .toList();
  }

  @Test
  void refusesDataWithoutNoise() {
    TrainingData single = draw(20).only(j -> j % 5 == 0);
    SpeakerStatistics s = SpeakerStatistics.gather(single, new double[DIM]);
    assertThatThrownBy(() -> IsotropicPldaEm.start(s))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("two different recordings");
    DoubleMatrix unit = Cosine.directions((DoubleMatrix) single.vectors());
    assertThatThrownBy(() -> PsdaEm.start(single.withVectors(unit)))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("one direction");
  }

  @Test
  void psdaTakesUnitVectorsAndItsObjectiveRises() {
    TrainingData data = draw(20);
    assertThatThrownBy(() -> PsdaEm.start(data))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("length 1");
    TrainingData unit = data.withVectors(Cosine.directions((DoubleMatrix) data.vectors()));
    Psda start = PsdaEm.start(unit);
    List<Double> objective = new PsdaEm(Stopping.after(10)).train(unit, start).objective();
    assertThat(objective).isSorted();
  }
}
