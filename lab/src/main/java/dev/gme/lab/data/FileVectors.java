package dev.gme.lab.data;

import dev.gme.core.Progress;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.vectors.VectorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Vectors of a file, in any format that is known. */
public final class FileVectors implements VectorSource {
  public static final String NAME = "file";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> parameters() {
    return List.of(NAME);
  }

  @Override
  public List<Path> files(Map<String, String> parameters, Path folder) {
    return List.of(folder.resolve(parameters.get(NAME)).normalize());
  }

  @Override
  public Optional<NetworkNote> network(Map<String, String> parameters, Path folder)
      throws IOException {
    return NetworkNote.of(files(parameters, folder).get(0));
  }

  @Override
  public LabelledVectors read(Map<String, String> parameters, Path folder, Progress progress)
      throws IOException {
    return VectorFiles.read(files(parameters, folder).get(0));
  }
}
