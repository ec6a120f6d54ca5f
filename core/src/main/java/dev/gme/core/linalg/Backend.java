package dev.gme.core.linalg;

import dev.gme.core.GmeException;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Which code does the heavy work on this machine, decided once at first use.
 *
 * <ul>
 *   <li>{@code -Dgme.blas=native|java} forces OpenBLAS or Java for products and factorizations; the
 *       default is OpenBLAS where its native library is on the class path. {@code required} is the
 *       default with an error where that library cannot be loaded: for processes that shall have
 *       the same bits as others.
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
    return blas().describe() + "; " + Simd.describe();
  }

  /** Whether products and factorizations run in OpenBLAS. */
  public static boolean isNative() {
    return blas() instanceof OpenBlas;
  }

  /** Whether {@code -Dgme.blas=native} asks for OpenBLAS where Java would be faster, too. */
  public static boolean isNativeForced() {
    return "native".equalsIgnoreCase(System.getProperty(BLAS_PROPERTY));
  }

  /** The provider of products, for kernels that cut their products and use threads themselves. */
  public static BlasProvider blas() {
    return BlasHolder.PROVIDER.get();
  }

  static LapackProvider lapack() {
    return LapackHolder.PROVIDER.get();
  }

  private static final class BlasHolder {
    static final Chosen<BlasProvider> PROVIDER =
        Chosen.of(() -> chooseBlas(System.getProperty(BLAS_PROPERTY)));
  }

  /** Apart from {@link BlasHolder}: the LAPACK binding is large and slow to load. */
  private static final class LapackHolder {
    static final Chosen<LapackProvider> PROVIDER =
        Chosen.of(() -> chooseLapack(System.getProperty(BLAS_PROPERTY), isNative()));
  }

  /**
   * What was chosen, or why nothing could be. A class whose initializer fails says why once only,
   * and not in words for users.
   */
  record Chosen<T>(Optional<T> provider, String refusal, String help) {
    static <T> Chosen<T> of(Supplier<T> choice) {
      try {
        return new Chosen<>(Optional.of(choice.get()), "", "");
      } catch (GmeException e) {
        return new Chosen<>(Optional.empty(), e.getMessage(), e.help());
      }
    }

    /** Refused anew each time. */
    T get() {
      return provider.orElseThrow(() -> new GmeException(refusal, help));
    }
  }

  static BlasProvider chooseBlas(String property) {
    String wish = property == null ? "" : property.toLowerCase(Locale.ROOT);
    return switch (wish) {
      case "java" -> new JavaBlas(gemmKernels());
      case "native", "required" -> load(wish, OpenBlas::new);
      case "" -> loadOr(OpenBlas::new, () -> new JavaBlas(gemmKernels()), "matrix products run");
      default ->
          throw new GmeException(
              BLAS_PROPERTY + " must be 'native', 'required' or 'java', found '" + property + "'",
              "correct that system property, or leave it out for the faster one that is present");
    };
  }

  static LapackProvider chooseLapack(String property, boolean isNative) {
    if (!isNative) {
      return new JavaLapack(gemmKernels());
    }
    String wish = property == null ? "" : property.toLowerCase(Locale.ROOT);
    return wish.isEmpty()
        ? loadOr(NativeLapack::new, () -> new JavaLapack(gemmKernels()), "factorizations run")
        : load(wish, NativeLapack::new);
  }

  static <T> T load(String wish, Supplier<T> library) {
    try {
      return library.get();
    } catch (LinkageError e) {
      throw new GmeException(
          BLAS_PROPERTY
              + " is '"
              + wish
              + "', but OpenBLAS could not be loaded ("
              + e.getMessage()
              + ")",
          ADD_ARTEFACTS);
    }
  }

  private static <T> T loadOr(Supplier<? extends T> library, Supplier<T> java, String what) {
    try {
      return library.get();
    } catch (LinkageError e) {
      LOG.log(
          Level.WARNING,
          "{0} in Java because OpenBLAS could not be loaded ({1}); help: {2}",
          what,
          e.getMessage(),
          ADD_ARTEFACTS);
      return java.get();
    }
  }

  static GemmKernels gemmKernels() {
    return Simd.orScalar("SimdGemm", GemmKernels.class, new ScalarGemm());
  }

  static MathKernels mathKernels() {
    return Simd.orScalar("SimdMath", MathKernels.class, new ScalarMath());
  }
}
