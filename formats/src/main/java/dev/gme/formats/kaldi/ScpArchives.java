package dev.gme.formats.kaldi;

import dev.gme.formats.io.CloseOnFailure;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.SeekableFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Reads entries of script files, whatever file system their archives are of: each archive is opened
 * once, and gone through in ascending order.
 *
 * <pre>{@code
 * ScpArchives archives = new ScpArchives("xvectors.scp", SeekableFiles.LOCAL);
 * archives.read(entries, (i, array) -> use(entries.get(i).key(), array.elements()));
 * }</pre>
 *
 * <p>An object keeps nothing between calls and may be used by many threads.
 */
public final class ScpArchives {
  private final String list;
  private final SeekableFiles files;

  /** Takes what was read. */
  @FunctionalInterface
  public interface Taker {
    /**
     * The vector or matrix of an entry.
     *
     * @param i the number of the entry in the list that was given
     */
    void take(int i, KaldiArray array) throws IOException;
  }

  /**
   * Archives that can be opened.
   *
   * @param list what messages call the script file
   */
  public ScpArchives(String list, SeekableFiles files) {
    this.list = list;
    this.files = files;
  }

  /** Reads all entries, in the order of their archives and of the places in these. */
  public void read(List<ScpEntry> entries, Taker taker) throws IOException {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      order.add(i);
    }
    order.sort(
        Comparator.comparing((Integer i) -> entries.get(i).path())
            .thenComparingLong(i -> entries.get(i).offset()));
    for (int from = 0, to; from < order.size(); from = to) {
      String path = entries.get(order.get(from)).path();
      to = from + 1;
      while (to < order.size() && entries.get(order.get(to)).path().equals(path)) {
        to++;
      }
      try (Archive archive = Archive.open(files, path)) {
        for (int i : order.subList(from, to)) {
          taker.take(i, archive.read(list, entries.get(i)));
        }
      }
    }
  }

  /** An archive that is open. */
  private record Archive(KaldiInput in) implements Closeable {
    static Archive open(SeekableFiles files, String path) throws IOException {
      SeekableByteChannel channel = files.open(path);
      return CloseOnFailure.of(
          channel, () -> new Archive(KaldiInput.of(InputFile.of(path, channel))));
    }

    KaldiArray read(String list, ScpEntry entry) throws IOException {
      in.entry(entry.key());
      in.seek(entry.offset());
      return entry.cut(list, KaldiObjects.array(in, KaldiObjects.binary(in)));
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
