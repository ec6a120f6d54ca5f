package dev.gme.frontend.artefact;

import dev.gme.core.GmeException;
import dev.gme.frontend.feature.Deltas;
import dev.gme.frontend.feature.EnergyVad;
import dev.gme.frontend.feature.FeaturePipeline;
import dev.gme.frontend.feature.FrameOptions;
import dev.gme.frontend.feature.MelOptions;
import dev.gme.frontend.feature.Mfcc;
import dev.gme.frontend.feature.SlidingCmvn;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The features of a system in the terms of its user: what a {@link FeaturePipeline} is made from,
 * and what an extractor remembers of its training.
 *
 * <pre>{@code
 * FloatMatrix frames = FeatureSpec.paper(8000).pipeline().compute(Audio.read(file));
 * }</pre>
 *
 * @param rate in Hz; recordings of another rate are resampled
 * @param type what a frame is made of
 * @param cepstra C0 included; of filterbanks none are taken
 * @param bands mel filters
 * @param lowFrequency lower end of the filters, in Hz
 * @param highFrequency their upper end, in Hz
 * @param deltas how many derivatives
 * @param normalization what is normalized over the window
 * @param window of the normalization in seconds, 0 for the whole recording
 * @param vad whether frames without speech are left out
 * @param vadThreshold the constant part of the threshold for C0
 * @param vadMeanScale how much of the mean of C0 is added to it
 * @param details the rest
 */
public record FeatureSpec(
    int rate,
    Type type,
    int cepstra,
    int bands,
    double lowFrequency,
    double highFrequency,
    int deltas,
    Normalization normalization,
    double window,
    boolean vad,
    double vadThreshold,
    double vadMeanScale,
    FeatureDetails details) {
  /** Seconds over which the paper normalizes. */
  public static final double PAPER_WINDOW = 3;

  /** What a frame is made of, before derivatives. */
  public enum Type {
    /** Cepstra of the energies in mel filters. */
    MFCC,
    /** Logarithms of the energies in the filters. */
    FBANK
  }

  /** What is normalized over a window. */
  public enum Normalization {
    NONE,
    MEAN,
    MEAN_VARIANCE
  }

  public FeatureSpec {
    check(rate >= 1000 && rate <= 1_000_000, "a rate from 1000 to 1000000 Hz", rate);
    check(bands >= 3 && bands <= 1000, "from 3 to 1000 filters", bands);
    check(cepstra >= 1 && cepstra <= bands, "from 1 to " + bands + " cepstra", cepstra);
    check(deltas >= 0 && deltas <= 10, "from 0 to 10 derivatives", deltas);
    check(
        lowFrequency >= 0 && highFrequency > lowFrequency && highFrequency <= rate / 2.0,
        "filters from a low frequency up to half the rate",
        highFrequency);
    check(window >= 0 && window <= 1e6, "a window of 0 or more seconds", window);
    check(Double.isFinite(vadThreshold), "a finite threshold", vadThreshold);
    check(vadMeanScale >= 0, "a scale of at least 0", vadMeanScale);
    MelOptions mel = new MelOptions(bands, lowFrequency, highFrequency);
    try {
      new Mfcc(mfcc(rate, mel, cepstra, details));
    } catch (IllegalArgumentException e) {
      throw new GmeException("features: " + e.getMessage(), "choose other values");
    }
  }

  static void check(boolean condition, String expected, double found) {
    if (!condition) {
      throw new GmeException(
          "features: expected " + expected + ", found " + found, "choose another value");
    }
  }

  /** The paper's features: 20 cepstra with Δ and ΔΔ, mean and variance normalized over 3 s. */
  public static FeatureSpec paper(int rate) {
    MelOptions mel = Mfcc.Options.paper(rate).mel();
    return new FeatureSpec(
        rate,
        Type.MFCC,
        20,
        mel.bins(),
        mel.lowFrequency(),
        Math.min(mel.highFrequency(), rate / 2.0),
        2,
        Normalization.MEAN_VARIANCE,
        PAPER_WINDOW,
        true,
        5.5,
        0.5,
        FeatureDetails.DEFAULT);
  }

  /** These features with another normalization. */
  public FeatureSpec with(Normalization other) {
    return changed(deltas, other);
  }

  /** These features with derivatives up to an order. */
  public FeatureSpec withDeltas(int order) {
    return changed(order, normalization);
  }

  private FeatureSpec changed(int order, Normalization other) {
    return new FeatureSpec(
        rate,
        type,
        cepstra,
        bands,
        lowFrequency,
        highFrequency,
        order,
        other,
        window,
        vad,
        vadThreshold,
        vadMeanScale,
        details);
  }

  private static Mfcc.Options mfcc(int rate, MelOptions mel, int cepstra, FeatureDetails details) {
    FrameOptions usual = FrameOptions.defaults(rate);
    FrameOptions frame =
        new FrameOptions(
            rate,
            details.frameLength(),
            details.frameShift(),
            usual.dither(),
            usual.preemphasis(),
            usual.removeDcOffset(),
            usual.window(),
            usual.blackmanCoefficient(),
            usual.roundToPowerOfTwo(),
            details.snipEdges(),
            usual.ditherSeed());
    return new Mfcc.Options(frame, mel, cepstra, false, 0, true, 22, false);
  }

  /** How many frames are cut. */
  public double framesPerSecond() {
    return 1000 / details.frameShift();
  }

  /** The computation that these options describe. */
  public FeaturePipeline pipeline() {
    // A window that is longer than any recording is the whole recording.
    int frames =
        window == 0 ? Integer.MAX_VALUE / 2 : (int) Math.max(1, window * framesPerSecond());
    Optional<SlidingCmvn> cmvn =
        normalization == Normalization.NONE
            ? Optional.empty()
            : Optional.of(
                new SlidingCmvn(frames, 100, true, normalization == Normalization.MEAN_VARIANCE));
    return new FeaturePipeline(
        mfcc(rate, new MelOptions(bands, lowFrequency, highFrequency), cepstra, details),
        type == Type.FBANK,
        new Deltas(deltas, details.deltaWindow()),
        cmvn,
        vad ? Optional.of(voiceActivity()) : Optional.empty());
  }

  /** The dimension of a frame. */
  public int dimension() {
    return pipeline().dimension();
  }

  /** Which frames are speech. */
  public EnergyVad voiceActivity() {
    return new EnergyVad(vadThreshold, vadMeanScale, details.vadContext(), details.vadProportion());
  }

  /** Every value by name, to be written. */
  public Map<String, String> toMap() {
    Map<String, String> out = new LinkedHashMap<>();
    out.put("rate", Integer.toString(rate));
    out.put("type", type.name());
    out.put("cepstra", Integer.toString(cepstra));
    out.put("bands", Integer.toString(bands));
    out.put("low-frequency", Double.toString(lowFrequency));
    out.put("high-frequency", Double.toString(highFrequency));
    out.put("deltas", Integer.toString(deltas));
    out.put("normalization", normalization.name());
    out.put("window", Double.toString(window));
    out.put("vad", Boolean.toString(vad));
    out.put("vad-threshold", Double.toString(vadThreshold));
    out.put("vad-mean-scale", Double.toString(vadMeanScale));
    details.putInto(out);
    return out;
  }

  /** Reads what {@link #toMap} gave. */
  public static FeatureSpec of(Map<String, String> map) {
    return new FeatureSpec(
        read(map, "rate", Integer::valueOf),
        // Before there were two types, none was written.
        map.containsKey("type") ? read(map, "type", Type::valueOf) : Type.MFCC,
        read(map, "cepstra", Integer::valueOf),
        read(map, "bands", Integer::valueOf),
        read(map, "low-frequency", Double::valueOf),
        read(map, "high-frequency", Double::valueOf),
        read(map, "deltas", Integer::valueOf),
        read(map, "normalization", Normalization::valueOf),
        read(map, "window", Double::valueOf),
        read(map, "vad", Boolean::valueOf),
        read(map, "vad-threshold", Double::valueOf),
        read(map, "vad-mean-scale", Double::valueOf),
        FeatureDetails.of(map));
  }

  static <T> T read(Map<String, String> map, String name, Function<String, T> reader) {
    String text = map.get(name);
    if (text == null) {
      throw new IllegalArgumentException("features without '" + name + "'");
    }
    return reader.apply(text);
  }
}
