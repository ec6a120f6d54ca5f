package dev.gme.formats.hdf5;

import dev.gme.formats.io.BadFile;
import dev.gme.formats.numpy.NpyArray;
import io.jhdf.api.Dataset;
import io.jhdf.api.dataset.ChunkedDataset;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** The elements of a dataset, after its declared sizes were compared with the file's. */
final class Hdf5Elements {
  /** Deflate cannot do better: 258 bytes from 2 bits. */
  private static final long BEST_RATIO = 1032;

  private Hdf5Elements() {}

  static NpyArray read(String where, Dataset dataset, long fileSize) {
    int[] dimensions = dataset.getDimensions();
    List<Integer> shape = Arrays.stream(dimensions).boxed().toList();
    if (dataset.isScalar() || dataset.isCompound() || dimensions.length == 0) {
      throw BadFile.at(
          where, "expected an array, found a single value or records", "give another file");
    }
    long count = 1;
    for (int n : dimensions) {
      count = n < 0 ? -1 : Math.multiplyExact(count, (long) n);
    }
    if (count == 0) {
      return NpyArray.ofShape(shape, new double[0]);
    }
    requireBytes(where, dataset, count, fileSize);
    Object flat = dataset.getDataFlat();
    if (flat == null || !flat.getClass().isArray() || Array.getLength(flat) != count) {
      throw BadFile.at(where, "expected " + count + " elements, found none", "write it again");
    }
    return array(where, shape, flat);
  }

  /** Refuses a matrix that lies in the file as it is, but cannot because the file is too small. */
  static void requirePlain(String where, Dataset dataset, long count, long fileSize) {
    long bytes = Math.multiplyExact(count, Math.max(1, (long) dataset.getDataType().getSize()));
    if (bytes > fileSize) {
      throw BadFile.truncated(where, "a matrix", bytes, fileSize);
    }
  }

  /** Plain data is in the file as it is; what is packed in chunks cannot be packed any better. */
  private static void requireBytes(String where, Dataset dataset, long count, long fileSize) {
    boolean packed = dataset instanceof ChunkedDataset && !dataset.getFilters().isEmpty();
    long possible = packed ? fileSize * BEST_RATIO : fileSize;
    // Not what the file declares, which may be in conflict with the number of elements.
    long bytes = Math.multiplyExact(count, Math.max(1, (long) dataset.getDataType().getSize()));
    if (count < 0 || bytes > Math.min(possible, Integer.MAX_VALUE - 8)) {
      throw BadFile.at(
          where,
          "declares " + bytes + " bytes, of which the file can hold " + possible + " at most",
          "the file is damaged, or larger than the 2 GB that can be read: split it");
    }
    if (dataset instanceof ChunkedDataset chunks) {
      long chunk = Math.max(1, dataset.getDataType().getSize());
      for (int n : chunks.getChunkDimensions()) {
        chunk = Math.multiplyExact(chunk, (long) n);
      }
      if (chunk <= 0 || chunk > possible) {
        throw BadFile.at(where, "declares impossible chunks", "the file is damaged");
      }
    }
  }

  static NpyArray array(String where, List<Integer> shape, Object flat) {
    if (flat instanceof float[] f) {
      return NpyArray.ofShape(shape, f);
    }
    if (flat instanceof double[] d) {
      return NpyArray.ofShape(shape, d);
    }
    if (flat instanceof long[] l) {
      return NpyArray.ofShape(shape, l);
    }
    if (flat instanceof String[] s) {
      return NpyArray.ofShape(shape, s);
    }
    long[] out = new long[Array.getLength(flat)];
    for (int i = 0; i < out.length; i++) {
      Object element = Array.get(flat, i);
      if (element instanceof BigInteger big) {
        out[i] = big.longValueExact();
      } else if (element instanceof Number number) {
        out[i] = number.longValue();
      } else if (element instanceof Boolean yes) {
        out[i] = yes ? 1 : 0;
      } else {
        throw BadFile.at(where, "expected numbers or text, found something else", "convert it");
      }
    }
    return NpyArray.ofShape(shape, out);
  }
}
