package dev.gme.formats.io;

import dev.gme.core.GmeException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A file that was opened for reading, once for all who want to know what it holds and for whoever
 * reads it then. Gzip is recognized by its first two bytes, whatever the name is; that compressed
 * data is damaged is said of the file.
 *
 * <pre>{@code
 * try (InputFile in = InputFile.open(path)) {
 *   VectorFormat format = VectorFiles.recognize(in);   // looks at in.start()
 *   LabelledVectors vectors = VectorFiles.read(in, format);
 * }
 * }</pre>
 *
 * <p>As in Kaldi's programs, {@code -} is standard input, and {@code ark:} or {@code scp:} may
 * stand before a name; the content tells the format all the same.
 *
 * <p>What lies on no disk of this machine is read all the same: {@link #of(String,
 * SeekableByteChannel)} and {@link #of(String, byte[])}.
 *
 * <p>A file can be gone through more than once. A pipe cannot: there only {@link #start} may be
 * asked for before {@link #stream}.
 */
public final class InputFile implements Closeable {
  /** So many bytes tell the formats that no pipe can give: the last is a safetensors' brace. */
  private static final int FIRST = 9;

  /** Bytes that tell a format: more than any first line of an id with a path. */
  public static final int START = 1 << 14;

  private static final int BUFFER = 1 << 16;

  private static final Path STANDARD_INPUT = Path.of("standard input");

  /** Of a file whose name is none of this machine. */
  private static final Path ELSEWHERE = Path.of("a file elsewhere");

  /** Kaldi's names of tables: {@code ark:x}, {@code ark,t:-}, {@code scp:x}. */
  private static final Pattern SPECIFIER =
      Pattern.compile("(?:[a-z]+,)*(?:ark|scp)(?:,[a-z]+)*:(.+)");

  private final Path path;

  /** What messages call it. */
  private final String name;

  /** Null for a pipe. */
  private final SeekableByteChannel channel;

  /** Null for a file. */
  private final InputStream pipe;

  private final boolean packed;
  private byte[] start;

  private InputFile(
      Path path, String name, SeekableByteChannel channel, InputStream pipe, boolean packed) {
    this.path = path;
    this.name = name;
    this.channel = channel;
    this.pipe = pipe;
    this.packed = packed;
  }

  /**
   * Opens a file, the standard input ({@code -}), or what one of Kaldi's names stands for; a file
   * that is not there, or is a folder, is refused.
   */
  public static InputFile open(Path named) throws IOException {
    Path path = withoutSpecifier(named);
    if (path.toString().equals("-")) {
      OpenedFiles.note(STANDARD_INPUT);
      return pipe(STANDARD_INPUT, new FileInputStream(FileDescriptor.in));
    }
    if (Files.isDirectory(path)) {
      throw BadFile.at(path, "expected a file, found a folder", "name a file in it");
    }
    BadFile.requireThere(path);
    OpenedFiles.note(path);
    // What cannot be opened for another reason is said by the channel.
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // Not Files.newInputStream, which seeks when it is asked what is available.
      return pipe(path, new FileInputStream(path.toFile()));
    }
    return of(path, path.toString(), FileChannel.open(path, StandardOpenOption.READ));
  }

  /**
   * A file that lies elsewhere, behind anything that can go to a place: a file system of a cluster,
   * a store of objects, memory. To close it is to close the channel.
   *
   * @param name what messages call it
   */
  public static InputFile of(String name, SeekableByteChannel channel) throws IOException {
    Path path;
    try {
      path = Path.of(name);
    } catch (InvalidPathException e) {
      path = ELSEWHERE;
    }
    return of(path, name, channel);
  }

  /**
   * A file that is in memory.
   *
   * @param bytes not copied
   */
  public static InputFile of(String name, byte[] bytes) throws IOException {
    return of(name, new ByteChannel(bytes));
  }

  private static InputFile of(Path path, String name, SeekableByteChannel channel)
      throws IOException {
    return CloseOnFailure.of(
        channel,
        () -> new InputFile(path, name, channel, null, isGzip(new ChannelStream(channel))));
  }

  private static InputFile pipe(Path path, InputStream in) throws IOException {
    InputStream raw = new BufferedInputStream(in, BUFFER);
    return CloseOnFailure.of(
        raw,
        () -> {
          boolean packed = isGzip(raw);
          InputStream pipe =
              packed ? new BufferedInputStream(unpack(path.toString(), raw), BUFFER) : raw;
          requireReadThrough(path, pipe);
          return new InputFile(path, path.toString(), null, pipe, packed);
        });
  }

  /** Refuses what is not read from its first byte to its last, which is all that a pipe can do. */
  private static void requireReadThrough(Path path, InputStream pipe) throws IOException {
    pipe.mark(FIRST);
    String text = new String(pipe.readNBytes(FIRST), StandardCharsets.ISO_8859_1);
    pipe.reset();
    String kind =
        text.startsWith("PK\3\4")
            ? "an .npz file"
            : text.startsWith("\u0089HDF")
                ? "an HDF5 file"
                : text.length() == FIRST && text.endsWith("\0\0\0{") ? "a safetensors file" : "";
    if (!kind.isEmpty()) {
      throw BadFile.at(
          path, "expected text or Kaldi's formats in a pipe, found " + kind, "give its name");
    }
  }

  /** The file that one of Kaldi's names stands for; a file of that very name comes first. */
  private static Path withoutSpecifier(Path named) {
    Matcher specifier = SPECIFIER.matcher(named.toString());
    return specifier.matches() && !Files.exists(named) ? Path.of(specifier.group(1)) : named;
  }

  /** Makes something of a file that is open. */
  @FunctionalInterface
  public interface Opening<T> {
    T of(InputFile file) throws IOException;
  }

  /** Opens a file for something that will close it; where that fails, the file is closed here. */
  public static <T> T open(Path path, Opening<T> opening) throws IOException {
    InputFile file = open(path);
    return CloseOnFailure.of(file, () -> opening.of(file));
  }

  /** Opens a file for something that reads what it needs at once, and closes it. */
  public static <T> T read(Path path, Opening<T> reading) throws IOException {
    try (InputFile file = open(path)) {
      return reading.of(file);
    }
  }

  /** The uncompressed content of a file; to close it is to close the file. */
  public static InputStream stream(Path path) throws IOException {
    return open(path, InputFile::stream);
  }

  public Path path() {
    return path;
  }

  /** Whether it can be gone through once only, and not by its name. */
  public boolean isPipe() {
    return channel == null;
  }

  /** Whether libraries may open it by themselves, by its {@link #path}. */
  public boolean isOnThisMachine() {
    return channel instanceof FileChannel;
  }

  /** Whether the content lies gzipped in the file. */
  public boolean isPacked() {
    return packed;
  }

  /**
   * How many bytes {@link #stream} will give, or {@link Long#MAX_VALUE} where only reading tells.
   */
  public long size() throws IOException {
    return packed || channel == null ? Long.MAX_VALUE : channel.size();
  }

  /** How many bytes lie in the file, gzipped if they are; 0 for a pipe. */
  public long storedSize() throws IOException {
    return channel == null ? 0 : channel.size();
  }

  /** The first bytes of the content, as many as there are up to {@link #START}; not a copy. */
  public byte[] start() throws IOException {
    if (start == null) {
      if (channel == null) {
        pipe.mark(START);
        start = pipe.readNBytes(START);
        pipe.reset();
      } else {
        // Not closed, because this would close the file.
        start = stream().readNBytes(START);
      }
    }
    return start;
  }

  /** The content from its first byte on, uncompressed; to close it is to close the file. */
  public InputStream stream() throws IOException {
    if (channel == null) {
      return pipe;
    }
    return packed ? unpack(name, stored()) : stored();
  }

  /** The bytes as they lie in the file, from the first on; to close it is to close the file. */
  public InputStream stored() {
    return channel == null ? pipe : new BufferedInputStream(new ChannelStream(channel), BUFFER);
  }

  /** SHA-256 of the bytes as they lie in the file, in hexadecimal digits. */
  public String digest() throws IOException {
    Sha256 digest = new Sha256();
    InputStream in = stored();
    byte[] block = new byte[BUFFER];
    for (int n = in.read(block); n >= 0; n = in.read(block)) {
      digest.update(block, 0, n);
    }
    return digest.hex();
  }

  /** Whether {@link #read} can go to any place of the content: it is not gzipped and no pipe. */
  public boolean hasPlaces() {
    return !packed && channel != null;
  }

  /**
   * Reads bytes of the file from a place on, as many as there is room for or as come at a time; by
   * any thread.
   *
   * @return how many, or −1 at the end
   */
  public int read(ByteBuffer out, long place) throws IOException {
    return read(channel, out, place);
  }

  private static int read(SeekableByteChannel channel, ByteBuffer out, long place)
      throws IOException {
    if (channel instanceof FileChannel file) {
      return file.read(out, place);
    }
    synchronized (channel) {
      return channel.position(place).read(out);
    }
  }

  /** The content as pages of memory, of a file of this machine of at most 2^31 bytes. */
  public ByteBuffer mapped() throws IOException {
    return ((FileChannel) channel).map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
  }

  @Override
  public void close() throws IOException {
    if (channel == null) {
      pipe.close();
    } else {
      channel.close();
    }
  }

  @Override
  public String toString() {
    return name;
  }

  private static boolean isGzip(InputStream in) throws IOException {
    in.mark(2);
    boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return gzip;
  }

  private static InputStream unpack(String name, InputStream raw) throws IOException {
    try {
      return new Unpacked(name, new GZIPInputStream(raw, BUFFER));
    } catch (EOFException | ZipException e) {
      throw damaged(name);
    }
  }

  private static GmeException damaged(String name) {
    return BadFile.at(
        name, "expected gzipped data, found damaged compressed data", "make or copy it again");
  }

  /** A stream that is read in blocks, single bytes too. */
  private abstract static class BlockStream extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public abstract int read(byte[] out, int off, int n) throws IOException;
  }

  /** The bytes of a channel, with a place of its own, so that there may be several of them. */
  private static final class ChannelStream extends BlockStream {
    private final SeekableByteChannel channel;
    private long at;
    private long marked;

    ChannelStream(SeekableByteChannel channel) {
      this.channel = channel;
    }

    @Override
    public int read(byte[] out, int off, int n) throws IOException {
      int got = InputFile.read(channel, ByteBuffer.wrap(out, off, n), at);
      at += Math.max(0, got);
      return got;
    }

    @Override
    public long skip(long n) throws IOException {
      long skipped = Math.max(0, Math.min(n, channel.size() - at));
      at += skipped;
      return skipped;
    }

    @Override
    public int available() throws IOException {
      // GZIPInputStream asks whether another member may follow.
      return (int) Math.min(Integer.MAX_VALUE, Math.max(0, channel.size() - at));
    }

    @Override
    public boolean markSupported() {
      return true;
    }

    @Override
    public synchronized void mark(int limit) {
      marked = at;
    }

    @Override
    public synchronized void reset() {
      at = marked;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** Bytes in memory. */
  private static final class ByteChannel implements SeekableByteChannel {
    private final byte[] bytes;
    private long at;

    ByteChannel(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read(ByteBuffer out) {
      int n = (int) Math.min(out.remaining(), bytes.length - at);
      if (n <= 0) {
        return out.hasRemaining() ? -1 : 0;
      }
      out.put(bytes, (int) at, n);
      at += n;
      return n;
    }

    @Override
    public long position() {
      return at;
    }

    @Override
    public SeekableByteChannel position(long place) {
      at = place;
      return this;
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public int write(ByteBuffer in) {
      throw new NonWritableChannelException();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
      throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  /** What comes out of gzip, or a sentence. */
  private static final class Unpacked extends BlockStream {
    private final String name;
    private final InputStream in;

    Unpacked(String name, InputStream in) {
      this.name = name;
      this.in = in;
    }

    @Override
    public int read(byte[] out, int off, int n) throws IOException {
      try {
        return in.read(out, off, n);
      } catch (EOFException | ZipException e) {
        throw damaged(name);
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
