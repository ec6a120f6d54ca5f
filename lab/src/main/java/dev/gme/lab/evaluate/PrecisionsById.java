package dev.gme.lab.evaluate;

import dev.gme.core.GmeException;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.lists.FileSuffixes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The precisions b of meta-embeddings, by id. */
public final class PrecisionsById {
  private final List<Path> files;
  private final Map<String, Double> byId;

  private PrecisionsById(List<Path> files, Map<String, Double> byId) {
    this.files = files;
    this.byId = byId;
  }

  public static PrecisionsById read(List<Path> files) throws IOException {
    Map<String, Double> byId = new HashMap<>();
    for (Path file : files) {
      IdentifiedEmbeddings e = Artefact.read(file, ArtefactKind.META_EMBEDDINGS).value();
      double[] b = e.embeddings().b();
      for (int i = 0; i < b.length; i++) {
        byId.put(e.ids().get(i), b[i]);
      }
    }
    return new PrecisionsById(files, byId);
  }

  public Map<String, Double> byId() {
    return byId;
  }

  /** The precisions of ids, which may have the suffix of a file; refuses unknown ids. */
  public double[] of(List<String> ids) {
    UnaryOperator<String> naming =
        FileSuffixes.naming("the list of trials", ids, byId::containsKey);
    return ids.stream().map(naming).mapToDouble(this::of).toArray();
  }

  private double of(String id) {
    Double b = byId.get(id);
    if (b == null) {
      throw new GmeException(
          "there is no meta-embedding of '" + id + "' in " + files,
          "extract it, pooled where it is a model, and name all files of meta-embeddings");
    }
    return b;
  }
}
