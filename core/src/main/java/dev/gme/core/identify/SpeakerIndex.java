package dev.gme.core.identify;

import dev.gme.core.embedding.MetaEmbeddings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Enrolled speakers, kept ready for searches (docs/math.md 10.4). It grows, and speakers are
 * switched off, without copying what is there. Whoever searches takes a {@link #view()}, which does
 * not change; any number of threads may search while one enrols.
 *
 * <pre>{@code
 * SpeakerIndex index = SpeakerIndex.of(recordings.pool(groups));
 * int anna = index.add(annasPool);
 * index.switchOff(17);
 * Identification found =
 *     index.view().search(test, IdentificationPrior.uniform(0.1), 5).get(0);
 * }</pre>
 *
 * <p>A speaker takes d floats and some 24 bytes.
 */
public final class SpeakerIndex {
  /** Rows of a chunk at most: larger ones leave more room empty, smaller ones make more of them. */
  private static final int MOST_ROWS = 4096;

  /** A bin of n rows gets room for n/8 further ones when it is full, */
  private static final int GROWTH = 8;

  /** but for as many as loops are fastest with, once it has some. */
  private static final int FEWEST_ROWS = IndexKernels.WIDE;

  /** Bytes of a speaker beside the floats: precision, weight, number, version, place. */
  private static final int BESIDE = 32;

  /** Rows of a page of the table of places. */
  private static final int PAGE = 1 << 12;

  private final double[] lambda;
  private final PrecisionBins bins;

  /** The chunks of each bin, the open one last. */
  private final Map<Integer, List<IndexChunk>> chunks = new TreeMap<>();

  private IndexChunk[][] chunkOf = {};
  private int[][] rowOf = {};
  private int numbers;
  private int on;
  private int version;
  private volatile IndexedSpeakers view;

  /** An empty index for meta-embeddings with this λ. */
  public SpeakerIndex(double[] lambda) {
    this.lambda = lambda.clone();
    bins = new PrecisionBins(lambda);
    publish();
  }

  /** An index of these speakers, numbered from 0. */
  public static SpeakerIndex of(MetaEmbeddings enrolled) {
    SpeakerIndex index = new SpeakerIndex(enrolled.lambda());
    index.add(enrolled);
    return index;
  }

  /**
   * Enrols speakers, a row each; all appear at once.
   *
   * @return the number of the first one; the others follow
   */
  public synchronized int add(MetaEmbeddings enrolled) {
    if (!Arrays.equals(lambda, enrolled.lambda())) {
      throw new IllegalArgumentException(
          "embeddings of different extractors (another lambda) cannot be in one index");
    }
    int first = numbers;
    Math.addExact(first, enrolled.size());
    double[] b = enrolled.b();
    Map<Integer, Integer> wanted = new TreeMap<>();
    for (double precision : b) {
      wanted.merge(bins.of(precision), 1, Integer::sum);
    }
    double[] a = enrolled.a().array();
    for (int i = 0; i < b.length; i++) {
      int bin = bins.of(b[i]);
      IndexChunk chunk = open(bin, wanted.get(bin));
      wanted.merge(bin, -1, Integer::sum);
      place(first + i, chunk, chunk.add(a, i * lambda.length, b[i], first + i));
    }
    numbers += b.length;
    on += b.length;
    version++;
    publish();
    return first;
  }

  /**
   * About how many bytes an index of so many speakers takes, with the room that chunks have for
   * more.
   */
  public static long memory(int speakers, int d) {
    return speakers * (4L * d + BESIDE) * (GROWTH + 1) / GROWTH;
  }

  /** The chunk that the next row of a bin goes to. */
  private IndexChunk open(int bin, int wanted) {
    List<IndexChunk> all = chunks.computeIfAbsent(bin, unused -> new ArrayList<>());
    IndexChunk last = all.isEmpty() ? null : all.get(all.size() - 1);
    if (last == null || last.isFull()) {
      int there = all.stream().mapToInt(IndexChunk::filled).sum();
      int room = there == 0 ? wanted : Math.max(Math.max(wanted, FEWEST_ROWS), there / GROWTH);
      last =
          new IndexChunk(
              bin,
              new double[] {bins.node(bin, 0), bins.node(bin, 1)},
              Math.min(MOST_ROWS, room),
              lambda.length);
      all.add(last);
    }
    return last;
  }

  private void place(int number, IndexChunk chunk, int row) {
    int page = number / PAGE;
    if (page == rowOf.length) {
      // The pages stay; only the list of them is copied.
      chunkOf = Arrays.copyOf(chunkOf, page + 1);
      rowOf = Arrays.copyOf(rowOf, page + 1);
      chunkOf[page] = new IndexChunk[PAGE];
      rowOf[page] = new int[PAGE];
    }
    chunkOf[page][number % PAGE] = chunk;
    rowOf[page][number % PAGE] = row;
  }

  /** Takes a speaker out of searches of later views; the number is not given out again. */
  public synchronized void switchOff(int number) {
    if (number < 0 || number >= numbers) {
      throw new IndexOutOfBoundsException("speaker " + number + " of " + numbers);
    }
    version++;
    IndexChunk chunk = chunkOf[number / PAGE][number % PAGE];
    // Where it is none, the speaker was off when the index was laid out anew.
    if (chunk != null && chunk.switchOff(rowOf[number / PAGE][number % PAGE], version)) {
      on--;
    }
    publish();
  }

  /**
   * Lays the speakers of each bin out anew, one after the other, and leaves out those who are off:
   * an index that grew in many steps is then searched as fast as one made at once. Copies one bin
   * at a time; numbers stay, and so do views that were taken before.
   */
  public synchronized void compact() {
    IndexChunk[][] oldChunkOf = chunkOf;
    chunkOf = new IndexChunk[oldChunkOf.length][PAGE];
    rowOf = new int[oldChunkOf.length][PAGE];
    double[] a = new double[lambda.length];
    for (Map.Entry<Integer, List<IndexChunk>> bin : chunks.entrySet()) {
      List<IndexChunk> old = bin.getValue();
      int wanted = old.stream().mapToInt(c -> c.countOn(version)).sum();
      bin.setValue(new ArrayList<>());
      for (IndexChunk chunk : old) {
        for (int row = 0; row < chunk.filled(); row++) {
          if (chunk.isOn(row, version)) {
            IndexChunk to = open(bin.getKey(), wanted--);
            chunk.copyRow(row, a, 0);
            place(chunk.number[row], to, to.add(a, 0, chunk.b[row], chunk.number[row]));
          }
        }
      }
    }
    chunks.values().removeIf(List::isEmpty);
    version++;
    publish();
  }

  /** What is enrolled now. */
  public IndexedSpeakers view() {
    return view;
  }

  /** The write that makes all earlier ones visible to whoever reads the new view. */
  private void publish() {
    List<IndexChunk> all = new ArrayList<>();
    chunks.values().forEach(all::addAll);
    view =
        new IndexedSpeakers(
            lambda,
            all.toArray(IndexChunk[]::new),
            all.stream().mapToInt(IndexChunk::filled).toArray(),
            new Places(chunkOf, rowOf),
            numbers,
            on,
            version);
  }

  /** Where the row of a number is. */
  static final class Places {
    private final IndexChunk[][] chunkOf;
    private final int[][] rowOf;

    private Places(IndexChunk[][] chunkOf, int[][] rowOf) {
      this.chunkOf = chunkOf;
      this.rowOf = rowOf;
    }

    /** None where the speaker was off when the index was laid out anew. */
    IndexChunk chunk(int number) {
      return chunkOf[number / PAGE][number % PAGE];
    }

    int row(int number) {
      return rowOf[number / PAGE][number % PAGE];
    }
  }
}
