package dev.gme.neural.embed;

import dev.gme.formats.io.BadFile;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.frontend.audio.Audio;
import dev.gme.neural.network.Network;
import dev.gme.neural.speech.SpeechDetector;
import java.io.IOException;
import java.nio.file.Path;

/**
 * How far an embedding is from one that the authors of a network made of the same recording.
 *
 * @param difference of the numbers, the largest
 * @param length of the expected embedding
 * @param cosine between the two
 */
public record EmbeddingCheck(double difference, double length, double cosine) {
  /**
   * Relative to the length: features in single precision differ by less between two programs, and
   * another window or level by far more.
   */
  public static final double TOLERANCE = 1e-3;

  /** Embeds a recording and compares. */
  public static EmbeddingCheck of(Network network, Path audio, Path expected) throws IOException {
    NpyArray wanted = Npy.read(expected);
    if (wanted.isText() || wanted.size() != network.dimension()) {
      throw BadFile.at(
          expected,
          "expected one vector of " + network.dimension() + " numbers, found " + wanted.shape(),
          "write the embedding of that recording alone: numpy.save");
    }
    float[] found =
        new RecordingEmbedder(network, SpeechDetector.NONE, EmbedOptions.DEFAULT)
            .embed(audio.toString(), Audio.read(audio))
            .get(0)
            .embedding()
            .vector();
    double largest = 0;
    double dot = 0;
    double a = 0;
    double b = 0;
    for (int k = 0; k < found.length; k++) {
      double e = wanted.number(k);
      largest = Math.max(largest, Math.abs(found[k] - e));
      dot += found[k] * e;
      a += (double) found[k] * found[k];
      b += e * e;
    }
    if (!(b > 0) || !Double.isFinite(b)) {
      throw BadFile.at(
          expected, "expected a vector of finite numbers, found a length of " + b, "make it again");
    }
    return new EmbeddingCheck(largest, Math.sqrt(b), dot / Math.sqrt(a * b));
  }

  /** The largest difference, as a share of the length. */
  public double relative() {
    return difference / length;
  }

  public boolean agrees(double tolerance) {
    return relative() <= tolerance;
  }
}
