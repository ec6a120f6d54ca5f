package dev.gme.core.linalg;

import dev.gme.core.GmeException;
import dev.gme.core.Internal;
import java.lang.System.Logger.Level;
import java.lang.reflect.Constructor;

/**
 * Chooses between loops in the Vector API and their scalar twins. The former are compiled apart and
 * found by name, because their classes cannot be loaded without the incubating module.
 *
 * <pre>{@code
 * ScanKernels kernels = Simd.orScalar("SimdScan", ScanKernels.class, new ScalarScan());
 * }</pre>
 *
 * <p>{@code -Dgme.simd=off} keeps to the scalar ones.
 */
@Internal
public final class Simd {
  static final String PROPERTY = "gme.simd";

  private static final System.Logger LOG = System.getLogger(Backend.class.getName());

  private static final boolean OFF = isOff(System.getProperty(PROPERTY));
  private static final boolean ON = !OFF && moduleIsPresent();

  private Simd() {}

  private static boolean moduleIsPresent() {
    boolean present = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    if (!present) {
      LOG.log(
          Level.WARNING,
          "the Vector API is off, Java loops are slower; help: start java with --add-modules"
              + " jdk.incubator.vector");
    }
    return present;
  }

  static boolean isOff(String property) {
    if (property == null || property.isEmpty()) {
      return false;
    }
    if (!property.equalsIgnoreCase("off")) {
      throw new GmeException(
          PROPERTY + " must be 'off', found '" + property + "'",
          "correct that system property, or leave it out to use the Vector API where it is present");
    }
    return true;
  }

  /** What computes elementary functions, for people. */
  static String describe() {
    if (ON) {
      return "elementary functions by the Vector API, " + floatLanes() * Float.SIZE + " bits";
    }
    return "elementary functions scalar ("
        + (OFF ? PROPERTY + "=off" : "no module jdk.incubator.vector")
        + ")";
  }

  /** Floats in a vector, 1 where the Vector API is not used. */
  public static int floatLanes() {
    return Backend.gemmKernels().floatLanes();
  }

  /**
   * The implementation in the Vector API, or the scalar one where that cannot be used.
   *
   * @param className a class of the package of {@code type}
   */
  public static <T> T orScalar(String className, Class<T> type, T scalar) {
    if (!ON) {
      return scalar;
    }
    try {
      Class<?> c = Class.forName(type.getPackageName() + "." + className);
      // Kernels are package-private, and not all of this package.
      Constructor<?> constructor = c.getDeclaredConstructor();
      constructor.setAccessible(true);
      return type.cast(constructor.newInstance());
    } catch (ReflectiveOperationException | LinkageError e) {
      LOG.log(Level.WARNING, "the Vector API cannot be used: {0}", e.toString());
      return scalar;
    }
  }
}
