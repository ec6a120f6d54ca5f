package dev.gme.lab.cluster;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.CanonicalGme;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.Pipeline;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;
import dev.gme.core.partition.PartitionPrior;
import dev.gme.core.partition.PartitionScorer;
import dev.gme.core.partition.PartitionWords;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.lists.EnrolmentModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The ways to share a few recordings among speakers, and how probable each is.
 *
 * <pre>{@code
 * var partitions = RecordingPartitions.of(embeddings, List.of("call1", "call2", "call3"));
 * RankedPartitions ranked = partitions.ranked(Optional.empty(), 3);
 * double logLr = partitions.ratio(StatedPartition.parse("call1,call2|call3")).logLr();
 * }</pre>
 */
public final class RecordingPartitions {
  /** All partitions of so many recordings can be listed. */
  public static final int MOST_LISTED = PartitionScorer.MAX_POSTERIOR;

  private final List<String> ids;
  private final PartitionScorer<CanonicalGme> scorer;

  private RecordingPartitions(List<String> ids, List<CanonicalGme> recordings) {
    this.ids = ids;
    this.scorer = new PartitionScorer<>(recordings);
  }

  /** The recordings of these ids, in this order; refuses an id that is not there. */
  public static RecordingPartitions of(IdentifiedEmbeddings all, List<String> ids) {
    MetaEmbeddings e = all.embeddings();
    List<CanonicalGme> recordings = new ArrayList<>();
    for (String id : ids) {
      int row = all.ids().indexOf(id);
      if (row < 0) {
        throw new GmeException("there is no recording '" + id + "'", "check its name");
      }
      recordings.add(e.get(row));
    }
    return new RecordingPartitions(List.copyOf(ids), recordings);
  }

  /** The meta-embedding of every recording; refuses vectors that the model cannot take. */
  public static IdentifiedEmbeddings embeddings(Pipeline model, LabelledVectors vectors) {
    vectors.requireFinite().requireDimension(model.inputDimension());
    return new IdentifiedEmbeddings(vectors.ids(), model.extract(vectors.rows()));
  }

  /** The meta-embedding of every model; refuses vectors that the model cannot take. */
  public static IdentifiedEmbeddings embeddings(
      Pipeline model, LabelledVectors vectors, EnrolmentModels models, Enrolment way) {
    vectors.requireFinite().requireDimension(model.inputDimension());
    return new IdentifiedEmbeddings(
        models.ids(), way.extract(model, vectors.rows(), models.rows()));
  }

  /**
   * All partitions of up to {@link #MOST_LISTED} recordings by their posterior probability.
   *
   * @param prior of partitions; without one all have the same prior probability
   * @param best how many partitions are ranked, at most
   */
  public RankedPartitions ranked(Optional<ChineseRestaurant> prior, int best) {
    PartitionPrior p = prior.isPresent() ? prior.get() : PartitionPrior.flat();
    return RankedPartitions.of(scorer.posterior(p), ids, words(prior), best);
  }

  private static String words(Optional<ChineseRestaurant> prior) {
    return prior
        .map(p -> "Chinese restaurant " + p.concentration() + ":" + p.discount())
        .orElse("flat");
  }

  /** The likelihood ratio of a partition against the one in which all speakers differ. */
  public Ratio ratio(StatedPartition stated) {
    return ratio(partition(stated), Partition.finest(ids.size()));
  }

  /** The likelihood ratio of two partitions, both of all recordings. */
  public Ratio ratio(StatedPartition first, StatedPartition second) {
    return ratio(partition(first), partition(second));
  }

  private Partition partition(StatedPartition stated) {
    return PartitionWords.parse(stated.sets(), ids);
  }

  private Ratio ratio(Partition first, Partition second) {
    return new Ratio(
        PartitionWords.of(first, ids), PartitionWords.of(second, ids), scorer.logLr(first, second));
  }

  /**
   * Two partitions in words and the natural log-likelihood ratio of the first against the second.
   */
  public record Ratio(String first, String second, double logLr) {}
}
