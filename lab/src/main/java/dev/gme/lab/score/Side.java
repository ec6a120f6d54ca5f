package dev.gme.lab.score;

import dev.gme.core.embedding.GeneralGme;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One side of trials: what is scored, with names.
 *
 * @param ids names of models or recordings
 * @param recordings those that each is made of
 * @param embeddings what log-likelihood ratios are made of; null where vectors are scored
 * @param vectors what cosines and quadratic forms are made of; null where embeddings are scored
 * @param general meta-embeddings in general form; null where others are scored
 */
public record Side(
    List<String> ids,
    List<List<String>> recordings,
    MetaEmbeddings embeddings,
    DoubleMatrix vectors,
    List<GeneralGme> general) {
  Side(
      List<String> ids,
      List<List<String>> recordings,
      MetaEmbeddings embeddings,
      DoubleMatrix vectors) {
    this(ids, recordings, embeddings, vectors, null);
  }

  /** Meta-embeddings that were made before, each a recording. */
  public static Side of(IdentifiedEmbeddings e) {
    return new Side(e.ids(), e.ids().stream().map(List::of).toList(), e.embeddings(), null);
  }

  /** The recordings of all. */
  public Set<String> allRecordings() {
    Set<String> out = new HashSet<>();
    recordings.forEach(out::addAll);
    return out;
  }
}
