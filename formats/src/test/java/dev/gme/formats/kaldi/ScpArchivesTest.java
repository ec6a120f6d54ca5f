package dev.gme.formats.kaldi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.SeekableFiles;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.NpyRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives and arrays behind channels that are no files, as those of a cluster. */
class ScpArchivesTest {
  @TempDir Path folder;

  /** A channel that gives at most seven bytes at a time, and says when it is closed. */
  private static final class Elsewhere implements SeekableByteChannel {
    private final SeekableByteChannel file;
    private final List<String> closed;
    private final String path;

    Elsewhere(String path, List<String> closed) throws IOException {
      this.path = path;
      this.closed = closed;
      file = Files.newByteChannel(Path.of(path));
    }

    @Override
    public int read(ByteBuffer out) throws IOException {
      ByteBuffer some = ByteBuffer.allocate(Math.min(7, out.remaining()));
      int got = file.read(some);
      out.put(some.flip());
      return got;
    }

    @Override
    public long position() throws IOException {
      return file.position();
    }

    @Override
    public SeekableByteChannel position(long place) throws IOException {
      file.position(place);
      return this;
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public int write(ByteBuffer in) {
      throw new AssertionError("written to");
    }

    @Override
    public SeekableByteChannel truncate(long size) {
      throw new AssertionError("cut");
    }

    @Override
    public boolean isOpen() {
      return file.isOpen();
    }

    @Override
    public void close() throws IOException {
      closed.add(path);
      file.close();
    }
  }

  private List<ScpEntry> entries(String name, int n) throws IOException {
    FloatMatrix rows = FloatMatrix.wrap(n, 3, new float[3 * n]);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      ids.add(name + i);
      Arrays.fill(rows.array(), 3 * i, 3 * i + 3, i + 0.5f);
    }
    Path ark = folder.resolve(name + ".ark");
    Path scp = folder.resolve(name + ".scp");
    KaldiVectors.write("ark,scp:" + ark + "," + scp, LabelledVectors.of("here", ids, rows));
    List<ScpEntry> out = new ArrayList<>();
    for (String line : Files.readAllLines(scp)) {
      ScpEntry entry = ScpEntry.parse(scp.toString(), out.size() + 1, line);
      out.add(new ScpEntry(entry.key(), ark.toString(), entry.offset(), null, null));
    }
    return out;
  }

  @Test
  void archivesAreOpenedOnceAndReadInOrder() throws IOException {
    List<ScpEntry> entries = new ArrayList<>(entries("x", 40));
    entries.addAll(entries("y", 30));
    Collections.shuffle(entries, new Random(1));
    List<String> closed = new ArrayList<>();
    double[] found = new double[entries.size()];
    List<Long> places = new ArrayList<>();
    new ScpArchives("all.scp", path -> new Elsewhere(path, closed))
        .read(
            entries,
            (i, array) -> {
              found[i] = array.elements()[1];
              places.add(entries.get(i).offset());
            });
    for (int i = 0; i < found.length; i++) {
      double number = Double.parseDouble(entries.get(i).key().substring(1));
      assertThat(found[i]).isEqualTo(number + 0.5);
    }
    assertThat(closed).hasSize(2).doesNotHaveDuplicates();
    assertThat(places.subList(0, 40)).isSorted();
    assertThat(places.subList(40, 70)).isSorted();
  }

  @Test
  void rangesAndFilesOfThisMachine() throws IOException {
    ScpEntry first = entries("x", 2).get(1);
    ScpEntry some = ScpEntry.parse("l", 1, "k " + first.path() + ":" + first.offset() + "[1:2]");
    List<KaldiArray> out = new ArrayList<>();
    new ScpArchives("l", SeekableFiles.LOCAL).read(List.of(some), (i, a) -> out.add(a));
    assertThat(out.get(0).elements()).containsExactly(1.5, 1.5);
    new ScpArchives("l", SeekableFiles.LOCAL).read(List.of(), (i, a) -> out.clear());
    assertThat(out).hasSize(1);
  }

  @Test
  void whatIsWrongIsSaidOfTheEntry() throws IOException {
    ScpEntry good = entries("x", 2).get(0);
    ScpArchives archives = new ScpArchives("l", SeekableFiles.LOCAL);
    ScpEntry beyond = new ScpEntry("utt7", good.path(), 1_000_000, null, null);
    assertThatThrownBy(() -> archives.read(List.of(beyond), (i, a) -> {}))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("x.ark, key 'utt7': expected an object at byte 1000000");
    ScpEntry amiss = new ScpEntry("utt8", good.path(), good.offset() + 1, null, null);
    assertThatThrownBy(() -> archives.read(List.of(amiss), (i, a) -> {}))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("key 'utt8'");
    ScpEntry gone = new ScpEntry("utt9", folder.resolve("gone").toString(), 0, null, null);
    assertThatThrownBy(() -> archives.read(List.of(gone), (i, a) -> {}))
        .isInstanceOf(GmeException.class)
        .hasMessageEndingWith("gone does not exist");
  }

  @Test
  void rowsOfAnArrayByTheSameSeam() throws IOException {
    Path file = folder.resolve("x.npy");
    DoubleMatrix m = DoubleMatrix.wrap(5, 2, new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    Npy.write(file, NpyArray.of(m));
    List<String> closed = new ArrayList<>();
    try (NpyRows rows =
        NpyRows.of(InputFile.of("s3a://b/x.npy", new Elsewhere(file.toString(), closed)))) {
      assertThat(rows.doubles(1, 4)).isEqualTo(m.rowRange(1, 4));
      assertThat(rows.doubles(0, 1)).isEqualTo(m.rowRange(0, 1));
      assertThat(rows.rows()).isEqualTo(5);
    }
    assertThat(closed).hasSize(1);
    byte[] cut = Arrays.copyOf(Files.readAllBytes(file), 150);
    assertThatThrownBy(() -> NpyRows.of(InputFile.of("s3a://b/x.npy", cut)))
        .isInstanceOf(GmeException.class)
        .hasMessageStartingWith("s3a://b/x.npy: ");
  }
}
