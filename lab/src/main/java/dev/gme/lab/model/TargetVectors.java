package dev.gme.lab.model;

import dev.gme.core.GmeException;
import dev.gme.core.NameOrder;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.train.data.TrainingData;
import dev.gme.formats.LabelledVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Vectors of the domain that a model is adapted to.
 *
 * @param vectors all of them
 * @param speakers the speaker of a recording by its id, as far as they are known
 * @param domains the domain of a recording by its id, where there are several; else empty
 */
public record TargetVectors(
    LabelledVectors vectors, Map<String, String> speakers, Map<String, String> domains) {
  public TargetVectors {
    speakers = Map.copyOf(speakers);
    domains = Map.copyOf(domains);
  }

  /** Vectors with the speakers that they have. */
  public static TargetVectors of(LabelledVectors vectors) {
    Map<String, String> known = new HashMap<>();
    vectors
        .speakers()
        .ifPresent(
            s -> {
              for (int i = 0; i < s.size(); i++) {
                known.put(vectors.ids().get(i), s.get(i));
              }
            });
    return new TargetVectors(vectors, known, Map.of());
  }

  /** All vectors in the order of their ids, so that sums do not depend on how they are ordered. */
  RowSource inOrder() {
    int[] order =
        IntStream.range(0, vectors.size())
            .boxed()
            .sorted(Comparator.comparing(vectors.ids()::get, NameOrder.BYTES))
            .mapToInt(i -> i)
            .toArray();
    RowSource rows = vectors.rows();
    return new RowSource() {
      @Override
      public int rows() {
        return order.length;
      }

      @Override
      public int cols() {
        return rows.cols();
      }

      @Override
      public String name(int row) {
        return rows.name(order[row]);
      }

      @Override
      public DoubleMatrix doubles(int from, int to) {
        return rows.doubles(Arrays.copyOfRange(order, from, to));
      }
    };
  }

  /** Only the recordings that pass; empty where fewer than two do. */
  Optional<TargetVectors> only(Predicate<String> ids) {
    List<String> kept = vectors.ids().stream().filter(ids).toList();
    if (kept.size() == vectors.size()) {
      return Optional.of(this);
    }
    return kept.size() < 2
        ? Optional.empty()
        : Optional.of(new TargetVectors(vectors.only(kept), speakers, domains));
  }

  /** Whether there are labels to learn from: two speakers, one of them with two recordings. */
  boolean hasLabels() {
    long labelled = vectors.ids().stream().filter(speakers::containsKey).count();
    long names =
        vectors.ids().stream().map(speakers::get).distinct().filter(s -> s != null).count();
    return names >= 2 && labelled > names;
  }

  /** The labelled ones among them. */
  LabelledVectors labelled() {
    if (!hasLabels()) {
      throw new GmeException(
          vectors + " have no speakers to learn from",
          "name the speakers of some of the vectors, or choose a way without labels");
    }
    return vectors
        .only(vectors.ids().stream().filter(speakers::containsKey).toList())
        .withSpeakers(speakers);
  }

  /** The number of the domain of each vector, from 0. */
  int[] domainNumbers() {
    if (domains.isEmpty()) {
      throw new GmeException(
          "the way 'domains' needs the domain of every recording", "name them in a list");
    }
    List<String> names = new ArrayList<>();
    int[] out = new int[vectors.size()];
    for (int i = 0; i < out.length; i++) {
      String domain = domains.get(vectors.ids().get(i));
      if (domain == null) {
        throw new GmeException(
            "there is no domain for '" + vectors.ids().get(i) + "' in the list of domains",
            "add it to the list, or leave the vector out");
      }
      if (!names.contains(domain)) {
        names.add(domain);
      }
      out[i] = names.indexOf(domain);
    }
    return out;
  }

  static TrainingData data(LabelledVectors labelled) {
    return TrainingData.named(labelled.rows(), labelled.ids(), labelled.speakers().orElseThrow());
  }
}
