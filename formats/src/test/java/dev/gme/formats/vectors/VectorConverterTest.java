package dev.gme.formats.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.kaldi.KaldiMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class VectorConverterTest {
  @TempDir Path folder;

  /** More than a block of rows, seed 5, with values that floats write with many digits. */
  private static LabelledVectors vectors() {
    Random random = new Random(5);
    int n = 300;
    float[] values = new float[n * 4];
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      ids.add(String.format("u%03d", i));
      for (int j = 0; j < 4; j++) {
        values[4 * i + j] = (float) (random.nextGaussian() * Math.pow(10, j - 2));
      }
    }
    return LabelledVectors.of("test", ids, FloatMatrix.wrap(n, 4, values));
  }

  private Path file(String name, VectorFormat format) {
    String suffix =
        switch (format) {
          case KALDI -> ".ark";
          case NPY -> ".npy";
          case NPZ -> ".npz";
          case SAFETENSORS -> ".safetensors";
          case HDF5 -> ".h5";
          case TABLE -> ".csv";
        };
    return folder.resolve(name + suffix);
  }

  static Stream<Arguments> ways() {
    return Stream.of(VectorFormat.values())
        .flatMap(from -> Stream.of(VectorFormat.values()).map(to -> Arguments.of(from, to)));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void everyWayKeepsIdsAndFloats(VectorFormat from, VectorFormat to) throws IOException {
    LabelledVectors set = vectors();
    Path in = file("in", from);
    Path out = file("out", to);
    VectorFiles.write(in, set, from);
    assertThat(VectorConverter.convert(in, from, out, to, done -> {})).isEqualTo(300);
    assertThat(VectorConverter.byName(out)).contains(to);
    assertThat(VectorFiles.recognize(out)).isEqualTo(to);
    LabelledVectors back = VectorFiles.read(out);
    assertThat(back.ids()).isEqualTo(set.ids());
    assertThat(back.vectors().array()).isEqualTo(set.vectors().array());
  }

  @ParameterizedTest
  @EnumSource(VectorFormat.class)
  void streamsHandOnWhatReadersRead(VectorFormat format) throws IOException {
    LabelledVectors set = vectors();
    Path in = file("in", format);
    VectorFiles.write(in, set, format);
    List<String> ids = new ArrayList<>();
    long n =
        VectorStream.forEach(
            in,
            format,
            (id, vector) -> {
              int row = ids.size();
              ids.add(id);
              assertThat(vector.single()).isTrue();
              for (int j = 0; j < 4; j++) {
                assertThat((float) vector.values().get(0, j)).isEqualTo(set.vectors().get(row, j));
              }
            });
    assertThat(n).isEqualTo(300);
    assertThat(ids).isEqualTo(set.ids());
  }

  @ParameterizedTest
  @MethodSource("ways")
  void speakersAreKeptWhereThereIsAPlace(VectorFormat from, VectorFormat to) throws IOException {
    LabelledVectors plain = vectors();
    Map<String, String> speakers = new LinkedHashMap<>();
    plain.ids().forEach(id -> speakers.put(id, "s" + id.charAt(3)));
    LabelledVectors set = plain.withSpeakers(speakers);
    Path in = file("in", from);
    Path out = file("out", to);
    VectorFiles.write(in, set, from);
    assertThat(VectorFiles.hasSpeakers(in, from)).isEqualTo(VectorFiles.holdsSpeakers(from));
    VectorConverter.convert(in, from, out, to, done -> {});
    boolean kept = VectorFiles.holdsSpeakers(from) && VectorFiles.holdsSpeakers(to);
    assertThat(VectorFiles.read(out).speakers())
        .isEqualTo(kept ? set.speakers() : Optional.empty());
  }

  @Test
  void anArchiveAsTextIsReadBack() throws IOException {
    LabelledVectors set = vectors();
    Path in = file("in", VectorFormat.NPY);
    Path out = folder.resolve("out.ark");
    VectorFiles.write(in, set, VectorFormat.NPY);
    VectorConverter.convert(
        in, VectorFormat.NPY, out, VectorFormat.KALDI, KaldiMode.TEXT, done -> {});
    assertThat(Files.readString(out)).startsWith("u000  [ ");
    float[] back = VectorFiles.read(out).vectors().array();
    for (int i = 0; i < back.length; i++) {
      // Kaldi's text has seven digits.
      float x = set.vectors().array()[i];
      assertThat(back[i]).isCloseTo(x, within(5.1e-7f * Math.abs(x)));
    }
  }

  /** As Kaldi's programs take it. */
  @Test
  void tablesByKaldisNames() throws IOException {
    LabelledVectors set = vectors();
    Path ark = folder.resolve("one.ark");
    Path scp = folder.resolve("two.scp");
    Path both = Path.of("ark,scp:" + ark + "," + scp);
    assertThat(VectorConverter.byName(both)).contains(VectorFormat.KALDI);
    VectorConverter.write(both, set, VectorFormat.KALDI, KaldiMode.BINARY);
    assertThat(VectorFiles.read(scp).vectors()).isEqualTo(set.vectors());
    Path text = folder.resolve("t");
    VectorConverter.write(Path.of("ark,t:" + text), set, VectorFormat.KALDI, KaldiMode.BINARY);
    assertThat(text).content().startsWith("u000  [ ");
  }

  private void refuses(Path in, VectorFormat from, String sentence) {
    Path out = file("out", VectorFormat.NPY);
    assertThatThrownBy(() -> VectorConverter.convert(in, from, out, VectorFormat.NPY, done -> {}))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining(sentence);
    assertThat(out).doesNotExist();
    assertThat(VectorMatrices.idsOf(out)).doesNotExist();
  }

  @Test
  void whatIsWrongIsNamedAndNothingIsWritten() throws IOException {
    Path table = folder.resolve("t.csv");
    refuses(
        Files.writeString(table, "a,1,2\nb,3,4\na,5,6\n"),
        VectorFormat.TABLE,
        "the id 'a' comes twice, as vector 1 and 3");
    refuses(
        Files.writeString(table, "a,1,2\nb,3\n"),
        VectorFormat.TABLE,
        "line 2: expected an id and 2 numbers, found 2 fields");
    refuses(Files.writeString(table, "id,x,y\n"), VectorFormat.TABLE, "found none");
    refuses(
        Files.writeString(folder.resolve("t.ark"), "a  [ 1 2 ]\nb  [ 1 2 3 ]\n"),
        VectorFormat.KALDI,
        "key 'b': expected a vector of dimension 2, found 1 x 3");
    Path npy = file("in", VectorFormat.NPY);
    VectorFiles.write(npy, vectors(), VectorFormat.NPY);
    Files.writeString(VectorMatrices.idsOf(npy), "one\n");
    refuses(npy, VectorFormat.NPY, "expected an id for each of 300 vectors, found 1");
    Files.delete(VectorMatrices.idsOf(npy));
    refuses(npy, VectorFormat.NPY, "expected a list of ids beside it");
  }
}
