package dev.gme.neural.network;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtProvider;
import ai.onnxruntime.OrtSession;
import dev.gme.core.GmeException;

/** ONNX Runtime itself, loaded when the first network is opened and kept to the end of the JVM. */
final class OnnxRuntime {
  private static final String WITHOUT =
      "the rest of gme works without it; linux x64 and arm64, macOS arm64 and windows x64 have it";

  /**
   * Read by the runtime's native code when it is loaded, except on Windows, which no program can
   * set for itself: the command sets it for its own process. What is switched off later than that
   * ({@link OrtEnvironment#setTelemetry}) has sent one event by then, and left an id on the disk.
   */
  static final String TELEMETRY_VARIABLE = "ORT_DISABLE_TELEMETRY";

  private static final System.Logger LOG = System.getLogger(OnnxRuntime.class.getName());

  private static OrtEnvironment environment;

  private OnnxRuntime() {}

  static synchronized OrtEnvironment environment() {
    if (environment == null) {
      if (isReported(System.getenv(TELEMETRY_VARIABLE), System.getProperty("os.name", ""))) {
        LOG.log(
            System.Logger.Level.WARNING,
            "ONNX Runtime reports the start of this process to Microsoft and leaves an id of this"
                + " machine in the user's cache folder, unless the environment variable "
                + TELEMETRY_VARIABLE
                + " is 1 when the process starts");
      }
      NativeLibraries.prepare(CacheFolder.path());
      try {
        environment = OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "gme");
        environment.setTelemetry(false);
      } catch (LinkageError | RuntimeException | OrtException e) {
        throw new GmeException(
            "ONNX Runtime cannot be loaded on "
                + System.getProperty("os.name")
                + " "
                + System.getProperty("os.arch")
                + ": "
                + firstLine(e),
            WITHOUT);
      }
    }
    return environment;
  }

  /** Whether the runtime would tell others of this process. */
  static boolean isReported(String variable, String os) {
    return !"1".equals(variable) && !os.startsWith("Windows");
  }

  /**
   * How every network is run: by the thread that asks for it, so that a result does not depend on
   * the number of threads, and gme's own threads share the cores.
   */
  static OrtSession.SessionOptions options(Provider provider) throws OrtException {
    OrtEnvironment loaded = environment();
    if (provider == Provider.CUDA
        && !OrtEnvironment.getAvailableProviders().contains(OrtProvider.CUDA)) {
      throw new GmeException(
          "this ONNX Runtime, version " + loaded.getVersion() + ", has no CUDA",
          "put the artefact onnxruntime_gpu in the place of onnxruntime on the class path");
    }
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    try {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      options.setExecutionMode(OrtSession.SessionOptions.ExecutionMode.SEQUENTIAL);
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
      if (provider == Provider.CUDA) {
        options.addCUDA();
      }
      return options;
    } catch (OrtException | RuntimeException e) {
      options.close();
      throw e;
    }
  }

  /** What the runtime complains of, as a part of a sentence. */
  static String firstLine(Throwable e) {
    String said = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return said.lines().findFirst().orElse("").strip().replaceFirst("\\.$", "");
  }
}
