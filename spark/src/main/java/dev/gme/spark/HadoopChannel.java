package dev.gme.spark;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.apache.hadoop.fs.FSDataInputStream;

/** A file of a file system of Hadoop, or a part of one, in which one can go to a place. */
final class HadoopChannel implements SeekableByteChannel {
  private final FSDataInputStream in;
  private final long start;
  private final long size;
  private long at;
  private boolean isOpen = true;

  HadoopChannel(FSDataInputStream in, long start, long size) {
    this.in = in;
    this.start = start;
    this.size = size;
  }

  @Override
  public int read(ByteBuffer out) throws IOException {
    int n = (int) Math.min(out.remaining(), size - at);
    if (n <= 0) {
      return out.hasRemaining() ? -1 : 0;
    }
    if (in.getPos() != start + at) {
      in.seek(start + at);
    }
    byte[] bytes = out.hasArray() ? out.array() : new byte[n];
    int off = out.hasArray() ? out.arrayOffset() + out.position() : 0;
    int got = in.read(bytes, off, n);
    if (got <= 0) {
      return got;
    }
    if (out.hasArray()) {
      out.position(out.position() + got);
    } else {
      out.put(bytes, 0, got);
    }
    at += got;
    return got;
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
    return size;
  }

  @Override
  public int write(ByteBuffer from) {
    throw new NonWritableChannelException();
  }

  @Override
  public SeekableByteChannel truncate(long length) {
    throw new NonWritableChannelException();
  }

  @Override
  public boolean isOpen() {
    return isOpen;
  }

  @Override
  public void close() throws IOException {
    isOpen = false;
    in.close();
  }
}
