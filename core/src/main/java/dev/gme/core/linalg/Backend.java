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

  private static final String ADD_ARTEFACTS =
      "add the artefacts openblas and javacpp with the classifier of this platform";

  private static final System.Logger LOG = System.getLogger(Backend.class.getName());

  private Backend() {}

  /** One line for people: what multiplies matrices and what computes elementary functions. */
  public static String describe() {
    return BlasHolder.PROVIDER.describe() + "; " + Simd.describe();
  }

  /** Whether products and factorizations run in OpenBLAS. */
  public static boolean isNative() {
    return BlasHolder.PROVIDER instanceof OpenBlas;
  }

  /** Whether {@code -Dgme.blas=native} asks for OpenBLAS where Java would be faster, too. */
  public static boolean isNativeForced() {
    return "native".equalsIgnoreCase(System.getProperty(BLAS_PROPERTY));
  }

  /** The provider of products, for kernels that cut their products and use threads themselves. */
  public static BlasProvider blas() {
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

  static GemmKernels gemmKernels() {
    return Simd.orScalar("SimdGemm", GemmKernels.class, new ScalarGemm());
  }

  static MathKernels mathKernels() {
    return Simd.orScalar("SimdMath", MathKernels.class, new ScalarMath());
  }
}
