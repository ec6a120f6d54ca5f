package dev.gme.formats.hdf5;

import dev.gme.core.GmeException;
import dev.gme.formats.io.TargetFile;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.WritableGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes datasets to an HDF5 file, plain and uncompressed, which every reader of HDF5 understands.
 *
 * <pre>{@code
 * new Hdf5Writer().put("ids", ids).put("data", rows, cols, floats).write(path);
 * }</pre>
 */
public final class Hdf5Writer {
  private final Map<String, Object> datasets = new LinkedHashMap<>();

  /** Text of one dimension. */
  public Hdf5Writer put(String name, List<String> words) {
    datasets.put(name, words.toArray(String[]::new));
    return this;
  }

  /** A matrix from its elements row by row. */
  public Hdf5Writer put(String name, int rows, int cols, float[] elements) {
    float[][] matrix = new float[rows][cols];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(elements, i * cols, matrix[i], 0, cols);
    }
    datasets.put(name, matrix);
    return this;
  }

  /** A matrix of small integers, row by row. */
  public Hdf5Writer put(String name, int rows, int cols, byte[] elements) {
    byte[][] matrix = new byte[rows][cols];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(elements, i * cols, matrix[i], 0, cols);
    }
    datasets.put(name, matrix);
    return this;
  }

  /** Writes the file; a path {@code a/b} becomes a dataset b in a group a. */
  public void write(Path path) throws IOException {
    try (TargetFile target = TargetFile.createPlain(path)) {
      if (target.part().equals(path)) {
        throw new GmeException(
            path + ": HDF5 cannot be written to a pipe or device", "name a file to write");
      }
      try (WritableHdfFile file = HdfFile.write(target.part())) {
        Map<String, WritableGroup> groups = new LinkedHashMap<>();
        datasets.forEach(
            (name, data) -> {
              int slash = name.lastIndexOf('/');
              WritableGroup parent =
                  slash < 0
                      ? file
                      : groups.computeIfAbsent(name.substring(0, slash), file::putGroup);
              parent.putDataset(name.substring(slash + 1), data);
            });
      }
      target.commit();
    }
  }
}
