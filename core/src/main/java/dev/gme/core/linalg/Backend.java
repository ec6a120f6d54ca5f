package dev.gme.core.linalg;

import dev.gme.core.GmeException;
import java.lang.System.Logger.Level;
import java.util.Locale;

/**
 * Which code does the heavy work on this machine, decided once at first use.
 *
 * <ul>
 *   <li>{@code -Dgme.blas=native|java} forces OpenBLAS or Java for products and factorizations; the
 *       default is OpenBLAS where its native library is on the class path.
 *   <li>{@code -Dgme.simd=off} keeps the Java code from using the Vector API; the default is to use
 *       it where the module {@code jdk.incubator.vector} was added at start.
 * </ul>
 *
 * <p>A choice that costs speed and was not asked for is logged once, with the remedy.
 */
public final class Backend {
  static final String BLAS_PROPERTY = "gme.blas";
  static final String SIMD_PROPERTY = "gme.simd";

  private static final String ADD_ARTEFACTS =
      "add the artefacts openblas and javacpp with the classifier of this platform";

  private static final System.Logger LOG = System.getLogger(Backend.class.getName());

  private Backend() {}

  /** One line for people: what multiplies matrices and what computes elementary functions. */
  public static String describe() {
    return BlasHolder.PROVIDER.describe() + "; " + SimdHolder.REASON;
  }

  /** Whether products and factorizations run in OpenBLAS. */
  public static boolean isNative() {
    return BlasHolder.PROVIDER instanceof OpenBlas;
  }

  static BlasProvider blas() {
    return BlasHolder.PROVIDER;
  }

  static LapackProvider lapack() {
    return LapackHolder.PROVIDER;
  }

  private static final class BlasHolder {
    static final BlasProvider PROVIDER = chooseBlas(System.getProperty(BLAS_PROPERTY));
  }

  /** Apart from {@link BlasHolder}: the LAPACK binding is large and slow to load. */
  private static final class LapackHolder {
    static final LapackProvider PROVIDER =
        isNative() ? new NativeLapack() : new JavaLapack(gemmKernels());
  }

  static BlasProvider chooseBlas(String property) {
    String wish = property == null ? "" : property.toLowerCase(Locale.ROOT);
    return switch (wish) {
      case "java" -> new JavaBlas(gemmKernels());
      case "native" -> nativeOrRefuse();
      case "" -> nativeIfPresent();
      default ->
          throw new GmeException(
              BLAS_PROPERTY + " must be 'native' or 'java', found '" + property + "'",
              "correct that system property, or leave it out for the faster one that is present");
    };
  }

  private static BlasProvider nativeOrRefuse() {
    try {
      return new OpenBlas();
    } catch (LinkageError e) {
      throw new GmeException(
          BLAS_PROPERTY + " is 'native', but OpenBLAS could not be loaded (" + e.getMessage() + ")",
          ADD_ARTEFACTS);
    }
  }

  private static BlasProvider nativeIfPresent() {
    try {
      return new OpenBlas();
    } catch (LinkageError e) {
      LOG.log(
          Level.WARNING,
          "matrix products run in Java because OpenBLAS could not be loaded ({0}); help: {1}",
          e.getMessage(),
          ADD_ARTEFACTS);
      return new JavaBlas(gemmKernels());
    }
  }

  /** Whether the Vector API may be used, and the sentence that says so. */
  private static final class SimdHolder {
    static final boolean ON;
    static final String REASON;

    static {
      boolean off = isSimdOff(System.getProperty(SIMD_PROPERTY));
      boolean module = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
      ON = module && !off;
      if (ON) {
        REASON =
            "elementary functions by the Vector API, "
                + gemmKernels().floatLanes() * Float.SIZE
                + " bits";
      } else if (off) {
        REASON = "elementary functions scalar (" + SIMD_PROPERTY + "=off)";
      } else {
        REASON = "elementary functions scalar (no module jdk.incubator.vector)";
        LOG.log(
            Level.WARNING,
            "the Vector API is off, Java loops are slower; help: start java with --add-modules"
                + " jdk.incubator.vector");
      }
    }
  }

  static boolean isSimdOff(String property) {
    if (property == null || property.isEmpty()) {
      return false;
    }
    if (!property.equalsIgnoreCase("off")) {
      throw new GmeException(
          SIMD_PROPERTY + " must be 'off', found '" + property + "'",
          "correct that system property, or leave it out to use the Vector API where it is present");
    }
    return true;
  }

  static GemmKernels gemmKernels() {
    return simd("SimdGemm", GemmKernels.class, new ScalarGemm());
  }

  /**
   * Products of tiles: the Vector API beats a BLAS that copies and packs where vectors have eight
   * floats or more (docs/decisions/0006-tile-scoring.md). {@code -Dgme.blas=native} forces OpenBLAS
   * here too.
   */
  static TileKernels tileKernels() {
    boolean forced = "native".equalsIgnoreCase(System.getProperty(BLAS_PROPERTY));
    TileKernels byBlas = new BlasTileKernels(blas());
    return forced || gemmKernels().floatLanes() < 8
        ? byBlas
        : simd("SimdTileKernels", TileKernels.class, byBlas);
  }

  static MathKernels mathKernels() {
    return simd("SimdMath", MathKernels.class, new ScalarMath());
  }

  /**
   * The implementation that uses the Vector API, or the scalar one. The former is found by name: it
   * is compiled apart and its class cannot be loaded without the incubating module.
   */
  static <T> T simd(String className, Class<T> type, T scalar) {
    if (!SimdHolder.ON) {
      return scalar;
    }
    try {
      Class<?> c = Class.forName(Backend.class.getPackageName() + "." + className);
      return type.cast(c.getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException | LinkageError e) {
      LOG.log(Level.WARNING, "the Vector API cannot be used: {0}", e.toString());
      return scalar;
    }
  }
}
