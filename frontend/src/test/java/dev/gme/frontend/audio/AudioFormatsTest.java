package dev.gme.frontend.audio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The files of shared/audio, decoded sample for sample to the stated truth. */
class AudioFormatsTest {
  /** What a test does with a file and the line that truth.tsv has about it. */
  private interface Check {
    void of(Path file, List<String> line) throws IOException;
  }

  private static List<DynamicTest> each(Predicate<List<String>> which, Check check)
      throws IOException {
    Path audio = SharedData.part("audio");
    Path truth = SharedData.present(audio.resolve("formats/truth.tsv"));
    return Files.readAllLines(truth).stream()
        .skip(1)
        .map(line -> List.of(line.split("\t")))
        .filter(which)
        .map(
            f ->
                DynamicTest.dynamicTest(
                    f.get(0), () -> check.of(SharedData.present(audio.resolve(f.get(0))), f)))
        .toList();
  }

  @TestFactory
  List<DynamicTest> statedTruth() throws IOException {
    return each(f -> true, AudioFormatsTest::check);
  }

  private static void check(Path file, List<String> f) {
    boolean raw = f.get(1).contains("headerless");
    int channels = Integer.parseInt(f.get(3));
    try (AudioStream in =
        raw ? AudioStream.openRaw(file, rawFormat(f, channels)) : AudioStream.open(file)) {
      long samples = Long.parseLong(f.get(4));
      assertThat(in.format().rate()).isEqualTo(Integer.parseInt(f.get(2)));
      assertThat(in.format().channels()).isEqualTo(channels);
      assertThat(in.format().frames()).isEqualTo(samples);
      double[] x = all(in, 1000);
      assertThat(x).hasSize((int) (samples * channels));
      double[] own = Arrays.stream(x).map(v -> toNative(v, f.get(1))).toArray();
      assertThat(own[0]).isEqualTo(number(f.get(6), f.get(5)));
      assertThat(md5(own, f.get(5))).isEqualTo(f.get(9));
    }
  }

  /** Floats are stated by the digits that tell them apart, which are no double's. */
  private static double number(String text, String type) {
    return type.startsWith("float") ? Float.parseFloat(text) : Double.parseDouble(text);
  }

  /** Nothing but the truth tells what a file without header holds. */
  private static AudioStream.RawFormat rawFormat(List<String> f, int channels) {
    ByteOrder order =
        f.get(1).contains("big-endian") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    return new AudioStream.RawFormat(Encoding.PCM_16, order, Integer.parseInt(f.get(2)), channels);
  }

  /** From units of 16 bits to the file's own, in which the truth is stated. */
  private static double toNative(double v, String encoding) {
    if (encoding.contains("8 unsigned")) {
      return v / 256 + 128;
    }
    if (encoding.contains("float")) {
      return (float) (v / 32768);
    }
    if (encoding.contains("24")) {
      return v * 256;
    }
    return encoding.contains("32") ? v * 65536 : v;
  }

  private static String md5(double[] x, String type) {
    ByteBuffer out = ByteBuffer.allocate(4 * x.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double v : x) {
      switch (type) {
        case "int16" -> out.putShort((short) v);
        case "int32" -> out.putInt((int) v);
        default -> out.putFloat((float) v);
      }
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      digest.update(out.flip());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** All samples, read in blocks of so many. */
  static double[] all(AudioStream in, int frames) {
    double[] block = new double[frames * in.format().channels()];
    List<double[]> parts = new ArrayList<>();
    for (int n = in.read(block); n > 0; n = in.read(block)) {
      parts.add(Arrays.copyOf(block, n * in.format().channels()));
    }
    return parts.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  /** All utterances of the lists: many frames with all kinds of predictors. */
  @Test
  void flacUtterances() throws IOException {
    Path lists = SharedData.part("audio", "lists");
    Map<String, String> md5 =
        Files.readAllLines(SharedData.present(lists.resolve("utt2md5"))).stream()
            .map(line -> line.split(" "))
            .collect(Collectors.toMap(f -> f[0], f -> f[1]));
    Map<String, Path> recordings =
        AudioList.recordings(SharedData.present(lists.resolve("wav.scp")));
    assertThat(recordings.keySet()).isEqualTo(md5.keySet());
    recordings.forEach(
        (id, file) -> {
          float[] x = Audio.read(SharedData.present(file)).samples();
          double[] doubles = new double[x.length];
          Arrays.setAll(doubles, i -> x[i]);
          assertThat(md5(doubles, "int16")).as(id).isEqualTo(md5.get(id));
        });
  }

  @TestFactory
  List<DynamicTest> channelsAreTakenApart() throws IOException {
    return each(
        f -> Integer.parseInt(f.get(3)) > 1 && !f.get(1).contains("headerless"),
        (file, f) -> checkChannels(file));
  }

  /** What the test above compares with the truth, a channel at a time. */
  private static void checkChannels(Path file) {
    try (AudioStream in = AudioStream.open(file)) {
      int channels = in.format().channels();
      double[] together = all(in, 1000);
      for (int c = 0; c < channels; c++) {
        float[] one = Audio.read(file, c).samples();
        assertThat(one).hasSize(together.length / channels);
        for (int i = 0; i < one.length; i++) {
          assertThat(one[i]).isEqualTo((float) together[i * channels + c]);
        }
      }
    }
  }
}
