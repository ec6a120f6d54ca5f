package dev.gme.formats.kaldi;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.TextLines;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Goes through an archive or script file entry by entry, so that a table larger than memory can be
 * read. Which of them it is, and whether it is text, is told by its content.
 *
 * <pre>{@code
 * try (KaldiTable table = KaldiTable.open(Path.of("xvectors.scp"))) {
 *   while (table.next()) {
 *     use(table.key(), table.array().elements());
 *   }
 * }
 * }</pre>
 */
public final class KaldiTable implements Closeable {
  private static final int LONGEST_KEY = 1 << 12;

  private final Path file;
  private final TextLines script;
  private KaldiInput archive;
  private ScpEntry entry;
  private String key;
  private boolean pending;

  private KaldiTable(Path file, KaldiInput archive, TextLines script) {
    this.file = file;
    this.archive = archive;
    this.script = script;
  }

  /** A table by its file. */
  public static KaldiTable open(Path file) throws IOException {
    return InputFile.open(file, KaldiTable::of);
  }

  /** A table from its first entry on; to close it is to close the file. */
  public static KaldiTable of(InputFile in) throws IOException {
    return isScript(in)
        ? new KaldiTable(in.path(), null, TextLines.of(in))
        : new KaldiTable(in.path(), KaldiInput.of(in), null);
  }

  /** A table by Kaldi's name for it: {@code ark:file}, {@code scp:file}, or just the file. */
  public static KaldiTable open(String specifier) throws IOException {
    KaldiSpecifier s = KaldiSpecifier.parse(specifier);
    if (s.archive() != null && s.script() != null) {
      throw new GmeException(
          "'" + specifier + "' is for writing", "read ark:file or scp:file, one of them");
    }
    if (s.script() != null) {
      return new KaldiTable(s.script(), null, TextLines.open(s.script()));
    }
    return s.bare()
        ? open(s.archive())
        : new KaldiTable(s.archive(), KaldiInput.open(s.archive()), null);
  }

  /**
   * Whether a file that is open is a script file, not an archive: after the key of a script comes a
   * path; in an archive the mark of binary data or a number.
   */
  public static boolean isScript(InputFile file) throws IOException {
    try (KaldiInput in = KaldiInput.start(file)) {
      readKey(in);
      if (in.peek() == 0) {
        return false;
      }
      StringBuilder rest = new StringBuilder();
      for (int c = in.read(); c >= 0 && c != '\n' && rest.length() < LONGEST_KEY; c = in.read()) {
        rest.append((char) c);
      }
      String text = rest.toString().strip();
      return !text.isEmpty() && !text.startsWith("[") && !text.matches("[-+0-9][-+0-9.eE ;]*");
    }
  }

  private static String readKey(KaldiInput in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int c = in.read();
    while (c == '\n' || c == '\r') {
      c = in.read();
    }
    if (c < 0) {
      return null;
    }
    long start = in.position() - 1;
    while (c > ' ' && bytes.size() < LONGEST_KEY) {
      bytes.write(c);
      c = in.read();
    }
    if ((c != ' ' && c != '\t') || bytes.size() == 0) {
      throw in.bad(
          "expected a key and a blank at byte " + start + ", found something else",
          "give a Kaldi archive or script file");
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Goes to the next entry; false at the end. The value of each entry is read exactly once. */
  public boolean next() throws IOException {
    if (pending) {
      throw new IllegalStateException("the value of " + key + " was not read");
    }
    if (script == null) {
      archive.entry(null);
      key = readKey(archive);
      archive.entry(key);
      pending = key != null;
      return pending;
    }
    String text = script.next();
    if (text == null) {
      return false;
    }
    ScpEntry before = entry;
    entry = ScpEntry.parse(file.toString(), script.number(), text);
    key = entry.key();
    // Mostly the same archive as before, which is not looked for again.
    if (before == null || !before.path().equals(entry.path())) {
      closeArchive();
      archive = entry.open(file, script.number());
    }
    archive.entry(key);
    archive.seek(entry.offset());
    pending = true;
    return true;
  }

  public String key() {
    return key;
  }

  private boolean begin() throws IOException {
    if (!pending) {
      throw new IllegalStateException("there is no value to be read");
    }
    pending = false;
    return KaldiObjects.binary(archive);
  }

  /** The vector or matrix of this entry. */
  public KaldiArray array() throws IOException {
    KaldiArray whole = KaldiObjects.array(archive, begin());
    return entry == null ? whole : entry.cut(file.toString(), whole);
  }

  /** The vector of integers of this entry. */
  public int[] integers() throws IOException {
    return KaldiObjects.integers(archive, begin());
  }

  /** The integer of this entry, as in num_utts. */
  public int integer() throws IOException {
    if (begin()) {
      return KaldiObjects.integer(archive, "an integer");
    }
    int[] all = KaldiText.integers(archive);
    if (all.length != 1) {
      throw BadFile.at(
          archive.where(), "expected one integer, found " + all.length, "correct that line");
    }
    return all[0];
  }

  /** The components that were selected for each frame, as gmm-gselect writes them. */
  public int[][] selections() throws IOException {
    return KaldiFrames.selections(archive, begin());
  }

  /** The posteriors of each frame. */
  public KaldiPosteriors posteriors() throws IOException {
    return KaldiFrames.posteriors(archive, begin());
  }

  private void closeArchive() throws IOException {
    if (archive != null) {
      archive.close();
    }
  }

  @Override
  public void close() throws IOException {
    closeArchive();
    if (script != null) {
      script.close();
    }
  }
}
