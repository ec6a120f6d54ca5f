package dev.gme.lab.data;

import dev.gme.core.Progress;
import dev.gme.formats.LabelledVectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A place that vectors come from: files today, recordings through an i-vector extractor or a neural
 * network. Implementations have a constructor without arguments and are found at run time by {@link
 * java.util.ServiceLoader}, so that a module which brings one needs no change here.
 *
 * <pre>{@code
 * LabelledVectors vectors = VectorSources.read(Map.of("file", "train.scp"), Path.of("."), progress);
 * }</pre>
 */
public interface VectorSource {
  /** The parameter by which users ask for this source, for example {@code file}. */
  String name();

  /** All parameters that it understands, its name among them. */
  List<String> parameters();

  /**
   * The files that it will read, so that what is missing is said before any work is done.
   *
   * @param parameters as the user gave them
   * @param folder paths are relative to it
   */
  List<Path> files(Map<String, String> parameters, Path folder);

  /** Which network the vectors are of, where they are of one and that is known. */
  default Optional<NetworkNote> network(Map<String, String> parameters, Path folder)
      throws IOException {
    return Optional.empty();
  }

  /**
   * Reads or makes the vectors, with their speakers where the source knows them.
   *
   * @param parameters as the user gave them
   * @param folder paths are relative to it
   */
  LabelledVectors read(Map<String, String> parameters, Path folder, Progress progress)
      throws IOException;
}
