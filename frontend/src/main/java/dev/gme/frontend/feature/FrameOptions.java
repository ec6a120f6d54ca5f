package dev.gme.frontend.feature;

/**
 * How a recording is cut into frames; Kaldi's options of the same names.
 *
 * @param sampleFrequency in Hz; the recording must have it
 * @param frameLength in ms
 * @param frameShift in ms
 * @param dither standard deviation of the noise that is added, in units of a 16-bit sample. Kaldi's
 *     default is 1, with other noise in every run; here it is 0, and other noise depends on the
 *     seed and the number of the frame alone
 * @param preemphasis coefficient of the high-pass before the window
 * @param removeDcOffset whether the mean of a frame is subtracted
 * @param window the window
 * @param blackmanCoefficient of the Blackman window
 * @param roundToPowerOfTwo whether frames are filled with zeros up to a power of two
 * @param snipEdges whether frames lie within the recording; else it is mirrored at its ends, and
 *     has one frame per shift
 * @param ditherSeed of the noise
 */
public record FrameOptions(
    double sampleFrequency,
    double frameLength,
    double frameShift,
    double dither,
    double preemphasis,
    boolean removeDcOffset,
    WindowType window,
    double blackmanCoefficient,
    boolean roundToPowerOfTwo,
    boolean snipEdges,
    long ditherSeed) {
  public FrameOptions {
    require(sampleFrequency > 0 && sampleFrequency <= 1e6, "sample frequency", sampleFrequency);
    require(frameLength > 0 && frameLength <= 1e4, "frame length", frameLength);
    require(frameShift > 0 && frameShift <= 1e4, "frame shift", frameShift);
    require(dither >= 0 && dither < 1e9, "dither", dither);
    require(preemphasis >= 0 && preemphasis <= 1, "pre-emphasis", preemphasis);
    require(Double.isFinite(blackmanCoefficient), "Blackman coefficient", blackmanCoefficient);
    require(samples(sampleFrequency, frameLength) >= 2, "frame length", frameLength);
    require(samples(sampleFrequency, frameShift) >= 1, "frame shift", frameShift);
  }

  /** 25 ms every 10 ms, Povey's window. */
  public static FrameOptions defaults(double sampleFrequency) {
    return new FrameOptions(
        sampleFrequency, 25, 10, 0, 0.97, true, WindowType.POVEY, 0.42, true, true, 0);
  }

  static void require(boolean condition, String what, double found) {
    if (!condition) {
      throw new IllegalArgumentException("not a valid " + what + ": " + found);
    }
  }

  private static int samples(double rate, double ms) {
    return (int) (rate * 0.001 * ms);
  }

  /** Samples of a frame. */
  int length() {
    return samples(sampleFrequency, frameLength);
  }

  /** Samples from the beginning of a frame to that of the next. */
  int shift() {
    return samples(sampleFrequency, frameShift);
  }

  /** Samples of a frame with the zeros behind it. */
  int paddedLength() {
    int n = length();
    return roundToPowerOfTwo && Integer.bitCount(n) != 1 ? Integer.highestOneBit(n) << 1 : n;
  }
}
