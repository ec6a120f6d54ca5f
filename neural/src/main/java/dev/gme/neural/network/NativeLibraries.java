package dev.gme.neural.network;

import ai.onnxruntime.OrtEnvironment;
import dev.gme.formats.io.Sha256;
import dev.gme.formats.io.TargetFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.jar.JarEntry;

/**
 * The native code of ONNX Runtime. By itself it unpacks 29 MB into a temporary folder at every
 * start, and leaves them there on Windows. Here they are unpacked once, into a folder whose name
 * tells what is in it, and each file is moved into its place when it is whole.
 */
final class NativeLibraries {
  /** ONNX Runtime looks for its libraries in this folder before it unpacks any. */
  static final String PATH_PROPERTY = "onnxruntime.native.path";

  private static final List<String> LIBRARIES =
      List.of(
          "onnxruntime",
          "onnxruntime4j_jni",
          "onnxruntime_providers_shared",
          "onnxruntime_providers_cuda");

  private NativeLibraries() {}

  /**
   * Sees to it that the libraries of this platform lie in the cache folder, and says so to the
   * runtime, which must not have been used yet. Where that cannot be done, the runtime helps
   * itself.
   *
   * @return the folder, if it is used
   */
  static Optional<Path> prepare(Path cache) {
    if (System.getProperty(PATH_PROPERTY) != null) {
      return Optional.of(Path.of(System.getProperty(PATH_PROPERTY)));
    }
    try {
      Optional<Path> folder = unpack(cache);
      folder.ifPresent(f -> System.setProperty(PATH_PROPERTY, f.toString()));
      return folder;
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private record Library(URL url, JarEntry entry) {}

  private static Optional<Path> unpack(Path cache) throws IOException {
    List<Library> libraries = new ArrayList<>();
    Sha256 name = new Sha256();
    for (String library : LIBRARIES) {
      String file = System.mapLibraryName(library);
      URL url =
          OrtEnvironment.class.getResource("/ai/onnxruntime/native/" + platform() + "/" + file);
      if (url == null) {
        continue;
      }
      URLConnection connection = url.openConnection();
      if (!(connection instanceof JarURLConnection jar)) {
        return Optional.empty();
      }
      JarEntry entry = jar.getJarEntry();
      libraries.add(new Library(url, entry));
      name.add(file).add(entry.getSize() + " " + entry.getCrc());
    }
    if (libraries.isEmpty()) {
      return Optional.empty();
    }
    Path folder = cache.resolve("onnxruntime-" + platform() + "-" + name.text());
    Files.createDirectories(folder);
    for (Library library : libraries) {
      String path = library.entry.getName();
      Path target = folder.resolve(path.substring(path.lastIndexOf('/') + 1));
      if (!Files.exists(target) || Files.size(target) != library.entry.getSize()) {
        copy(library.url, target);
      }
    }
    return Optional.of(folder.toAbsolutePath());
  }

  private static void copy(URL from, Path to) throws IOException {
    try (InputStream in = from.openStream();
        TargetFile target = TargetFile.create(to)) {
      in.transferTo(target.stream());
      target.commit();
    }
  }

  /** The name that ONNX Runtime has for this platform. */
  private static String platform() {
    String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    String system = os.startsWith("mac") ? "osx" : os.startsWith("windows") ? "win" : "linux";
    boolean arm = arch.startsWith("aarch64") || arch.startsWith("arm64");
    return system + "-" + (arm ? "aarch64" : "x64");
  }
}
