package dev.gme.lab.score;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import java.util.List;

/**
 * One side of the trials.
 *
 * @param recordings what each is made of
 * @param embeddings null for cosines
 * @param vectors null for log-likelihood ratios
 */
public record Side(
    List<String> ids,
    List<List<String>> recordings,
    MetaEmbeddings embeddings,
    DoubleMatrix vectors) {
  public static Side of(IdentifiedEmbeddings e) {
    return new Side(e.ids(), e.ids().stream().map(List::of).toList(), e.embeddings(), null);
  }
}
