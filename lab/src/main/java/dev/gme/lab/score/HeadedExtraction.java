package dev.gme.lab.score;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.PrecisionHead;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.lists.SideInformation;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Meta-embeddings by a model with a precision head. A head says nothing about recordings unlike
 * those that it was learned on (docs/math.md 5.6); they are told before any of them is extracted,
 * and then all of them have the precisions of the extractor.
 *
 * <pre>{@code
 * HeadedExtraction how = HeadedExtraction.of(pipeline, side, List.of(enrol, test));
 * how.warning().ifPresent(System.err::println);
 * MetaEmbeddings e = how.extract(enrol);
 * }</pre>
 *
 * @param pipeline with its head
 * @param side of all recordings
 * @param meanLogB of the recordings, see {@link PrecisionHead#meanLogB}
 */
public record HeadedExtraction(Pipeline pipeline, SideInformation side, double meanLogB) {
  /** More recordings do not move a mean that is compared with 1. */
  private static final int MOST = 10_000;

  /**
   * Looks at all recordings that are to be compared.
   *
   * @param side refused where it is empty, since the head needs it
   */
  public static HeadedExtraction of(
      Pipeline pipeline, Optional<SideInformation> side, List<LabelledVectors> sets) {
    PrecisionHead head = pipeline.head().orElseThrow();
    SideInformation known =
        side.orElseThrow(
            () ->
                new GmeException(
                    "the model has a precision head, which needs "
                        + String.join(", ", head.columns())
                        + " of every recording",
                    "give a file of them as side information, or use the model without its head"));
    int complement = pipeline.extractor().inputDimension() - pipeline.speakerDimension();
    double sum = 0;
    int n = 0;
    for (LabelledVectors set : sets) {
      int some = Math.min(set.size(), MOST);
      int[] rows =
          IntStream.range(0, some).map(i -> (int) ((long) i * set.size() / some)).toArray();
      if (some > 0) {
        double[] q = pipeline.q(set.rows().doubles(rows));
        sum += set.size() * PrecisionHead.meanLogB(q, complement);
        n += set.size();
      }
    }
    return new HeadedExtraction(pipeline, known, n == 0 ? head.origin().meanLogB() : sum / n);
  }

  /** Whether the head has a say. */
  public boolean isApplied() {
    return !pipeline.head().orElseThrow().isForeign(meanLogB);
  }

  /** That the head has no say, where it has none. */
  public Optional<String> warning() {
    return isApplied()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the precision head is left out: the recordings are unlike those that it was"
                    + " learned on (mean log b at nu = 2 is %.2f, and %.2f in training)",
                meanLogB,
                pipeline.head().orElseThrow().origin().meanLogB()));
  }

  /** The model that extracts. */
  public Pipeline used() {
    return isApplied() ? pipeline : pipeline.withoutHead();
  }

  /** The meta-embeddings of a set. */
  public MetaEmbeddings extract(LabelledVectors vectors) {
    return isApplied()
        ? pipeline.extract(
            vectors.rows(), side.of(pipeline.head().orElseThrow().columns(), vectors.ids()))
        : pipeline.withoutHead().extract(vectors.rows());
  }
}
