package dev.gme.formats.kaldi;

import dev.gme.formats.io.TargetFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Files of a single object, such as mean.vec and transform.mat.
 *
 * <pre>{@code
 * double[] mean = KaldiFile.read(Path.of("mean.vec")).elements();
 * }</pre>
 */
public final class KaldiFile {
  private KaldiFile() {}

  public static KaldiArray read(Path file) throws IOException {
    try (KaldiInput in = KaldiInput.open(file)) {
      return KaldiObjects.array(in, KaldiObjects.binary(in));
    }
  }

  public static void write(Path file, KaldiArray array, KaldiMode mode) throws IOException {
    try (TargetFile target = TargetFile.create(file)) {
      target.stream().write(KaldiBytes.of(array, mode));
      target.commit();
    }
  }
}
