package dev.gme.formats;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Vectors with the ids of their recordings and, where known, of their speakers: what files of
 * vectors become. No id comes twice.
 *
 * <pre>{@code
 * LabelledVectors v = KaldiVectors.read(path).withSpeakers(KaldiLists.readPairs(utt2spk));
 * MetaEmbeddings e = pipeline.extract(v.rows());
 * }</pre>
 */
public final class LabelledVectors {
  private final String source;
  private final List<String> ids;
  private final List<String> speakers;
  private final FloatMatrix vectors;
  private final Map<String, Integer> rowOf;

  private LabelledVectors(
      String source,
      List<String> ids,
      List<String> speakers,
      FloatMatrix vectors,
      Map<String, Integer> rowOf) {
    this.source = source;
    this.ids = ids;
    this.speakers = speakers;
    this.vectors = vectors;
    this.rowOf = rowOf;
  }

  /**
   * Vectors of speakers that nobody has named.
   *
   * @param source where they come from, for messages
   * @param ids one for each row
   */
  public static LabelledVectors of(String source, List<String> ids, FloatMatrix vectors) {
    if (ids.size() != vectors.rows()) {
      throw new GmeException(
          source
              + ": expected an id for each of "
              + vectors.rows()
              + " vectors, found "
              + ids.size(),
          "give as many ids as vectors");
    }
    Map<String, Integer> rowOf = new HashMap<>(2 * ids.size());
    for (int i = 0; i < ids.size(); i++) {
      Integer before = rowOf.put(ids.get(i), i);
      if (before != null) {
        throw new GmeException(
            source
                + ": the id "
                + BadFile.quoted(ids.get(i))
                + " comes twice, as vector "
                + (before + 1)
                + " and "
                + (i + 1),
            "rename or remove one of them");
      }
    }
    return new LabelledVectors(source, List.copyOf(ids), null, vectors, rowOf);
  }

  /** The same with a speaker for every id; one that the map lacks is an error. */
  public LabelledVectors withSpeakers(Map<String, String> speakerOf) {
    for (String id : ids) {
      if (!speakerOf.containsKey(id)) {
        throw new GmeException(
            source + ": there is no speaker for the vector " + BadFile.quoted(id),
            "add it to the list of speakers, or give the list that belongs to these vectors");
      }
    }
    return new LabelledVectors(
        source, ids, ids.stream().map(speakerOf::get).toList(), vectors, rowOf);
  }

  /** The named vectors alone, in this order; one that is not here is an error. */
  public LabelledVectors only(List<String> wanted) {
    int dim = vectors.cols();
    float[] kept = new float[Math.multiplyExact(wanted.size(), dim)];
    Map<String, String> speakerOf = new HashMap<>();
    for (int i = 0; i < wanted.size(); i++) {
      int row = row(wanted.get(i));
      if (row < 0) {
        throw new GmeException(
            source + ": there is no vector " + BadFile.quoted(wanted.get(i)),
            "take it out of the list, or add it");
      }
      System.arraycopy(vectors.array(), row * dim, kept, i * dim, dim);
      if (speakers != null) {
        speakerOf.put(wanted.get(i), speakers.get(row));
      }
    }
    LabelledVectors set = of(source, wanted, FloatMatrix.wrap(wanted.size(), dim, kept));
    return speakers == null ? set : set.withSpeakers(speakerOf);
  }

  /**
   * These vectors, if all their numbers are finite. Models refuse others too, but do not know file
   * and recording.
   */
  public LabelledVectors requireFinite() {
    float[] values = vectors.array();
    for (int i = 0; i < values.length; i++) {
      if (!Float.isFinite(values[i])) {
        throw new GmeException(
            source
                + ": the vector "
                + BadFile.quoted(ids.get(i / vectors.cols()))
                + " must be finite, found "
                + values[i]
                + " as number "
                + (i % vectors.cols() + 1)
                + " of "
                + vectors.cols(),
            "drop the recording or extract its vector again");
      }
    }
    return this;
  }

  /** These vectors, if they have the dimension that a model takes; no vectors fit any. */
  public LabelledVectors requireDimension(int expected) {
    if (!ids.isEmpty() && vectors.cols() != expected) {
      throw new GmeException(
          source
              + ": the model takes vectors of dimension "
              + expected
              + ", found "
              + vectors.cols(),
          "use the vectors and the preprocessing that the model was trained with");
    }
    return this;
  }

  /**
   * SHA-256 of all ids, speakers and vectors, in hexadecimal digits: the same data have the same
   * digest in whatever format they lie.
   */
  public String digest() {
    Sha256 digest = new Sha256();
    int dim = vectors.cols();
    ByteBuffer row = ByteBuffer.allocate(4 * dim);
    for (int i = 0; i < size(); i++) {
      String words = ids.get(i) + (speakers == null ? "\n" : " " + speakers.get(i) + "\n");
      byte[] bytes = words.getBytes(StandardCharsets.UTF_8);
      digest.update(bytes, 0, bytes.length);
      row.clear().asFloatBuffer().put(vectors.array(), i * dim, dim);
      digest.update(row.array(), 0, 4 * dim);
    }
    return digest.hex();
  }

  /** A number for the speaker of each vector, from 0 in order of appearance. */
  public int[] speakerNumbers() {
    if (speakers == null) {
      throw new IllegalStateException("the speakers are not known");
    }
    Map<String, Integer> numbers = new HashMap<>();
    int[] out = new int[size()];
    for (int i = 0; i < out.length; i++) {
      int next = numbers.size();
      out[i] = numbers.computeIfAbsent(speakers.get(i), s -> next);
    }
    return out;
  }

  public int size() {
    return ids.size();
  }

  /** The dimension of every vector. */
  public int dimension() {
    return vectors.cols();
  }

  public List<String> ids() {
    return ids;
  }

  /** The speaker of each vector, where known. */
  public Optional<List<String>> speakers() {
    return Optional.ofNullable(speakers);
  }

  /** A vector a row. */
  public FloatMatrix vectors() {
    return vectors;
  }

  /** The vectors as models take them; a model that refuses one of them calls it by its id. */
  public RowSource rows() {
    return new Rows(this);
  }

  private record Rows(LabelledVectors of) implements RowSource {
    @Override
    public int rows() {
      return of.vectors.rows();
    }

    @Override
    public int cols() {
      return of.vectors.cols();
    }

    @Override
    public String name(int row) {
      return BadFile.quoted(of.ids.get(row));
    }

    @Override
    public DoubleMatrix doubles(int from, int to) {
      return of.vectors.doubles(from, to);
    }

    @Override
    public DoubleMatrix doubles(int[] rows) {
      return of.vectors.doubles(rows);
    }
  }

  /** The row of an id, or −1. */
  public int row(String id) {
    return rowOf.getOrDefault(id, -1);
  }

  @Override
  public String toString() {
    return size() + " vectors of dimension " + dimension();
  }
}
