package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.corpus.FeatureNotes;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Frames of recordings by a script file of Kaldi, with the notes on them that may lie beside it.
 */
final class FrameScript implements Serializable {
  private static final long serialVersionUID = 1L;

  private final KaldiScript script;
  private final int dimension;

  FrameScript(Cluster cluster, String path, int partitions) {
    script = new KaldiScript(cluster, path, partitions);
    List<Integer> found = new ArrayList<>();
    script.read(List.of(script.first()), (line, array) -> found.add(array.values().cols()));
    dimension = found.get(0);
  }

  KaldiScript script() {
    return script;
  }

  /** P, of the first recording, and so of all. */
  int dimension() {
    return dimension;
  }

  /** What is known of how the frames were made. */
  Optional<FeatureSpec> features(Files files) {
    String notes = script.path().replaceFirst("\\.(ark|scp)$", "") + ".features";
    return files.exists(notes)
        ? Optional.of(
            FeatureNotes.of(
                notes, new String(files.read(notes), StandardCharsets.UTF_8).lines().toList()))
        : Optional.empty();
  }

  /** The frames of a recording, checked. */
  DoubleMatrix frames(KaldiScript.Line line, KaldiArray array) {
    DoubleMatrix frames = array.values();
    if (!frames.isFinite()) {
      throw new GmeException(
          script.path() + ": the frames of '" + line.key() + "' hold NaN or infinite numbers",
          "make these features again, or take the recording out");
    }
    if (frames.cols() != dimension) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "%s: the frames of '%s' have %d dimensions, those before %d",
              script.path(),
              line.key(),
              frames.cols(),
              dimension),
          "give features of one kind");
    }
    return frames;
  }
}
