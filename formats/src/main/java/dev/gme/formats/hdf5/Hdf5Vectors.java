package dev.gme.formats.hdf5;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.numpy.NpyArray;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sets of vectors in HDF5: a matrix beside a list of ids, as DCA-PLDA has them ({@code ids} and
 * {@code data}), or a dataset for each recording, whose path is its id.
 *
 * <pre>{@code
 * LabelledVectors train = Hdf5Vectors.read(Path.of("embeddings.h5"));
 * }</pre>
 */
public final class Hdf5Vectors {
  private static final List<String> IDS = List.of("ids", "sample_ids", "utt_ids", "names", "keys");
  private static final List<String> VECTORS =
      List.of("data", "X", "embeddings", "vectors", "xvectors");
  private static final List<String> SPEAKERS = List.of("y", "speakers", "speaker_ids");

  private Hdf5Vectors() {}

  public static LabelledVectors read(Path path) throws IOException {
    try (Hdf5File file = Hdf5File.open(path)) {
      Optional<String> ids = file.firstOf(IDS);
      Optional<String> vectors = file.firstOf(VECTORS);
      if (ids.isPresent() && vectors.isPresent()) {
        return matrix(file, ids.get(), vectors.get());
      }
      return datasetPerId(file);
    }
  }

  private static LabelledVectors matrix(Hdf5File file, String ids, String vectors) {
    NpyArray data = file.numbers(vectors, 2);
    LabelledVectors set =
        LabelledVectors.of(file.path().toString(), file.read(ids).words(), data.floatMatrix());
    Optional<String> speakers = file.firstOf(SPEAKERS);
    return speakers.isEmpty() ? set : labelled(file, set, file.read(speakers.get()).words());
  }

  private static LabelledVectors labelled(
      Hdf5File file, LabelledVectors set, List<String> speakers) {
    if (speakers.size() != set.size()) {
      throw BadFile.at(
          file.path(),
          "expected " + set.size() + " speakers, found " + speakers.size(),
          "give a speaker for each vector");
    }
    Map<String, String> speakerOf = new LinkedHashMap<>();
    for (int i = 0; i < set.size(); i++) {
      speakerOf.put(set.ids().get(i), speakers.get(i));
    }
    return set.withSpeakers(speakerOf);
  }

  private static LabelledVectors datasetPerId(Hdf5File file) {
    List<String> names = file.names();
    if (names.isEmpty()) {
      throw BadFile.at(
          file.path(), "expected vectors, found no dataset", "check how the file was made");
    }
    int dim = -1;
    List<float[]> rows = new ArrayList<>();
    for (String name : names) {
      NpyArray array = file.read(name);
      // (1, n) is how networks that work in batches leave a single vector.
      boolean vector =
          !array.isText()
              && (array.shape().size() == 1
                  || (array.shape().size() == 2 && array.shape().get(0) == 1));
      if (!vector || array.size() == 0 || (dim >= 0 && array.size() != dim)) {
        throw BadFile.at(
            file.path() + ", dataset " + BadFile.quoted(name),
            "expected a vector"
                + (dim < 0 ? "" : " of dimension " + dim)
                + ", found "
                + (array.isText() ? "text" : "shape " + array.shape()),
            "give a vector for each id, or a matrix 'data' with a list 'ids'");
      }
      dim = array.size();
      rows.add(array.floatMatrix().array());
    }
    float[] all = new float[Math.multiplyExact(rows.size(), dim)];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, all, i * dim, dim);
    }
    return LabelledVectors.of(
        file.path().toString(), names, FloatMatrix.wrap(rows.size(), dim, all));
  }

  /** Writes {@code ids} and {@code data}, and {@code y} where the speakers are known. */
  public static void write(Path path, LabelledVectors set) throws IOException {
    FloatMatrix x = set.vectors();
    if (x.rows() == 0 || x.cols() == 0) {
      throw new GmeException(
          path + ": a set without vectors cannot be written as HDF5", "write it as .npz");
    }
    Hdf5Writer out = new Hdf5Writer().put(IDS.get(0), set.ids());
    out.put(VECTORS.get(0), x.rows(), x.cols(), x.array());
    set.speakers().ifPresent(s -> out.put(SPEAKERS.get(0), s));
    out.write(path);
  }
}
