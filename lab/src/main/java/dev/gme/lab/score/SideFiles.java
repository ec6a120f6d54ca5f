package dev.gme.lab.score;

import dev.gme.core.GmeException;
import dev.gme.core.model.Enrolment;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.model.ModelFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The sides of trials from files of vectors or of meta-embeddings. A file is read once, and vectors
 * that both sides share go through the model once.
 *
 * <pre>{@code
 * SideFiles files = new SideFiles(scoring, VectorFiles::read);
 * Side test = files.recordings(Path.of("eval.scp"));
 * }</pre>
 */
public final class SideFiles {
  private final TrialScoring scoring;
  private final Reader reader;
  private final Map<Path, Content> read;

  /** Reads vectors of an open file, and refuses those that the model cannot take. */
  public interface Reader {
    LabelledVectors read(InputFile file) throws IOException;
  }

  /** Chooses the models among the recordings of a file. */
  public interface ModelChoice {
    EnrolmentModels of(LabelledVectors vectors) throws IOException;
  }

  private record Content(Optional<LabelledVectors> vectors, Optional<Side> embeddings) {}

  public SideFiles(TrialScoring scoring, Reader reader) {
    this(scoring, reader, new HashMap<>());
  }

  private SideFiles(TrialScoring scoring, Reader reader, Map<Path, Content> read) {
    this.scoring = scoring;
    this.reader = reader;
    this.read = read;
  }

  /** The same files, those that were read included, to be scored in another way. */
  public SideFiles with(TrialScoring other) {
    return new SideFiles(other, reader, read);
  }

  /** How they are scored. */
  public TrialScoring scoring() {
    return scoring;
  }

  /** The vectors of a file, where it has vectors. */
  public Optional<LabelledVectors> vectors(Path file) throws IOException {
    return content(file).vectors();
  }

  /** Every recording of a file by itself. */
  public Side recordings(Path file) throws IOException {
    Content content = content(file);
    return content.vectors().isPresent()
        ? scoring.recordings(content.vectors().get())
        : content.embeddings().orElseThrow();
  }

  /** Whether a file has meta-embeddings, which are what they are. */
  public boolean hasEmbeddings(Path file) throws IOException {
    return content(file).embeddings().isPresent();
  }

  /** The models of a file of vectors. */
  public Side models(Path file, ModelChoice choice, Enrolment enrolment) throws IOException {
    LabelledVectors vectors =
        content(file)
            .vectors()
            .orElseThrow(
                () ->
                    new GmeException(
                        file + " has meta-embeddings, which cannot be pooled or averaged again",
                        "pool them when they are made of vectors"));
    return scoring.side(vectors, choice.of(vectors), enrolment);
  }

  private Content content(Path file) throws IOException {
    Content known = read.get(file);
    if (known == null) {
      try (InputFile in = InputFile.open(file)) {
        boolean ready =
            scoring.takesEmbeddings()
                && ModelFiles.recognize(in).filter(f -> f == ModelFormat.GME).isPresent();
        known =
            ready
                ? new Content(
                    Optional.empty(),
                    Optional.of(
                        Side.of(ModelFiles.stored(in).as(ArtefactKind.META_EMBEDDINGS).value())))
                : new Content(Optional.of(reader.read(in)), Optional.empty());
      }
      read.put(file, known);
    }
    return known;
  }
}
