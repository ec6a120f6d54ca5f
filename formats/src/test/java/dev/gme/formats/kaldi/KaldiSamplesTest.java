package dev.gme.formats.kaldi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every case of the io samples: read to the bit, written back byte by byte where that is asked. */
class KaldiSamplesTest {
  @TempDir Path temp;

  @TestFactory
  List<DynamicTest> io() {
    return KaldiCase.each("io", this::check);
  }

  private void check(KaldiCase c) throws IOException {
    switch (c.kind()) {
      case "read-vector", "read-matrix" -> arrays(c);
      case "read-int-vector", "read-int" -> integers(c);
      case "read-token-map" -> tokens(c);
      case "compress-matrix" -> compress(c);
      default -> throw new AssertionError("unknown kind " + c.kind());
    }
  }

  /** A script is read together with the archives that it names. */
  private static Path input(KaldiCase c) {
    Path file = c.input("file");
    return file.toString().endsWith(".scp") ? SharedData.script(file) : file;
  }

  private void arrays(KaldiCase c) throws IOException {
    Path file = input(c);
    boolean single = c.option("precision").asText().equals("f32");
    Map<String, KaldiArray> read = new LinkedHashMap<>();
    if (c.option("container").asText().equals("object")) {
      read.put("", KaldiFile.read(file));
    } else {
      try (KaldiTable table = KaldiTable.open(file)) {
        while (table.next()) {
          read.put(table.key(), table.array());
        }
      }
    }
    assertThat(read.keySet()).containsExactlyElementsOf(c.outputs());
    boolean vectors = c.kind().equals("read-vector");
    for (String name : c.outputs()) {
      KaldiArray got = single ? read.get(name).toSingle() : read.get(name);
      NpyArray truth = Npy.read(c.outputFile(name));
      if (truth.size() > 0) {
        assertThat(got.vector()).isEqualTo(vectors);
        List<Integer> shape = List.of(got.values().rows(), got.values().cols());
        assertThat(vectors ? shape.subList(1, 2) : shape).isEqualTo(truth.shape());
      }
      c.check(name, got.values().array(), truth.doubles());
    }
    if (c.node().path("roundTrip").asText().equals("byte-identical")) {
      writeBack(c, read, single);
    }
  }

  private void writeBack(KaldiCase c, Map<String, KaldiArray> read, boolean single)
      throws IOException {
    boolean text = c.option("text").asBoolean();
    Path copy = temp.resolve(c.name());
    if (c.option("container").asText().equals("object")) {
      KaldiArray object = read.get("");
      KaldiFile.write(
          copy, single ? object.toSingle() : object, text ? KaldiMode.TEXT : KaldiMode.BINARY);
    } else {
      Path scp = temp.resolve(c.name() + ".scp");
      String options = text ? "ark,t,scp:" : "ark,scp:";
      try (KaldiTableWriter out = KaldiTableWriter.create(options + copy + "," + scp)) {
        for (Map.Entry<String, KaldiArray> e : read.entrySet()) {
          out.write(e.getKey(), single ? e.getValue().toSingle() : e.getValue());
        }
        out.commit();
      }
      Path original = c.folder().resolve(c.name().replaceAll("\\.ark$", "") + ".scp");
      if (Files.exists(original)) {
        assertThat(scp).hasSameBinaryContentAs(original);
      }
    }
    assertThat(copy).hasSameBinaryContentAs(c.input("file"));
  }

  private void integers(KaldiCase c) throws IOException {
    boolean vectors = c.kind().equals("read-int-vector");
    boolean text = c.option("text").asBoolean();
    Path copy = temp.resolve(c.name());
    List<String> keys = new ArrayList<>();
    try (KaldiTable table = KaldiTable.open(input(c));
        KaldiTableWriter out = KaldiTableWriter.create((text ? "ark,t:" : "ark:") + copy)) {
      while (table.next()) {
        keys.add(table.key());
        int[] got = vectors ? table.integers() : new int[] {table.integer()};
        double[] truth = Npy.read(c.outputFile(table.key())).doubles();
        c.check(table.key(), Arrays.stream(got).asDoubleStream().toArray(), truth);
        if (vectors) {
          out.write(table.key(), got);
        } else {
          out.write(table.key(), got[0]);
        }
      }
      out.commit();
    }
    assertThat(keys).containsExactlyElementsOf(c.outputs());
    if (c.node().path("roundTrip").asText().equals("byte-identical")) {
      assertThat(copy).hasSameBinaryContentAs(c.input("file"));
    }
  }

  private void tokens(KaldiCase c) throws IOException {
    Map<String, List<String>> read = KaldiLists.readGroups(c.input("file"));
    assertThat(read.keySet()).containsExactlyElementsOf(c.outputs());
    for (String name : c.outputs()) {
      List<String> expected = new ArrayList<>();
      for (JsonNode word : c.output(name).path("value")) {
        expected.add(word.asText());
      }
      assertThat(read.get(name)).isEqualTo(expected);
    }
    Path copy = temp.resolve(c.name());
    KaldiLists.writeGroups(copy, read);
    assertThat(copy).hasSameBinaryContentAs(c.input("file"));
  }

  private void compress(KaldiCase c) throws IOException {
    CompressionMethod method = CompressionMethod.of(c.option("compression-method").asInt());
    Path copy = temp.resolve(c.name());
    try (KaldiTable in = KaldiTable.open(input(c));
        KaldiTableWriter out = KaldiTableWriter.create("ark:" + copy)) {
      while (in.next()) {
        out.writeCompressed(in.key(), in.array().values(), method);
      }
      out.commit();
    }
    assertThat(copy).hasSameBinaryContentAs(c.outputFile("archive"));
  }
}
