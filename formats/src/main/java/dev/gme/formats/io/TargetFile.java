package dev.gme.formats.io;

import dev.gme.core.GmeException;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.GZIPOutputStream;

/**
 * A file that appears when it is complete, or not at all: written beside its place and moved there
 * by {@link #commit}. What is not committed is removed by {@link #close}, or when the JVM ends.
 *
 * <pre>{@code
 * try (TargetFile target = TargetFile.create(path)) {
 *   target.stream().write(bytes);
 *   target.commit();
 * }
 * }</pre>
 *
 * <p>A pipe or device, such as /dev/stdout, is written to directly, and so is standard output,
 * which {@code -} stands for.
 */
public final class TargetFile implements Closeable {
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(TargetFile::removeUnfinished));
  }

  private final Path target;
  private final Path part;
  private final FileChannel channel;
  private OutputStream stream;

  private TargetFile(Path target, Path part, FileChannel channel) {
    this.target = target;
    this.part = part;
    this.channel = channel;
  }

  /** Writes a file of lines, whole or not at all. */
  public static void writeLines(Path path, List<String> lines) throws IOException {
    try (TargetFile target = create(path)) {
      for (String line : lines) {
        target.stream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
      target.commit();
    }
  }

  /** Whether a name stands for something that is written to directly. */
  public static boolean isStream(Path path) {
    return isStandardOutput(path) || (Files.exists(path) && !Files.isRegularFile(path));
  }

  private static boolean isStandardOutput(Path path) {
    return path.toString().equals("-");
  }

  /** Refuses a place where no file can be written, before the work whose result goes there. */
  public static void requirePlace(Path path) throws IOException {
    if (isStandardOutput(path)) {
      return;
    }
    if (Files.isDirectory(path)) {
      throw BadFile.at(path, "expected a file to write, found a folder", "name a file in it");
    }
    Path folder = target(path).getParent();
    if (!isStream(path) && (folder == null || !Files.isDirectory(folder))) {
      throw new GmeException(
          path + " cannot be written: there is no folder " + folder, "make that folder first");
    }
  }

  /** A link stays a link: what it leads to is replaced. */
  private static Path target(Path path) throws IOException {
    return Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
  }

  public static TargetFile create(Path path) throws IOException {
    requirePlace(path);
    if (isStandardOutput(path)) {
      return new TargetFile(path, path, new FileOutputStream(FileDescriptor.out).getChannel());
    }
    if (isStream(path)) {
      return new TargetFile(path, path, FileChannel.open(path, StandardOpenOption.WRITE));
    }
    Path target = target(path);
    String unique = Long.toString(ThreadLocalRandom.current().nextLong() >>> 1, 36);
    Path part = target.resolveSibling("." + target.getFileName() + "." + unique + ".part");
    UNFINISHED.add(part);
    return new TargetFile(
        target,
        part,
        FileChannel.open(
            part,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE));
  }

  /** For formats that nobody reads compressed: a name that ends in .gz is refused. */
  public static TargetFile createPlain(Path path) throws IOException {
    if (path.toString().endsWith(".gz")) {
      throw BadFile.at(
          path,
          "gzip is written for text and Kaldi archives only",
          "leave out .gz, and compress the file afterwards if you must");
    }
    return create(path);
  }

  /** For writing at positions, by many threads. */
  public FileChannel channel() {
    return channel;
  }

  /** Where the content goes until {@link #commit}, for libraries that open files by themselves. */
  public Path part() {
    return part;
  }

  /** For writing from the start on; compressed if the name of the file ends in .gz. */
  public OutputStream stream() throws IOException {
    if (stream == null) {
      OutputStream plain = new BufferedOutputStream(new NamedStream(), 1 << 16);
      boolean gzip = target.getFileName().toString().endsWith(".gz");
      stream = gzip ? new GZIPOutputStream(plain, 1 << 16) : plain;
    }
    return stream;
  }

  /** Puts the file into its place. */
  public void commit() throws IOException {
    if (stream != null && isStandardOutput(target)) {
      stream.flush();
    } else if (stream != null) {
      stream.close();
    }
    closeChannel();
    if (part.equals(target)) {
      return;
    }
    try {
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
    }
    UNFINISHED.remove(part);
  }

  /** Standard output is not closed: others may have something to say there. */
  private void closeChannel() throws IOException {
    if (!isStandardOutput(target)) {
      channel.close();
    }
  }

  @Override
  public void close() throws IOException {
    closeChannel();
    if (UNFINISHED.remove(part)) {
      Files.deleteIfExists(part);
    }
  }

  /** Says which file cannot be written; what the system says of a full disk names none. */
  private final class NamedStream extends OutputStream {
    private final OutputStream out = Channels.newOutputStream(channel);

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (ClosedChannelException e) {
        throw e;
      } catch (IOException e) {
        IOException named =
            new FileSystemException(
                target.toString(), null, "cannot be written: " + e.getMessage());
        named.initCause(e);
        throw named;
      }
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  private static void removeUnfinished() {
    for (Path part : UNFINISHED) {
      // The JVM is ending: whether this works, nobody can be told any more.
      part.toFile().delete();
    }
  }
}
