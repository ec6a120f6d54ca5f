package dev.gme.lab.model;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.lists.EnrolmentModels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Meta-embeddings of recordings or of models, and how their precisions are distributed.
 *
 * <pre>{@code
 * ExtractedEmbeddings extracted =
 *     ExtractedEmbeddings.of(model, vectors, EnrolmentModels.ofRecordings(vectors), Enrolment.POOLED);
 * extracted.write(Path.of("test.gme"), Provenance.NONE);
 * }</pre>
 */
public final class ExtractedEmbeddings {
  private final EnrolmentModels models;
  private final MetaEmbeddings embeddings;
  private final double[] sortedB;

  private ExtractedEmbeddings(EnrolmentModels models, MetaEmbeddings embeddings) {
    this.models = models;
    this.embeddings = embeddings;
    this.sortedB = embeddings.b();
    Arrays.sort(sortedB);
  }

  /** One meta-embedding for each model, pooled or of averaged vectors. */
  public static ExtractedEmbeddings of(
      Pipeline pipeline, LabelledVectors vectors, EnrolmentModels models, Enrolment way) {
    return new ExtractedEmbeddings(models, way.extract(pipeline, vectors.rows(), models.rows()));
  }

  /** The same of recordings whose meta-embeddings are there: pools of them. */
  public static ExtractedEmbeddings of(MetaEmbeddings recordings, EnrolmentModels models) {
    return new ExtractedEmbeddings(models, recordings.pool(models.rows()));
  }

  public void write(Path file, Provenance provenance) throws IOException {
    Artefact.write(
        file,
        ArtefactKind.META_EMBEDDINGS,
        new IdentifiedEmbeddings(models.ids(), embeddings),
        provenance);
  }

  private Double precision(int place) {
    return sortedB.length == 0 ? null : sortedB[place];
  }

  private int median() {
    return (sortedB.length - 1) / 2;
  }

  /** Sizes and precisions, for programs. */
  public Map<String, Object> figures() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("dimension", embeddings.dimension());
    out.put("missing", models.missing());
    out.put("precision_min", precision(0));
    out.put("precision_median", precision(median()));
    out.put("precision_max", precision(sortedB.length - 1));
    return out;
  }

  /** The number of meta-embeddings. */
  public int size() {
    return embeddings.size();
  }

  /** The range of the precisions, for people. */
  public String precisions() {
    return String.format(
        Locale.ROOT,
        "precisions %.3g to %.3g, median %.3g",
        precision(0),
        precision(sortedB.length - 1),
        precision(median()));
  }

  @Override
  public String toString() {
    return embeddings.toString();
  }
}
