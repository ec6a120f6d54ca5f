package dev.gme.lab.data;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.formats.LabelledVectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** The sources of vectors that are there, found at run time. */
public final class VectorSources {
  private VectorSources() {}

  /** All sources, by name. */
  public static List<VectorSource> all() {
    return ServiceLoader.load(VectorSource.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(VectorSource::name))
        .toList();
  }

  /** The source that these parameters name; they must all be known to it. */
  public static VectorSource of(Map<String, String> parameters) {
    List<VectorSource> named =
        all().stream().filter(s -> parameters.containsKey(s.name())).toList();
    if (named.size() != 1) {
      throw new GmeException(
          "expected one source of vectors, found "
              + (named.isEmpty() ? "none" : String.join(" and ", names(named)))
              + " among "
              + String.join(", ", parameters.keySet()),
          "name one of " + String.join(", ", names(all())));
    }
    VectorSource source = named.get(0);
    for (String parameter : parameters.keySet()) {
      if (!source.parameters().contains(parameter)) {
        throw new GmeException(
            "vectors from '" + source.name() + "' have no '" + parameter + "'",
            "the parameters are " + String.join(", ", source.parameters()));
      }
    }
    return source;
  }

  private static List<String> names(List<VectorSource> sources) {
    return sources.stream().map(VectorSource::name).toList();
  }

  /** The vectors of the source that the parameters name. */
  public static LabelledVectors read(Map<String, String> parameters, Path folder, Progress progress)
      throws IOException {
    return of(parameters).read(parameters, folder, progress);
  }
}
