package dev.gme.spark;

import dev.gme.core.GmeException;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;

/** What a column of vectors may hold, as numbers. */
enum VectorValue implements Serializable {
  /** {@code array<float>} or {@code array<double>}. */
  ARRAY {
    @Override
    float[] of(Row row, int column) {
      List<?> values = row.getList(column);
      float[] out = new float[values.size()];
      int i = 0;
      for (Object v : values) {
        // Null is no number; so it is refused where NaN is.
        out[i++] = v == null ? Float.NaN : ((Number) v).floatValue();
      }
      return out;
    }
  },
  /** Numbers of four bytes, little-endian. */
  BINARY {
    @Override
    float[] of(Row row, int column) {
      byte[] bytes = row.getAs(column);
      if (bytes.length % Float.BYTES != 0) {
        throw new GmeException(
            "expected a multiple of 4 bytes, found " + bytes.length,
            "write vectors as float32, little-endian");
      }
      float[] out = new float[bytes.length / Float.BYTES];
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(out);
      return out;
    }
  },
  /** Vectors of {@code spark.ml}, which a cluster may or may not have. */
  ML {
    @Override
    float[] of(Row row, int column) {
      double[] values = MlVectors.toArray(row.get(column));
      float[] out = new float[values.length];
      for (int i = 0; i < out.length; i++) {
        out[i] = (float) values[i];
      }
      return out;
    }
  };

  /** The vector of a row; it is not null there. */
  abstract float[] of(Row row, int column);

  /** What a column of this type holds. */
  static VectorValue of(String where, DataType type) {
    if (type instanceof BinaryType) {
      return BINARY;
    }
    if (type instanceof ArrayType a
        && (a.elementType() instanceof FloatType || a.elementType() instanceof DoubleType)) {
      return ARRAY;
    }
    if (type.getClass().getName().startsWith("org.apache.spark.ml.linalg.VectorUDT")) {
      return ML;
    }
    throw new GmeException(
        where
            + ": expected array<float>, array<double>, binary or vector, found "
            + type.simpleString(),
        "name the column of the vectors with --vector");
  }

  /** Apart, since a cluster without spark.ml lacks the class. */
  private static final class MlVectors {
    private static final MethodHandle TO_ARRAY = find();

    private static MethodHandle find() {
      try {
        Class<?> type =
            Class.forName(
                "org.apache.spark.ml.linalg.Vector",
                false,
                Thread.currentThread().getContextClassLoader());
        return MethodHandles.publicLookup()
            .findVirtual(type, "toArray", MethodType.methodType(double[].class));
      } catch (ReflectiveOperationException e) {
        throw new GmeException(
            "this cluster lacks the class of its column of vectors, " + e.getMessage(),
            "add spark-mllib to the cluster, or write the vectors as array<float>");
      }
    }

    static double[] toArray(Object vector) {
      try {
        return (double[]) TO_ARRAY.invoke(vector);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
