package dev.gme.frontend.feature;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.audio.AudioList;
import dev.gme.frontend.audio.Resampler;
import dev.gme.frontend.kaldi.KaldiCase;
import dev.gme.frontend.kaldi.KaldiGroupTest;
import dev.gme.frontend.kaldi.KaldiTables;
import dev.gme.testkit.SharedData;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Every case of shared/kaldi-samples/audio. */
class KaldiFeatureTest extends KaldiGroupTest {
  KaldiFeatureTest() {
    super("audio");
  }

  @Override
  protected void run(KaldiCase c) {
    switch (c.kind()) {
      case "mfcc" -> {
        Mfcc mfcc = new Mfcc(mfcc(c));
        c.checkFrames("feats", ofAudio(c, mfcc::compute));
      }
      case "fbank" -> {
        FilterBank bank = new FilterBank(filterBank(c));
        c.checkFrames("feats", ofAudio(c, bank::compute));
      }
      case "deltas" -> {
        Deltas deltas = new Deltas(c.integer("delta-order"), c.integer("delta-window"));
        int truncated = c.integer("truncate");
        c.checkFrames("feats", ofFrames(c, m -> deltas.append(columns(m, truncated))));
      }
      case "vad" -> vad(c);
      case "select-voiced" -> select(c);
      case "cmvn-sliding" -> {
        SlidingCmvn cmvn =
            new SlidingCmvn(
                c.integer("cmn-window"),
                c.integer("min-cmn-window"),
                c.flag("center"),
                c.flag("norm-vars"));
        c.checkFrames("feats", ofFrames(c, cmvn::apply));
      }
      case "cmvn-stats" -> statistics(c);
      case "cmvn-apply" -> apply(c);
      default -> throw new AssertionError("a kind that is not known: " + c.kind());
    }
  }

  private static FrameOptions frame(KaldiCase c) {
    return new FrameOptions(
        c.number("sample-frequency"),
        c.number("frame-length"),
        c.number("frame-shift"),
        c.number("dither"),
        c.number("preemphasis-coefficient"),
        c.flag("remove-dc-offset"),
        WindowType.of(c.text("window-type")),
        c.number("blackman-coeff"),
        c.flag("round-to-power-of-two"),
        c.flag("snip-edges"),
        0);
  }

  private static MelOptions mel(KaldiCase c) {
    return new MelOptions(
        c.integer("num-mel-bins"),
        c.number("low-freq"),
        c.number("high-freq"),
        c.number("vtln-low"),
        c.number("vtln-high"),
        c.number("vtln-warp"));
  }

  private static Mfcc.Options mfcc(KaldiCase c) {
    return new Mfcc.Options(
        frame(c),
        mel(c),
        c.integer("num-ceps"),
        c.flag("use-energy"),
        c.number("energy-floor"),
        c.flag("raw-energy"),
        c.number("cepstral-lifter"),
        c.flag("htk-compat"));
  }

  private static FilterBank.Options filterBank(KaldiCase c) {
    return new FilterBank.Options(
        frame(c),
        mel(c),
        c.flag("use-energy"),
        c.number("energy-floor"),
        c.flag("raw-energy"),
        c.flag("htk-compat"),
        c.flag("use-log-fbank"),
        c.flag("use-power"));
  }

  private interface Compute {
    FloatMatrix of(Audio audio);
  }

  private static Map<String, FloatMatrix> ofAudio(KaldiCase c, Compute compute) {
    int rate = (int) c.number("sample-frequency");
    Map<String, FloatMatrix> out = new LinkedHashMap<>();
    Path list = SharedData.script(c.input("wav"));
    for (Map.Entry<String, Path> e : AudioList.recordings(list).entrySet()) {
      // Where none is named Kaldi takes the first channel.
      Audio audio = Audio.read(e.getValue(), Math.max(0, c.integer("channel")));
      if (audio.seconds() >= c.number("min-duration")) {
        boolean down = c.flag("allow-downsample");
        boolean up = c.flag("allow-upsample");
        boolean resampled = audio.rate() > rate ? down : up;
        FloatMatrix frames =
            compute.of(
                resampled && audio.rate() != rate
                    ? Audio.wrap(
                        rate, Resampler.kaldi(audio.rate(), rate).resample(audio.samples()))
                    : audio);
        out.put(
            e.getKey(),
            c.flag("subtract-mean")
                ? CmvnStatistics.of(frames).apply(frames, true, false)
                : frames);
      }
    }
    return out;
  }

  /** The first n columns, all for 0. */
  private static FloatMatrix columns(FloatMatrix m, int n) {
    return n == 0
        ? m
        : FloatMatrix.of(
            DoubleMatrix.of(
                Arrays.stream(m.toDoubles().toRows())
                    .map(row -> Arrays.copyOf(row, n))
                    .toArray(double[][]::new)));
  }

  private static Map<String, FloatMatrix> ofFrames(KaldiCase c, UnaryOperator<FloatMatrix> f) {
    Map<String, FloatMatrix> out = KaldiTables.frames(c.input("feats"));
    out.replaceAll((key, m) -> f.apply(m));
    return out;
  }

  private static void vad(KaldiCase c) {
    EnergyVad vad =
        new EnergyVad(
            c.number("vad-energy-threshold"),
            c.number("vad-energy-mean-scale"),
            c.integer("vad-frames-context"),
            c.number("vad-proportion-threshold"));
    Map<String, double[]> found = new LinkedHashMap<>();
    KaldiTables.frames(c.input("feats")).forEach((k, m) -> found.put(k, numbers(vad.decide(m))));
    if (c.flag("omit-unvoiced-utts")) {
      found.values().removeIf(decisions -> Arrays.stream(decisions).sum() == 0);
    }
    c.checkVectors("vad", KaldiTables.vectors(c.output("vad")), found);
  }

  private static double[] numbers(boolean[] flags) {
    double[] out = new double[flags.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = flags[i] ? 1 : 0;
    }
    return out;
  }

  private static void select(KaldiCase c) {
    Map<String, FloatMatrix> frames = KaldiTables.frames(c.input("feats"));
    Map<String, double[]> vad = KaldiTables.vectors(c.input("vad"));
    frames.replaceAll(
        (key, m) -> {
          boolean[] speech = new boolean[m.rows()];
          for (int t = 0; t < speech.length; t++) {
            speech[t] = vad.get(key)[t] == 1;
          }
          return EnergyVad.select(m, speech);
        });
    frames.values().removeIf(m -> m.rows() == 0);
    c.checkFrames("feats", frames);
  }

  private static void statistics(KaldiCase c) {
    Map<String, FloatMatrix> frames = KaldiTables.frames(c.input("feats"));
    Map<String, double[]> found = new LinkedHashMap<>();
    if (c.input("spk2utt") == null) {
      frames.forEach((k, m) -> found.put(k, CmvnStatistics.of(m).toMatrix().array()));
    } else {
      KaldiTables.words(c.input("spk2utt"))
          .forEach(
              (speaker, utterances) ->
                  found.put(
                      speaker,
                      utterances.stream()
                          .map(u -> CmvnStatistics.of(frames.get(u)))
                          .reduce(CmvnStatistics::plus)
                          .orElseThrow()
                          .toMatrix()
                          .array()));
    }
    Map<String, double[]> expected = new LinkedHashMap<>();
    KaldiTables.matrices(c.output("stats"))
        .forEach((k, m) -> expected.put(k, DoubleMatrix.of(m).array()));
    c.checkVectors("stats", expected, found);
  }

  private static void apply(KaldiCase c) {
    Map<String, double[][]> statistics = KaldiTables.matrices(c.input("stats"));
    Map<String, List<String>> speaker =
        c.input("utt2spk") == null ? Map.of() : KaldiTables.words(c.input("utt2spk"));
    int[] skipped =
        Arrays.stream(c.text("skip-dims").split(":"))
            .filter(d -> !d.isEmpty())
            .mapToInt(Integer::parseInt)
            .toArray();
    Map<String, FloatMatrix> frames = KaldiTables.frames(c.input("feats"));
    frames.replaceAll(
        (key, m) -> {
          String owner = speaker.isEmpty() ? key : speaker.get(key).get(0);
          CmvnStatistics s =
              CmvnStatistics.of(DoubleMatrix.of(statistics.get(owner))).without(skipped);
          return c.flag("reverse")
              ? s.reverse(m, c.flag("norm-means"), c.flag("norm-vars"))
              : s.apply(m, c.flag("norm-means"), c.flag("norm-vars"));
        });
    c.checkFrames("feats", frames);
  }
}
