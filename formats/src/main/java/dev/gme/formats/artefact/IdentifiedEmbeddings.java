package dev.gme.formats.artefact;

import dev.gme.core.embedding.MetaEmbeddings;
import java.util.List;

/**
 * Meta-embeddings with the ids of their recordings or models.
 *
 * @param ids one for each embedding
 */
public record IdentifiedEmbeddings(List<String> ids, MetaEmbeddings embeddings) {
  public IdentifiedEmbeddings {
    ids = List.copyOf(ids);
    if (ids.size() != embeddings.size()) {
      throw new IllegalArgumentException(ids.size() + " ids for " + embeddings);
    }
  }
}
