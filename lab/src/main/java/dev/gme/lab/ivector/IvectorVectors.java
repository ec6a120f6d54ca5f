package dev.gme.lab.ivector;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.formats.LabelledVectors;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.lab.data.VectorSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** I-vectors of recordings by a trained extractor. */
public final class IvectorVectors implements VectorSource {
  private static final String EXTRACTOR = "ivectors";
  private static final String RECORDINGS = "recordings";

  @Override
  public String name() {
    return EXTRACTOR;
  }

  @Override
  public List<String> parameters() {
    return List.of(EXTRACTOR, RECORDINGS);
  }

  @Override
  public List<Path> files(Map<String, String> parameters, Path folder) {
    if (!parameters.containsKey(RECORDINGS)) {
      throw new GmeException(
          "i-vectors need recordings", "name a list or folder of them as " + RECORDINGS);
    }
    return List.of(path(parameters, EXTRACTOR, folder), path(parameters, RECORDINGS, folder));
  }

  private static Path path(Map<String, String> parameters, String name, Path folder) {
    return folder.resolve(parameters.get(name)).normalize();
  }

  @Override
  public LabelledVectors read(Map<String, String> parameters, Path folder, Progress progress)
      throws IOException {
    List<Path> files = files(parameters, folder);
    return IvectorExtraction.vectors(
        files.get(0), RecordingList.of(files.get(1), RecordingList.Options.DEFAULT), progress);
  }
}
