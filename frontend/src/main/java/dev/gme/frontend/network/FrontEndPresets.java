package dev.gme.frontend.network;

import dev.gme.frontend.feature.StftMel;
import dev.gme.frontend.feature.StftMel.Log;
import dev.gme.frontend.feature.StftMel.Padding;
import dev.gme.frontend.feature.StftMel.Scale;
import dev.gme.frontend.feature.StftMel.Triangles;
import dev.gme.frontend.feature.WindowType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The front ends of toolkits by their names, as the authors' code has them. docs/neural.md says
 * where each was checked.
 */
final class FrontEndPresets {
  private static final Normalization THREE_SECONDS = new Normalization(Normalization.Kind.MEAN, 3);

  static final Map<String, IntFunction<NetworkDescription>> BY_NAME = presets();

  private FrontEndPresets() {}

  private static Map<String, IntFunction<NetworkDescription>> presets() {
    Map<String, IntFunction<NetworkDescription>> map = new LinkedHashMap<>();
    map.put("wespeaker", rate -> fbank(rate, WindowType.HAMMING, FrontEndSpec.FULL_SCALE));
    map.put("3dspeaker", rate -> fbank(rate, WindowType.POVEY, 1));
    map.put("vbx", FrontEndPresets::vbx);
    map.put("kaldi-xvector", FrontEndPresets::xvector);
    map.put("ecapa-voxceleb", FrontEndPresets::ecapa);
    map.put("speechbrain", FrontEndPresets::speechbrain);
    map.put("nemo", FrontEndPresets::nemo);
    map.put("resemblyzer", FrontEndPresets::resemblyzer);
    map.put("librosa-mfcc", FrontEndPresets::librosa);
    map.put(
        WaveSpec.TYPE,
        rate -> NetworkDescription.of(rate, new WaveSpec(1), Normalization.NONE, Layout.BN));
    return map;
  }

  private static NetworkDescription fbank(int rate, WindowType window, double scale) {
    KaldiSpec spec =
        new KaldiSpec(80, 0, false, window, scale, 20, 0, 25, 10, 0.97, 0, true, false);
    return NetworkDescription.of(rate, spec, Normalization.MEAN, Layout.AUTO);
  }

  /** Upper end of the filters for telephone and for wideband speech. */
  private static double high(int rate) {
    return rate < 16000 ? 3700 : 7600;
  }

  private static NetworkDescription vbx(int rate) {
    KaldiSpec spec =
        new KaldiSpec(
            64,
            0,
            false,
            WindowType.POVEY,
            FrontEndSpec.FULL_SCALE,
            20,
            high(rate),
            25,
            10,
            0.97,
            0,
            false,
            false);
    return NetworkDescription.of(rate, spec, THREE_SECONDS, Layout.BFT);
  }

  private static NetworkDescription xvector(int rate) {
    int bands = rate < 16000 ? 23 : 30;
    KaldiSpec spec =
        new KaldiSpec(
            bands,
            bands,
            true,
            WindowType.POVEY,
            FrontEndSpec.FULL_SCALE,
            20,
            high(rate),
            25,
            10,
            0.97,
            0,
            false,
            true);
    return NetworkDescription.of(rate, spec, THREE_SECONDS, Layout.AUTO);
  }

  /** So many milliseconds in samples. */
  private static int samples(int rate, int ms) {
    return rate * ms / 1000;
  }

  /** The power of two that holds 25 ms. */
  private static int fft(int rate) {
    return Integer.highestOneBit(2 * samples(rate, 25) - 1);
  }

  private static NetworkDescription ecapa(int rate) {
    StftMel.Options options =
        new StftMel.Options(
            fft(rate),
            samples(rate, 25),
            samples(rate, 10),
            WindowType.HAMMING,
            true,
            Padding.MIRRORED,
            0.97,
            true,
            80,
            20,
            high(rate),
            Scale.HTK,
            false,
            Triangles.NEIGHBOURS,
            true,
            Log.NATURAL,
            1e-6,
            0,
            0,
            0);
    return NetworkDescription.of(rate, new StftSpec(options, 1), Normalization.MEAN, Layout.AUTO);
  }

  private static NetworkDescription speechbrain(int rate) {
    StftMel.Options options =
        new StftMel.Options(
            samples(rate, 25),
            samples(rate, 25),
            samples(rate, 10),
            WindowType.HAMMING,
            true,
            Padding.ZEROS,
            0,
            true,
            80,
            0,
            0,
            Scale.HTK,
            false,
            Triangles.SYMMETRIC,
            true,
            Log.DECIBEL,
            0,
            1e-10,
            80,
            0);
    return NetworkDescription.of(rate, new StftSpec(options, 1), Normalization.MEAN, Layout.AUTO);
  }

  private static NetworkDescription nemo(int rate) {
    StftMel.Options options =
        new StftMel.Options(
            fft(rate),
            samples(rate, 25),
            samples(rate, 10),
            WindowType.HANNING,
            false,
            Padding.MIRRORED,
            0.97,
            false,
            80,
            0,
            0,
            Scale.SLANEY,
            true,
            Triangles.NEIGHBOURS,
            true,
            Log.NATURAL,
            Math.pow(2, -24),
            0,
            0,
            0);
    Normalization perFeature = new Normalization(Normalization.Kind.PER_FEATURE, 0);
    return NetworkDescription.of(rate, new StftSpec(options, 1), perFeature, Layout.BFT);
  }

  private static NetworkDescription resemblyzer(int rate) {
    StftMel.Options options =
        new StftMel.Options(
            samples(rate, 25),
            samples(rate, 25),
            samples(rate, 10),
            WindowType.HANNING,
            true,
            Padding.ZEROS,
            0,
            true,
            40,
            0,
            0,
            Scale.SLANEY,
            true,
            Triangles.NEIGHBOURS,
            true,
            Log.NONE,
            0,
            0,
            0,
            0);
    // 160 frames around their times are 159 shifts long.
    Windows windows = new Windows(1.59, 0.77, Windows.Combine.NORMALIZED_MEAN);
    return NetworkDescription.of(rate, new StftSpec(options, 1), Normalization.NONE, Layout.BTF)
        .withLevel(new Level(Level.Kind.RAISE, -30))
        .withWindows(windows);
  }

  private static NetworkDescription librosa(int rate) {
    StftMel.Options options =
        new StftMel.Options(
            2048,
            2048,
            512,
            WindowType.HANNING,
            true,
            Padding.ZEROS,
            0,
            true,
            128,
            0,
            0,
            Scale.SLANEY,
            true,
            Triangles.NEIGHBOURS,
            true,
            Log.DECIBEL,
            0,
            1e-10,
            80,
            40);
    return NetworkDescription.of(rate, new StftSpec(options, 1), Normalization.NONE, Layout.AUTO);
  }
}
