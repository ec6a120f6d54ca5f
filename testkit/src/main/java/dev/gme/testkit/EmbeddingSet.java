package dev.gme.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;

/**
 * Real speaker embeddings with the lists of their experiment: a folder of the shared {@code
 * embeddings} that has a {@code vectors.scp}, and the folder {@code <prefix>-lists} beside it,
 * where the prefix is the set's name up to its last hyphen.
 *
 * <pre>{@code
 * @TestFactory
 * List<DynamicTest> realSpeech() {
 *   return EmbeddingSet.each(set -> train(set.vectors(), set.training()));
 * }
 * }</pre>
 */
public final class EmbeddingSet {
  /** Before each vector in the archive: the mark of binary data, the type, the size of an int. */
  private static final byte[] HEADER = "\0BFV \4".getBytes(StandardCharsets.US_ASCII);

  private final Path folder;
  private final Map<String, Integer> rows = new LinkedHashMap<>();
  private final int dimension;
  private final float[] vectors;
  private final int[] speakers;
  private final int[] training;
  private final List<Trial> trials = new ArrayList<>();

  /**
   * A pair of recordings.
   *
   * @param enrol row of the one
   * @param test row of the other
   * @param conditions what the list says of the pair, for example gender and durations
   */
  public record Trial(int enrol, int test, boolean isTarget, List<String> conditions) {}

  private EmbeddingSet(Path folder, Path lists) throws IOException {
    this.folder = folder;
    List<float[]> all = new ArrayList<>();
    Map<Path, ByteBuffer> archives = new HashMap<>();
    for (String[] line : fields(folder.resolve("vectors.scp"))) {
      int colon = line[1].lastIndexOf(':');
      Path archive = SharedData.present(folder.resolve(line[1].substring(0, colon)));
      if (!archives.containsKey(archive)) {
        archives.put(archive, ByteBuffer.wrap(Files.readAllBytes(archive)));
      }
      int offset = Integer.parseInt(line[1].substring(colon + 1));
      rows.put(line[0], all.size());
      all.add(vector(archive, archives.get(archive), offset));
    }
    dimension = all.get(0).length;
    vectors = new float[all.size() * dimension];
    for (int i = 0; i < all.size(); i++) {
      System.arraycopy(all.get(i), 0, vectors, i * dimension, dimension);
    }

    speakers = new int[all.size()];
    Map<String, Integer> numbers = new HashMap<>();
    for (String[] line : fields(lists.resolve("utt2spk"))) {
      int next = numbers.size();
      speakers[row(line[0])] = numbers.computeIfAbsent(line[1], s -> next);
    }
    training = fields(lists.resolve("train.utt")).stream().mapToInt(f -> row(f[0])).toArray();
    for (String[] line : fields(lists.resolve("trials"))) {
      trials.add(
          new Trial(
              row(line[0]),
              row(line[1]),
              isTarget(line[2]),
              List.of(line).subList(3, line.length)));
    }
  }

  /** A test for each set; a set that lacks a list, or no sets at all, is a skipped test. */
  public static List<DynamicTest> each(Consumer<EmbeddingSet> test) {
    List<DynamicTest> tests = new ArrayList<>();
    try {
      for (Path folder : folders()) {
        tests.add(
            DynamicTest.dynamicTest(
                folder.getFileName().toString(), () -> test.accept(read(folder))));
      }
      if (tests.isEmpty()) {
        throw SharedData.lacking("no set with a vectors.scp in the shared embeddings");
      }
    } catch (RuntimeException | AssertionError e) {
      tests.add(
          DynamicTest.dynamicTest(
              "embeddings",
              () -> {
                throw e;
              }));
    }
    return tests;
  }

  private static List<Path> folders() {
    try (Stream<Path> all = Files.list(SharedData.part("embeddings"))) {
      return all.filter(p -> Files.exists(p.resolve("vectors.scp"))).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EmbeddingSet read(Path folder) throws IOException {
    String name = folder.getFileName().toString();
    String prefix = name.substring(0, Math.max(0, name.lastIndexOf('-')));
    Path lists = folder.resolveSibling(prefix + "-lists");
    if (!Files.isDirectory(lists)) {
      throw new TestAbortedException(name + " has no lists: there is no " + lists.getFileName());
    }
    return new EmbeddingSet(folder, lists);
  }

  private static float[] vector(Path archive, ByteBuffer bytes, int offset) throws IOException {
    ByteBuffer in = bytes.duplicate().position(offset).order(ByteOrder.LITTLE_ENDIAN);
    for (byte expected : HEADER) {
      if (in.get() != expected) {
        throw new IOException(archive + " has no binary float vector at byte " + offset);
      }
    }
    float[] out = new float[in.getInt()];
    in.asFloatBuffer().get(out);
    return out;
  }

  private static boolean isTarget(String label) {
    return switch (label) {
      case "target" -> true;
      case "nontarget" -> false;
      default -> throw new IllegalArgumentException("neither target nor nontarget: " + label);
    };
  }

  /** The lines of a file, split at spaces. */
  static List<String[]> fields(Path file) throws IOException {
    return Files.readAllLines(SharedData.present(file)).stream()
        .map(line -> line.split(" "))
        .toList();
  }

  /** The row of a recording's vector. */
  int row(String id) {
    Integer row = rows.get(id);
    if (row == null) {
      throw new IllegalArgumentException(id + " has no vector in " + folder.getFileName());
    }
    return row;
  }

  public String name() {
    return folder.getFileName().toString();
  }

  public int size() {
    return speakers.length;
  }

  public int dimension() {
    return dimension;
  }

  /** All vectors, one after the other in the order of the list; not a copy. */
  public float[] vectors() {
    return vectors;
  }

  /** The speaker of each vector, from 0; not a copy. */
  public int[] speakers() {
    return speakers;
  }

  /** The rows to train on; not a copy. */
  public int[] training() {
    return training;
  }

  public List<Trial> trials() {
    return List.copyOf(trials);
  }

  /** The model and scores that the set comes with, if it does. */
  public Optional<EmbeddingReference> reference() {
    Path reference = folder.resolve("reference");
    if (!Files.isDirectory(reference)) {
      return Optional.empty();
    }
    try {
      return Optional.of(EmbeddingReference.read(reference, this));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
