package dev.gme.lab.ivector;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.artefact.FrontendFile;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.corpus.Extraction;
import dev.gme.frontend.corpus.FeatureFiles;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.corpus.Skipped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * I-vectors of recordings, or of frames in archives, by a trained extractor.
 *
 * <pre>{@code
 * LabelledVectors eval = IvectorExtraction.vectors(
 *     Path.of("exp/extractor.safetensors"), RecordingList.of(Path.of("data"), RecordingList.Options.DEFAULT));
 * }</pre>
 *
 * @param system the extractor with its mixture and features
 * @param options what is extracted
 * @param progress hears of the recordings
 */
public record IvectorExtraction(
    IvectorSystem system, Extraction.Options options, Progress progress) {
  /**
   * The i-vectors of recordings, and what is to be said about them.
   *
   * @param precisions of the posteriors, a recording a row; of no columns unless they were asked
   *     for
   * @param rankDeficient recordings whose frames did not determine all dimensions
   * @param asked how many recordings there were, those that were skipped included
   */
  public record Result(
      LabelledVectors vectors,
      FloatMatrix precisions,
      int rankDeficient,
      Skipped skipped,
      int asked) {}

  /**
   * The i-vectors of all recordings of a list, by an extractor that knows its features. A few
   * recordings may be unusable; more than {@link Skipped#ALLOWED} of them are an error.
   */
  public static LabelledVectors vectors(Path extractor, RecordingList recordings)
      throws IOException {
    return vectors(extractor, recordings, Progress.NONE);
  }

  /** The i-vectors of all recordings of a list, with a listener. */
  public static LabelledVectors vectors(Path extractor, RecordingList recordings, Progress progress)
      throws IOException {
    IvectorSystem system = FrontendFile.extractor(extractor, Optional.empty());
    Result made =
        new IvectorExtraction(system, Extraction.Options.DEFAULT, progress)
            .ofRecordings(extractor.toString(), recordings, recordings.ids());
    made.skipped.check(made.asked, Skipped.ALLOWED);
    return made.vectors;
  }

  /**
   * Extracts i-vectors of recordings.
   *
   * @param name what messages call the extractor
   */
  public Result ofRecordings(String name, RecordingList recordings, List<String> ids)
      throws IOException {
    FeatureSpec spec =
        system
            .features()
            .orElseThrow(
                () ->
                    new GmeException(
                        name + " does not know which features it was trained on",
                        "make them with gme features and give that archive"));
    Skipped skipped = new Skipped();
    Extraction extraction = new Extraction(system, options, progress);
    FeatureFiles.make(recordings, ids, spec.pipeline(), extraction::add, skipped, progress);
    return result(extraction, skipped, ids.size());
  }

  /**
   * Extracts i-vectors of frames in an archive.
   *
   * @param ids of the recordings to take; empty for all
   */
  public Result ofFrames(Path archive, List<String> ids) throws IOException {
    Set<String> left = new LinkedHashSet<>(ids);
    int[] taken = {0};
    Skipped skipped = new Skipped();
    Extraction extraction = new Extraction(system, options, progress);
    FeatureFiles.read(
        List.of(archive),
        (id, frames) -> {
          if (ids.isEmpty() || left.remove(id)) {
            extraction.add(id, frames);
            taken[0]++;
          }
        });
    left.forEach(id -> skipped.add(id, "the utterance '" + id + "' is not in " + archive));
    return result(extraction, skipped, taken[0] + left.size());
  }

  private static Result result(Extraction extraction, Skipped skipped, int asked) {
    if (skipped.count() > 0 && skipped.count() == asked) {
      throw skipped.none(asked);
    }
    LabelledVectors vectors = extraction.finish();
    return new Result(vectors, extraction.precisions(), extraction.rankDeficient(), skipped, asked);
  }

  /** Whether a file holds frames: an archive, or a script file that names archives. */
  public static boolean isFrames(Path source) throws IOException {
    String name = source.getFileName().toString();
    if (Files.isDirectory(source) || !name.endsWith(".scp")) {
      return name.endsWith(".ark") && !Files.isDirectory(source);
    }
    try (Stream<String> lines = Files.lines(source)) {
      return lines.findFirst().filter(l -> l.strip().matches(".*\\.ark(:[0-9]+)?")).isPresent();
    }
  }
}
