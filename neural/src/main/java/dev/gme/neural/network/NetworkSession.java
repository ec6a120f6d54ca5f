package dev.gme.neural.network;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxTensorLike;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.gme.core.GmeException;
import dev.gme.core.Internal;
import dev.gme.formats.io.BadFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;

/**
 * A network that is loaded. Any number of threads may run it at once, each of them with its own
 * tensors, and all native memory is given back: that of a run when it ends, that of the network by
 * {@link #close}, which waits for the runs that are under way.
 */
@Internal
public final class NetworkSession implements AutoCloseable {
  private final Path file;
  private final OrtEnvironment environment;
  private final OrtSession session;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /** Memory of inputs that no run uses at the moment; there are never more than threads. */
  private final Queue<ByteBuffer> buffers = new ConcurrentLinkedQueue<>();

  private boolean closed;

  private NetworkSession(Path file, OrtEnvironment environment, OrtSession session) {
    this.file = file;
    this.environment = environment;
    this.session = session;
  }

  /**
   * Loads a network.
   *
   * @param file for messages
   * @param bytes of an ONNX file that was checked
   */
  public static NetworkSession open(Path file, byte[] bytes, Provider provider) {
    OrtEnvironment environment = OnnxRuntime.environment();
    try (OrtSession.SessionOptions options = OnnxRuntime.options(provider)) {
      return new NetworkSession(file, environment, environment.createSession(bytes, options));
    } catch (OrtException e) {
      throw BadFile.at(
          file,
          "ONNX Runtime refuses the network: " + OnnxRuntime.firstLine(e),
          "export it again, for a version of ONNX that version "
              + environment.getVersion()
              + " of the runtime knows");
    }
  }

  /** What a run is given: numbers, those along the last axis side by side. */
  public static final class Input {
    private final long[] shape;
    private final Consumer<FloatBuffer> values;

    /**
     * Numbers that are put into native memory when they are needed there.
     *
     * @param values fills memory of as many numbers as the shape has
     */
    public Input(Consumer<FloatBuffer> values, long... shape) {
      this.shape = shape;
      this.values = values;
    }

    int size() {
      int n = 1;
      for (long axis : shape) {
        n = Math.multiplyExact(n, Math.toIntExact(axis));
      }
      return n;
    }
  }

  /** What a run gives; the arrays are the caller's. */
  public static final class Output {
    private final long[] shape;
    private final float[] values;

    private Output(long[] shape, float[] values) {
      this.shape = shape;
      this.values = values;
    }

    public long[] shape() {
      return shape;
    }

    public float[] values() {
      return values;
    }

    public String shapeText() {
      return Arrays.toString(shape).replace(" ", "");
    }
  }

  /**
   * Runs the network in the calling thread.
   *
   * @param floats by name of the input
   * @param counts whole numbers, by name of the input
   * @param outputs the names of what is wanted
   */
  public Map<String, Output> run(
      Map<String, Input> floats, Map<String, Count> counts, Collection<String> outputs) {
    lock.readLock().lock();
    Map<String, OnnxTensorLike> tensors = new HashMap<>();
    Map<String, ByteBuffer> used = new HashMap<>();
    try {
      if (closed) {
        throw new IllegalStateException("the network is closed");
      }
      for (Map.Entry<String, Input> input : floats.entrySet()) {
        int n = input.getValue().size();
        ByteBuffer memory = take(Math.multiplyExact(n, Float.BYTES));
        used.put(input.getKey(), memory);
        FloatBuffer numbers = memory.asFloatBuffer().limit(n);
        input.getValue().values.accept(numbers);
        tensors.put(
            input.getKey(),
            OnnxTensor.createTensor(environment, numbers.rewind(), input.getValue().shape));
      }
      for (Map.Entry<String, Count> count : counts.entrySet()) {
        tensors.put(count.getKey(), count.getValue().tensor(environment));
      }
      try (OrtSession.Result result = session.run(tensors, new LinkedHashSet<>(outputs))) {
        Map<String, Output> out = new LinkedHashMap<>();
        for (String name : outputs) {
          out.put(name, output(name, result.get(name).orElseThrow()));
        }
        return out;
      }
    } catch (OrtException e) {
      throw BadFile.at(
          file,
          "the network fails: " + OnnxRuntime.firstLine(e),
          "check that its front end is right and the recording long enough");
    } finally {
      tensors.values().forEach(OnnxTensorLike::close);
      buffers.addAll(used.values());
      lock.readLock().unlock();
    }
  }

  private Output output(String name, OnnxValue value) throws OrtException {
    FloatBuffer numbers =
        value instanceof OnnxTensor tensor ? tensor.getFloatBuffer() : FloatBuffer.allocate(0);
    if (numbers == null || !(value instanceof OnnxTensor tensor)) {
      throw BadFile.at(
          file,
          "the network gives " + value.getInfo() + " as " + name + ", expected float32",
          "export it with outputs as float32");
    }
    float[] values = new float[numbers.remaining()];
    numbers.get(values);
    return new Output(tensor.getInfo().getShape(), values);
  }

  private ByteBuffer take(int bytes) {
    ByteBuffer known = buffers.poll();
    if (known != null && known.capacity() >= bytes) {
      return known;
    }
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  /**
   * A whole number that the network is told.
   *
   * @param type of the input: int64, int32, or float32 for the share of the longest recording
   * @param scalar whether the input has no axis
   */
  public record Count(String type, boolean scalar, long value) {
    OnnxTensor tensor(OrtEnvironment environment) throws OrtException {
      long[] shape = scalar ? new long[0] : new long[] {1};
      return switch (type) {
        case "int64" ->
            OnnxTensor.createTensor(environment, LongBuffer.wrap(new long[] {value}), shape);
        case "int32" ->
            OnnxTensor.createTensor(
                environment, IntBuffer.wrap(new int[] {Math.toIntExact(value)}), shape);
        case "float32" ->
            OnnxTensor.createTensor(environment, FloatBuffer.wrap(new float[] {1}), shape);
        default -> throw new IllegalArgumentException("a count as " + type);
      };
    }
  }

  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        buffers.clear();
        session.close();
      }
    } catch (OrtException e) {
      throw new GmeException(
          file + ": the network cannot be closed: " + OnnxRuntime.firstLine(e), "start gme again");
    } finally {
      lock.writeLock().unlock();
    }
  }
}
