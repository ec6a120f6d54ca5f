package dev.gme.spark;

import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.formats.kaldi.KaldiTable;
import dev.gme.formats.kaldi.ScpArchives;
import dev.gme.formats.kaldi.ScpEntry;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.spark.api.java.JavaRDD;

/**
 * A script file of Kaldi, whose lines are shared out: a task opens each archive once for a batch of
 * entries and goes through them in ascending order.
 */
final class KaldiScript implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * A line on its way.
   *
   * @param index from 0
   */
  record Line(String list, long index, String text) implements Serializable {
    ScpEntry entry() {
      return ScpEntry.parse(list, index + 1, text);
    }

    String key() {
      return entry().key();
    }
  }

  private final String path;
  private final Files files;
  private final long size;
  private final transient JavaRDD<Line> lines;

  KaldiScript(Cluster cluster, String path, int partitions) {
    this.path = path;
    files = cluster.files();
    requireScript();
    ListLines read = ListLines.read(cluster, path, partitions);
    size = read.count();
    if (size == 0) {
      throw BadFile.at(path, "expected entries, found none", "check how the list was made");
    }
    lines = read.lines().map(line -> new Line(path, line._2(), line._1()));
  }

  /** An archive has no places that tasks could go to. */
  private void requireScript() {
    try (InputFile file = InputFile.of(path, files.open(path))) {
      if (!KaldiTable.isScript(file)) {
        throw BadFile.at(
            path,
            "expected a script file, found an archive",
            "give the .scp file that belongs to it; 'gme convert' makes one");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String path() {
    return path;
  }

  /** How many entries there are. */
  long size() {
    return size;
  }

  /** All entries. */
  JavaRDD<Line> lines() {
    return lines;
  }

  Line first() {
    return lines.first();
  }

  /** Hands on what some entries hold, in the order of their archives. */
  void read(List<Line> some, BiConsumer<Line, KaldiArray> taker) {
    Map<String, String> places = new HashMap<>();
    List<ScpEntry> entries = some.stream().map(Line::entry).toList();
    for (int i = 0; i < entries.size(); i++) {
      int at = i;
      places.computeIfAbsent(
          entries.get(i).path(), p -> place(some.get(at).index(), entries.get(at)));
    }
    try {
      new ScpArchives(path, archive -> files.open(places.get(archive)))
          .read(entries, (i, array) -> taker.accept(some.get(i), array));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where an archive is: below the list's folder, its parent or the working folder. */
  private String place(long index, ScpEntry entry) {
    for (String candidate : files.near(path, entry.path())) {
      if (files.exists(candidate)) {
        return candidate;
      }
    }
    throw BadFile.atLine(
        path,
        index + 1,
        "the file "
            + BadFile.quoted(entry.path())
            + " of key "
            + BadFile.quoted(entry.key())
            + " is not there",
        "all executors have to see it; paths start from the list's folder, its parent or the"
            + " working folder");
  }
}
