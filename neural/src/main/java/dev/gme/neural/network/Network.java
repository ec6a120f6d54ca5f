package dev.gme.neural.network;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.Sha256;
import dev.gme.formats.onnx.OnnxBytes;
import dev.gme.formats.onnx.OnnxModel;
import dev.gme.formats.onnx.OnnxPort;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.network.FrontEnd;
import dev.gme.frontend.network.NetworkDescription;
import dev.gme.frontend.network.NetworkDescriptions;
import dev.gme.frontend.network.Uncertainty;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * A neural network that turns what its front end makes of a recording into an embedding. It was
 * checked before native code saw it, and tried once when it was opened. Any number of threads may
 * use it at once; {@link #close} gives its native memory back.
 *
 * <pre>{@code
 * try (Network network = Network.open(Path.of("net.onnx"), "wespeaker", Network.Options.DEFAULT)) {
 *   FloatMatrix frames = network.frontEnd().apply(audio.atRate(network.frontEnd().rate()));
 *   float[] embedding = network.embed(frames).vector();
 * }
 * }</pre>
 */
public final class Network implements AutoCloseable {
  /** The trial signal: long enough for every front end and network. */
  private static final double TRIAL_SECONDS = 2;

  private static final int TRIAL_AMPLITUDE = 1000;

  /** What a network with meta-embeddings calls its outputs. */
  private static final String A = "a";

  private static final String B = "b";

  private final Path file;
  private final OnnxModel model;
  private final NetworkDescriptions.Found found;
  private final FrontEnd frontEnd;
  private final NetworkPorts ports;
  private final NetworkSession session;
  private final Options options;
  private final int dimension;

  /** What the outputs of a network are. */
  public enum Gives {
    /** A vector, perhaps with its uncertainty. */
    VECTORS,
    /** Outputs {@code a} and {@code b} of a meta-embedding. */
    META_EMBEDDINGS
  }

  /**
   * How a network is opened.
   *
   * @param provider runs it
   * @param gives what its outputs are
   * @param maxBytes larger files are refused
   * @param maxDimension embeddings of more numbers are refused
   */
  public record Options(Provider provider, Gives gives, int maxBytes, int maxDimension) {
    /** On the processor, for vectors. */
    public static final Options DEFAULT =
        new Options(Provider.CPU, Gives.VECTORS, OnnxModel.DEFAULT_MAX_BYTES, 1 << 16);

    public Options withProvider(Provider other) {
      return new Options(other, gives, maxBytes, maxDimension);
    }

    public Options withGives(Gives other) {
      return new Options(provider, other, maxBytes, maxDimension);
    }
  }

  private Network(
      Path file,
      OnnxModel model,
      NetworkDescriptions.Found found,
      NetworkPorts ports,
      NetworkSession session,
      Options options) {
    this.file = file;
    this.model = model;
    this.found = found;
    this.frontEnd = found.description().frontEnd();
    this.ports = ports;
    this.session = session;
    this.options = options;
    this.dimension = trial().vector().length;
  }

  /**
   * Opens a network.
   *
   * @param frontEnd a preset or the file of a description; empty for what the network itself says
   */
  public static Network open(Path file, String frontEnd, Options options) throws IOException {
    return open(file, frontEnd, UnaryOperator.identity(), options);
  }

  /**
   * Opens a network.
   *
   * @param change what is to be different from its description
   */
  public static Network open(
      Path file, String frontEnd, UnaryOperator<NetworkDescription> change, Options options)
      throws IOException {
    byte[] bytes = InputFile.read(file, in -> networkOf(in, options.maxBytes));
    OnnxModel model = OnnxModel.of(file, bytes);
    NetworkDescriptions.Found said = NetworkDescriptions.of(file, frontEnd, model.metadata());
    NetworkDescription description = change.apply(said.description());
    NetworkDescriptions.Found found =
        new NetworkDescriptions.Found(description, said.from(), said.notes());
    NetworkPorts ports = NetworkPorts.of(file, model, request(description, options.gives));
    if (ports.frames() != OnnxPort.FREE && description.windows().length() == 0) {
      throw BadFile.at(
          file,
          "the network takes " + ports.input() + ", a recording of one length only",
          "export it with a free axis of time, or give 'windows' of that length");
    }
    NetworkSession session = NetworkSession.open(file, bytes, options.provider);
    boolean opened = false;
    try {
      Network network = new Network(file, model, found, ports, session, options);
      opened = true;
      return network;
    } finally {
      if (!opened) {
        session.close();
      }
    }
  }

  /** The bytes of a file, if they can be those of a network. */
  private static byte[] networkOf(InputFile in, int maxBytes) throws IOException {
    if (!OnnxModel.is(in.start())) {
      throw BadFile.at(
          in.path(),
          "expected a neural network as an ONNX file, found something else",
          "export the network to ONNX; 'gme info' says what this file is");
    }
    return OnnxBytes.read(in, maxBytes);
  }

  private static NetworkPorts.Request request(NetworkDescription d, Gives gives) {
    FrontEnd frontEnd = d.frontEnd();
    boolean meta = gives == Gives.META_EMBEDDINGS;
    return new NetworkPorts.Request(
        d.input(),
        d.layout(),
        meta ? A : d.output(),
        meta ? B : d.uncertaintyOutput(),
        frontEnd.dimension(),
        frontEnd.isWave());
  }

  /** Noise from a fixed seed through front end and network: what is wrong is said at once. */
  private Embedding trial() {
    Random random = new Random(1);
    double length = found.description().windows().length();
    int n = (int) Math.rint(frontEnd.rate() * (length > 0 ? length : TRIAL_SECONDS));
    float[] noise = new float[Math.max(n, frontEnd.leastSamples())];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (float) (TRIAL_AMPLITUDE * random.nextGaussian());
    }
    Audio audio = found.description().level().apply(Audio.wrap(frontEnd.rate(), noise));
    try {
      return embed(frontEnd.apply(audio));
    } catch (GmeException e) {
      throw e.getMessage().startsWith(file.toString())
          ? e
          : BadFile.at(file, "of " + TRIAL_SECONDS + " s of noise " + e.getMessage(), e.help());
    }
  }

  /**
   * The embedding of frames, made in the calling thread.
   *
   * @param frames made by the {@link #frontEnd}
   */
  public Embedding embed(FloatMatrix frames) {
    if (frames.rows() == 0) {
      throw new GmeException("there are no frames for the network", "leave the recording out");
    }
    if (ports.frames() != OnnxPort.FREE && frames.rows() != ports.frames()) {
      throw new GmeException(
          "the network takes " + ports.frames() + " frames, found " + frames.rows(),
          "give recordings of that length, or a network with a free axis of time");
    }
    List<String> outputs = new ArrayList<>(List.of(ports.output().name()));
    ports.second().ifPresent(p -> outputs.add(p.name()));
    Map<String, NetworkSession.Count> counts =
        ports.length().isEmpty()
            ? Map.of()
            : Map.of(
                ports.length().get().name(),
                new NetworkSession.Count(ports.length().get().type(), false, frames.rows()));
    Map<String, NetworkSession.Output> out =
        session.run(Map.of(ports.input().name(), input(frames)), counts, outputs);
    float[] vector = vector(out.get(outputs.get(0)));
    if (outputs.size() == 1) {
      return Embedding.of(vector);
    }
    float[] second = vector(out.get(outputs.get(1)));
    boolean meta = options.gives == Gives.META_EMBEDDINGS;
    if (second.length != (meta ? 1 : vector.length)) {
      throw BadFile.at(
          file,
          "the network gives "
              + second.length
              + " numbers as "
              + outputs.get(1)
              + ", expected "
              + (meta ? 1 : vector.length),
          "name another output in its description");
    }
    return meta
        ? Embedding.ofMeta(vector, second[0])
        : Embedding.of(vector, second, found.description().uncertainty());
  }

  private NetworkSession.Input input(FloatMatrix frames) {
    int t = frames.rows();
    int d = frames.cols();
    return switch (ports.layout()) {
      case BTF -> new NetworkSession.Input(to -> to.put(frames.array()), 1, t, d);
      case BFT -> new NetworkSession.Input(to -> transpose(frames, to), 1, d, t);
      case BN ->
          ports.input().rank() == 2
              ? new NetworkSession.Input(to -> to.put(frames.array()), 1, t)
              : new NetworkSession.Input(to -> to.put(frames.array()), 1, 1, t);
      case AUTO -> throw new IllegalStateException("the layout was found when it was opened");
    };
  }

  private static void transpose(FloatMatrix frames, FloatBuffer to) {
    float[] x = frames.array();
    int d = frames.cols();
    for (int k = 0; k < d; k++) {
      for (int at = k; at < x.length; at += d) {
        to.put(x[at]);
      }
    }
  }

  /** One vector, whatever axes of size 1 lie around it. */
  private float[] vector(NetworkSession.Output out) {
    float[] values = out.values();
    int large = 0;
    for (long size : out.shape()) {
      large += size == 1 ? 0 : 1;
    }
    if (large > 1 || values.length == 0 || values.length > options.maxDimension) {
      throw BadFile.at(
          file,
          "the network gives an output of shape "
              + out.shapeText()
              + ", expected one vector of at most "
              + options.maxDimension
              + " numbers",
          "name the output of embeddings in its description");
    }
    for (float v : values) {
      if (!Float.isFinite(v)) {
        throw new GmeException(
            "the network gives " + v, "leave the recording out; of all of them, export it again");
      }
    }
    return values;
  }

  /** What its file says. */
  public OnnxModel model() {
    return model;
  }

  /** How recordings are made ready for it, and where that is said. */
  public NetworkDescriptions.Found found() {
    return found;
  }

  public NetworkDescription description() {
    return found.description();
  }

  public FrontEnd frontEnd() {
    return frontEnd;
  }

  public Options options() {
    return options;
  }

  public Path file() {
    return file;
  }

  /** The dimension of its embeddings. */
  public int dimension() {
    return dimension;
  }

  /** What decides on the embeddings of a recording: the network's file and its description. */
  public String digest() {
    return new Sha256()
        .add(model.digest())
        .add(found.description().toMap())
        .add(options.gives)
        .hex();
  }

  /** The spectrum λ that belongs to its meta-embeddings, of its metadata. */
  public double[] lambda() {
    Optional<String> text = Optional.ofNullable(model.metadata().get("lambda"));
    try {
      String[] words = text.orElse("").replaceAll("[\\[\\]\\s]", "").split(",", -1);
      double[] lambda = new double[words.length];
      for (int k = 0; k < lambda.length; k++) {
        lambda[k] = Double.parseDouble(words[k]);
      }
      if (lambda.length == dimension) {
        return lambda;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw BadFile.at(
        file,
        "the network gives a and b, but its metadata have no 'lambda' of " + dimension + " numbers",
        "export it with the spectrum of its extractor in the metadata, separated by commas");
  }

  /** What runs it. */
  public static String runtimeVersion() {
    return OnnxRuntime.environment().getVersion();
  }

  @Override
  public void close() {
    session.close();
  }

  @Override
  public String toString() {
    return file.getFileName() + " with embeddings of dimension " + dimension;
  }

  /** Whether uncertainty comes with the vectors. */
  public boolean hasVariances() {
    return options.gives == Gives.VECTORS && found.description().uncertainty() != Uncertainty.NONE;
  }
}
