package dev.gme.frontend.audio;

/**
 * What the samples of a file look like.
 *
 * @param container the kind of file, for people
 * @param encoding how one sample is written
 * @param rate samples per second of one channel
 * @param channels number of channels
 * @param frames samples of one channel, −1 where only reading to the end tells
 */
public record AudioFormat(
    String container, Encoding encoding, int rate, int channels, long frames) {
  /** More than any recording has, less than any product of sizes that could overflow. */
  private static final int MAX_RATE = 1_000_000;

  private static final int MAX_CHANNELS = 1024;

  /** Refuses what no recording has. */
  AudioFormat checked(AudioBytes in) {
    if (rate < 1 || rate > MAX_RATE) {
      throw in.damaged("a sample rate from 1 to " + MAX_RATE + " Hz", Integer.toString(rate));
    }
    if (channels < 1 || channels > MAX_CHANNELS) {
      throw in.damaged("from 1 to " + MAX_CHANNELS + " channels", Integer.toString(channels));
    }
    return this;
  }

  /** Bytes of one sample of all channels. */
  int frameBytes() {
    return channels * encoding.bytes();
  }

  AudioFormat withFrames(long n) {
    return new AudioFormat(container, encoding, rate, channels, n);
  }
}
