package dev.gme.neural.embed;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.turns.Segments;
import dev.gme.frontend.corpus.Skipped;
import dev.gme.frontend.network.RecordingQuality;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The embeddings of recordings or windows, and what is to be said about them.
 *
 * @param pieces recordings or windows, in the order of the list
 * @param skipped recordings without an embedding, with the reason
 * @param asked how many recordings there were
 * @param rate of the network, in Hz
 * @param resampled how many of them had another rate than the network
 * @param lower how many of these had a lower one, so that the network misses what it expects above
 * @param seconds of audio
 */
public record EmbeddedCorpus(
    List<EmbeddedPiece> pieces,
    Skipped skipped,
    int asked,
    int rate,
    int resampled,
    int lower,
    double seconds) {
  public EmbeddedCorpus {
    pieces = List.copyOf(pieces);
  }

  private List<String> ids() {
    return pieces.stream().map(EmbeddedPiece::id).toList();
  }

  /** The vectors, or a of meta-embeddings. */
  public LabelledVectors vectors(String source) {
    return LabelledVectors.of(
        source, ids(), matrix(pieces.stream().map(p -> p.embedding().vector()).toList()));
  }

  /** The variances of their elements, where the network gives them. */
  public Optional<LabelledVectors> variances(String source) {
    if (pieces.isEmpty() || pieces.get(0).embedding().variances().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        LabelledVectors.of(
            source,
            ids(),
            matrix(pieces.stream().map(p -> p.embedding().variances().orElseThrow()).toList())));
  }

  /**
   * The meta-embeddings of a network that gives them.
   *
   * @param lambda the spectrum that they share
   */
  public IdentifiedEmbeddings metaEmbeddings(double[] lambda) {
    FloatMatrix a = matrix(pieces.stream().map(p -> p.embedding().vector()).toList());
    double[] b = pieces.stream().mapToDouble(p -> p.embedding().precision()).toArray();
    return new IdentifiedEmbeddings(
        ids(), MetaEmbeddings.of(DoubleMatrix.wrap(a.rows(), a.cols(), doubles(a)), b, lambda));
  }

  private static double[] doubles(FloatMatrix m) {
    double[] out = new double[m.array().length];
    for (int i = 0; i < out.length; i++) {
      out[i] = m.array()[i];
    }
    return out;
  }

  private static FloatMatrix matrix(List<float[]> rows) {
    int d = rows.isEmpty() ? 0 : rows.get(0).length;
    float[] out = new float[Math.multiplyExact(rows.size(), d)];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, out, i * d, d);
    }
    return FloatMatrix.wrap(rows.size(), d, out);
  }

  /** What a user should know of them, a sentence each. */
  public List<String> notes() {
    List<String> out = new ArrayList<>();
    if (resampled > 0) {
      out.add(String.format(Locale.ROOT, "note: %s resampled to %d Hz.", count(resampled), rate));
    }
    if (lower > 0) {
      out.add(
          String.format(
              Locale.ROOT,
              "warning: %s had less than the network's %d Hz, and lack what it expects at high"
                  + " frequencies: errors may double.",
              count(lower),
              rate));
    }
    return out;
  }

  private static String count(int recordings) {
    return String.format(Locale.ROOT, "%,d recording%s", recordings, recordings == 1 ? "" : "s");
  }

  /** When each window is. */
  public List<Segments.Segment> segments() {
    return pieces.stream()
        .map(p -> new Segments.Segment(p.id(), p.recording(), p.start(), p.end()))
        .toList();
  }

  /** Writes what is known of each recording, a line each below the names of the columns. */
  public void writeQuality(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("id\tseconds\tspeech\tlevel\tsnr\twindows");
    for (EmbeddedPiece p : pieces) {
      RecordingQuality q = p.quality();
      lines.add(
          String.format(
              Locale.ROOT,
              "%s\t%.3f\t%.3f\t%.2f\t%.2f\t%d",
              p.id(),
              q.seconds(),
              q.speech(),
              q.level(),
              q.snr(),
              p.windows()));
    }
    TargetFile.writeLines(file, lines);
  }
}
