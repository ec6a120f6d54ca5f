package dev.gme.frontend.audio;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Samples that follow each other in a file, each of the same number of bytes. */
final class PcmStream extends AudioStream {
  private final AudioBytes in;
  private final AudioFormat format;
  private final ByteOrder order;
  private long left;
  private byte[] bytes = new byte[0];

  /**
   * @param dataBytes bytes of samples from here on, which must be in the file; a last part that is
   *     no whole sample of all channels is passed over, as other programs do
   */
  PcmStream(AudioBytes in, AudioFormat format, ByteOrder order, long dataBytes) {
    super(in);
    this.in = in;
    this.order = order;
    this.left = in.frames(dataBytes, format);
    this.format = format.withFrames(left);
  }

  @Override
  public AudioFormat format() {
    return format;
  }

  @Override
  public int read(double[] block) {
    int n = (int) Math.min(left, block.length / format.channels());
    int size = n * format.frameBytes();
    if (bytes.length < size) {
      bytes = new byte[size];
    }
    in.need(bytes, size);
    ByteBuffer samples = ByteBuffer.wrap(bytes, 0, size).order(order);
    for (int i = 0; i < n * format.channels(); i++) {
      block[i] = format.encoding().next(samples);
      if (!Double.isFinite(block[i])) {
        throw in.damaged("finite samples", Double.toString(block[i]));
      }
    }
    left -= n;
    return n;
  }
}
