package dev.gme.frontend.audio;

import dev.gme.core.GmeException;
import dev.gme.core.diarize.TimeRegions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * One channel of a recording in memory, in units of a 16-bit sample. A value.
 *
 * <pre>{@code
 * Audio speech = Audio.read(Path.of("call.sph"), 0).atRate(8000).segment(12.5, 20);
 * }</pre>
 */
public final class Audio {
  /**
   * Samples of one channel that are decoded unless more are allowed: 4.6 hours at 8 kHz, half a
   * gigabyte in memory. A small compressed file can hold more by far.
   */
  public static final int DEFAULT_MAX_SAMPLES = 1 << 27;

  /** Samples that may be allowed: a gigabyte in memory. */
  public static final int MOST_SAMPLES = 1 << 28;

  /** Kaldi's: a segment may end this much after its recording, and is then cut. */
  private static final double END_TOLERANCE = 0.5;

  private final int rate;
  private final float[] samples;

  private Audio(int rate, float[] samples) {
    this.rate = rate;
    this.samples = samples;
  }

  /** The given samples; the array is not copied. */
  public static Audio wrap(int rate, float[] samples) {
    if (rate < 1) {
      throw new IllegalArgumentException("a sample rate of " + rate);
    }
    return new Audio(rate, samples);
  }

  /** The recording of a file with one channel. */
  public static Audio read(Path file) {
    try (AudioStream in = AudioStream.open(file)) {
      if (in.format().channels() != 1) {
        throw severalChannels(file.toString(), in.format().channels());
      }
      return read(in, file.toString(), 0);
    }
  }

  /** One channel of a file, counted from 0. */
  public static Audio read(Path file, int channel) {
    try (AudioStream in = AudioStream.open(file)) {
      return read(in, file.toString(), channel);
    }
  }

  /**
   * One channel of a stream, from where it stands to its end.
   *
   * @param name of the file, for errors
   */
  public static Audio read(AudioStream in, String name, int channel) {
    return read(in, name, channel, DEFAULT_MAX_SAMPLES);
  }

  /**
   * One channel of a stream, from where it stands to its end.
   *
   * @param name of the file, for errors
   * @param maxSamples a longer recording is refused as soon as that is known, by its header or
   *     while it is decoded; up to {@link #MOST_SAMPLES}
   */
  public static Audio read(AudioStream in, String name, int channel, int maxSamples) {
    if (maxSamples < 1 || maxSamples > MOST_SAMPLES) {
      throw new IllegalArgumentException("a limit of " + maxSamples + " samples");
    }
    int channels = in.format().channels();
    if (channel < 0 || channel >= channels) {
      throw new GmeException(
          name + " has " + channels + " channels, asked for number " + channel + " (from 0)",
          "choose a channel that is there");
    }
    if (in.format().frames() > maxSamples) {
      throw tooLong(name, maxSamples);
    }
    double[] block = new double[(1 << 12) * channels];
    // Its header is believed only as far as that costs nothing.
    float[] x = new float[(int) Math.min(Math.max(in.format().frames(), 0), 1 << 20)];
    int n = 0;
    for (int part = in.read(block); part > 0; part = in.read(block)) {
      if (n + part > maxSamples) {
        throw tooLong(name, maxSamples);
      }
      if (n + part > x.length) {
        x = Arrays.copyOf(x, Math.min(maxSamples, Math.max(n + part, 2 * x.length)));
      }
      for (int i = 0; i < part; i++) {
        x[n++] = (float) block[i * channels + channel];
      }
    }
    return new Audio(in.format().rate(), n == x.length ? x : Arrays.copyOf(x, n));
  }

  /** What is said of a file with several channels where one was expected. */
  public static GmeException severalChannels(String name, int channels) {
    return new GmeException(
        name + " has " + channels + " channels, expected one", "say which channel to take");
  }

  private static GmeException tooLong(String name, int maxSamples) {
    return new GmeException(
        String.format(Locale.ROOT, "%s has more than %,d samples", name, maxSamples),
        "cut it into several files, or allow more samples");
  }

  public int rate() {
    return rate;
  }

  public int length() {
    return samples.length;
  }

  /** The samples: the array itself, only to be read. */
  public float[] samples() {
    return samples;
  }

  public double seconds() {
    return (double) samples.length / rate;
  }

  /**
   * The part between two times in seconds, as Kaldi's extract-segments cuts it: times are cut to
   * whole samples, and an end of −1, or up to half a second too late, is the end of the recording.
   */
  public Audio segment(double start, double end) {
    double last = end == -1 ? seconds() : end;
    if (!(start >= 0) || !(last > start) || last > seconds() + END_TOLERANCE) {
      throw new GmeException(
          "a segment from "
              + start
              + " to "
              + end
              + " s does not lie in "
              + seconds()
              + " s of audio",
          "correct the times of the segment");
    }
    int from = (int) Math.min(samples.length, (long) (start * rate));
    int to = (int) Math.min(samples.length, (long) (last * rate));
    return new Audio(rate, Arrays.copyOfRange(samples, from, Math.max(from, to)));
  }

  /** The parts of the recording in some regions, one after the other. */
  public Audio within(TimeRegions regions) {
    float[] out = new float[samples.length];
    int n = 0;
    for (int r = 0; r < regions.size(); r++) {
      int from = sampleAt(regions.start(r));
      int to = sampleAt(regions.end(r));
      System.arraycopy(samples, from, out, n, to - from);
      n += to - from;
    }
    return new Audio(rate, Arrays.copyOf(out, n));
  }

  private int sampleAt(double seconds) {
    return (int) Math.min(samples.length, Math.round(seconds * rate));
  }

  /** The same recording at another sample rate; see {@link Resampler} for the quality. */
  public Audio atRate(int newRate) {
    if (newRate == rate) {
      return this;
    }
    if ((double) samples.length * newRate / rate > MOST_SAMPLES) {
      throw new GmeException(
          samples.length
              + " samples at "
              + rate
              + " Hz would be more than "
              + MOST_SAMPLES
              + " at "
              + newRate,
          "check the sample rate, or cut the recording into several files");
    }
    return new Audio(newRate, new Resampler(rate, newRate).resample(samples));
  }
}
