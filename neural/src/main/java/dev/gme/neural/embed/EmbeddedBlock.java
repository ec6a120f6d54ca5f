package dev.gme.neural.embed;

import dev.gme.core.GmeException;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.frontend.network.RecordingQuality;
import dev.gme.neural.network.Embedding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What became of a few recordings, as it is kept until all are done. Those that failed are not
 * kept: the next run tries them again.
 *
 * @param pieces recordings or windows
 * @param problems why others have no embedding, by id
 */
record EmbeddedBlock(
    List<EmbeddedPiece> pieces,
    Map<String, GmeException> problems,
    int resampled,
    int lower,
    double seconds) {
  private static final String IDS = "ids";
  private static final String RECORDINGS = "recordings";
  private static final String VECTORS = "X";
  private static final String VARIANCES = "V";
  private static final String NUMBERS = "numbers";
  private static final String COUNTS = "counts";

  /** Start, end, precision, seconds, speech, level, SNR and windows of a piece. */
  private static final int COLUMNS = 8;

  Map<String, NpyArray> toArrays() {
    int n = pieces.size();
    Map<String, NpyArray> out = new LinkedHashMap<>();
    out.put(IDS, NpyArray.of(pieces.stream().map(EmbeddedPiece::id).toList()));
    out.put(RECORDINGS, NpyArray.of(pieces.stream().map(EmbeddedPiece::recording).toList()));
    out.put(VECTORS, rows(pieces.stream().map(p -> p.embedding().vector()).toList()));
    if (n > 0 && pieces.get(0).embedding().variances().isPresent()) {
      out.put(
          VARIANCES,
          rows(pieces.stream().map(p -> p.embedding().variances().orElseThrow()).toList()));
    }
    double[] numbers = new double[n * COLUMNS];
    for (int i = 0; i < n; i++) {
      EmbeddedPiece p = pieces.get(i);
      RecordingQuality q = p.quality();
      double[] row = {
        p.start(),
        p.end(),
        p.embedding().precision(),
        q.seconds(),
        q.speech(),
        q.level(),
        q.snr(),
        p.windows()
      };
      System.arraycopy(row, 0, numbers, i * COLUMNS, COLUMNS);
    }
    out.put(NUMBERS, NpyArray.ofShape(List.of(n, COLUMNS), numbers));
    out.put(COUNTS, NpyArray.of(resampled, lower, seconds));
    return out;
  }

  private static NpyArray rows(List<float[]> rows) {
    int d = rows.isEmpty() ? 0 : rows.get(0).length;
    float[] all = new float[Math.multiplyExact(rows.size(), d)];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, all, i * d, d);
    }
    return NpyArray.ofShape(List.of(rows.size(), d), all);
  }

  static EmbeddedBlock of(Map<String, NpyArray> arrays) {
    List<String> ids = arrays.get(IDS).words();
    List<String> recordings = arrays.get(RECORDINGS).words();
    float[] vectors = arrays.get(VECTORS).floatMatrix().array();
    float[] variances =
        arrays.containsKey(VARIANCES) ? arrays.get(VARIANCES).floatMatrix().array() : null;
    double[] numbers = arrays.get(NUMBERS).doubles();
    int d = ids.isEmpty() ? 0 : vectors.length / ids.size();
    List<EmbeddedPiece> pieces = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      double[] row = Arrays.copyOfRange(numbers, i * COLUMNS, (i + 1) * COLUMNS);
      float[] vector = Arrays.copyOfRange(vectors, i * d, (i + 1) * d);
      Embedding embedding =
          variances != null
              ? Embedding.of(vector, Arrays.copyOfRange(variances, i * d, (i + 1) * d))
              : Double.isNaN(row[2]) ? Embedding.of(vector) : Embedding.ofMeta(vector, row[2]);
      pieces.add(
          new EmbeddedPiece(
              ids.get(i),
              recordings.get(i),
              row[0],
              row[1],
              embedding,
              new RecordingQuality(row[3], row[4], row[5], row[6]),
              (int) row[7]));
    }
    double[] counts = arrays.get(COUNTS).doubles();
    return new EmbeddedBlock(pieces, Map.of(), (int) counts[0], (int) counts[1], counts[2]);
  }
}
