package dev.gme.formats.vectors;

import dev.gme.formats.numpy.NpyRowsWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * A program that converts a file through all formats, to be run with a heap that cannot hold it.
 */
public final class LargeFiles {
  private LargeFiles() {}

  /** Takes a folder, the number of vectors and their dimension. Seed 8. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    int n = Integer.parseInt(args[1]);
    int dim = Integer.parseInt(args[2]);
    write(folder, n, dim);
    VectorFormat from = VectorFormat.NPY;
    Path in = folder.resolve("first.npy");
    for (String name :
        new String[] {"x.ark", "x.safetensors", "x.npz", "x.csv", "y.npz", "y.ark", "last.npy"}) {
      Path out = folder.resolve(name);
      VectorFormat to = VectorConverter.byName(out).orElseThrow();
      if (VectorConverter.convert(in, from, out, to, done -> {}) != n) {
        throw new IllegalStateException("vectors are lost on the way to " + out);
      }
      Path script = folder.resolve("x.scp");
      in = name.equals("x.ark") ? script : out;
      from = to;
    }
  }

  private static void write(Path folder, int n, int dim) throws IOException {
    Random random = new Random(8);
    float[] row = new float[dim];
    try (NpyRowsWriter out = NpyRowsWriter.create(folder.resolve("first.npy"), dim);
        OutputStream ids = Files.newOutputStream(folder.resolve("first.ids"))) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < dim; j++) {
          row[j] = random.nextFloat();
        }
        out.write(row);
        ids.write(("utterance-" + i + "\n").getBytes(StandardCharsets.UTF_8));
      }
      out.commit();
    }
  }
}
