package dev.gme.frontend.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Headers that shared/audio has no example of, and what is wrong with files. */
class AudioStreamTest {
  private static double[] decode(Containers c) {
    try (AudioStream in = AudioStream.open("x", c.bytes())) {
      return AudioFormatsTest.all(in, 3);
    }
  }

  private static void refused(Containers c, String... words) {
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> decode(c))
        .withMessageStartingWith("x ")
        .satisfies(e -> assertThat(e.getMessage()).contains(words))
        .satisfies(e -> assertThat(e.help()).isNotBlank());
  }

  @Test
  void encodings() {
    assertThat(decode(Containers.au(2, 1, 3).u8(0x80, 0, 0x7f))).containsExactly(-32768, 0, 32512);
    assertThat(decode(Containers.au(4, 1, 3).u8(0xff, 0xff, 0x80))).containsExactly(-0.5);
    assertThat(decode(Containers.au(5, 1, 4).u32(0x00018000))).containsExactly(1.5);
    assertThat(decode(Containers.au(7, 1, 8).f64(-1))).containsExactly(-32768);
    assertThat(decode(Containers.au(1, 1, 2).u8(0x00, 0x80))).containsExactly(-32124, 32124);
    assertThat(decode(Containers.au(27, 1, 2).u8(0x2a, 0xaa))).containsExactly(-32256, 32256);
    assertThat(decode(Containers.wav(3, 1, 8000, 64, 8).f64(0.25))).containsExactly(8192);
    assertThat(decode(Containers.aifc("sowt", 1, 1, 16, 2).u8(1, 2))).containsExactly(0x201);
    assertThat(decode(Containers.aifc("NONE", 1, 1, 12, 2).u8(1, 2))).containsExactly(0x102);
    assertThat(decode(Containers.aifc("ulaw", 1, 1, 16, 1).u8(0))).containsExactly(-32124);
    assertThat(decode(Containers.aifc("fl64", 2, 1, 64, 16).f64(1, -1)))
        .containsExactly(32768, -32768);
  }

  @Test
  void chunksOfNoInterestArePassedOver() {
    Containers c = Containers.little().text("RIFF").u32(0).text("WAVELIST").u32(3).u8(1, 2, 3, 0);
    c.text("fmt ").u32(18).u16(1, 1).u32(8000, 16000).u16(2, 16, 0).text("data").u32(2).u16(7);
    assertThat(decode(c)).containsExactly(7);
  }

  @Test
  void lengthsThatAPipeDoesNotKnow() {
    assertThat(decode(Containers.wav(1, 1, 8000, 16, 0xffffffffL).u16(1, 2))).hasSize(2);
    assertThat(decode(Containers.au(3, 1, 0xffffffffL).u16(1, 2))).hasSize(2);
    assertThat(decode(Containers.sphere("sample_rate -i 8000\nsample_byte_format -s2 10\n").u16(5)))
        .containsExactly(5);
  }

  /** A program that was stopped leaves a length of 0 in the header. */
  @Test
  void lengthOfZeroIsNotKnown() {
    assertThat(decode(Containers.wav(1, 1, 8000, 16, 0).u16(1, 2))).containsExactly(1, 2);
  }

  @Test
  void wavInOtherByteOrder() {
    Containers c = Containers.big().text("RIFX").u32(40).text("WAVEfmt ").u32(16).u16(1, 1);
    c.u32(8000, 16000).u16(2, 16).text("data").u32(4).u16(1, 0x102).text("LIST").u32(0);
    assertThat(decode(c)).containsExactly(1, 0x102);
  }

  @Test
  void largeWav() {
    long unknown = 0xffffffffL;
    Containers c = Containers.little().text("RF64").u32(unknown).text("WAVEds64").u32(28);
    c.u32(0, 0, 4, 0, 2, 0, 0).text("fmt ").u32(16).u16(1, 1).u32(8000, 16000).u16(2, 16);
    c.text("data").u32(unknown).u16(5, 6).text("LIST").u32(0);
    assertThat(decode(c)).containsExactly(5, 6);
    Containers wrong = Containers.little().text("RF64").u32(unknown).text("WAVEds64").u32(16);
    refused(wrong.u32(0, 0, 0, unknown), "a size of the samples");
    refused(Containers.little().text("RF64").u32(9).text("WAVEds64").u32(3), "'ds64'");
  }

  @Test
  void emptyRecordingIsOne() {
    assertThat(decode(Containers.wav(1, 1, 8000, 16, 0))).isEmpty();
  }

  @Test
  void truncated() {
    refused(Containers.wav(1, 1, 8000, 16, 100).u16(1, 2), "truncated", "100 bytes", "has 4");
    refused(Containers.wav(1, 1, 8000, 16, 0xfffffffeL).u16(1), "truncated");
    refused(Containers.au(3, 1, 10).u16(1), "truncated");
    refused(Containers.little().text("RIFF").u32(9), "truncated", "ends at byte 8");
    refused(
        Containers.sphere(
            "sample_count -i 999999999\nsample_rate -i 8\nsample_byte_format -s2 01\n"),
        "truncated");
    refused(Containers.aifc("NONE", 1, 1000, 16, 2000).u16(1), "truncated");
  }

  @Test
  void contradictions() {
    refused(Containers.wav(1, 0, 8000, 16, 2).u16(1), "channels", "found 0");
    refused(Containers.wav(1, 1, 0, 16, 2).u16(1), "sample rate");
    refused(Containers.wav(1, 1, -5, 16, 2).u16(1), "sample rate");
    refused(Containers.wav(1, 1, 8000, 20, 2).u16(1), "20 bits", "not supported");
    refused(Containers.wav(2, 1, 8000, 4, 2).u16(1), "format 2", "not supported");
    refused(Containers.wav(3, 1, 8000, 64, 8).f64(Double.NaN), "finite samples");
    refused(Containers.little().text("RIFF").u32(9).text("WAVEdata").u32(0), "'fmt '");
    refused(Containers.aifc("NONE", 1, 1000, 16, 2).u16(1), "2000 bytes");
    refused(Containers.aifc("ima4", 1, 1, 16, 2).u16(1), "ima4");
    refused(Containers.little().text("RIFF").u32(9).text("AVI "), "AVI");
    refused(Containers.little().text("hello, world"), "other than WAV", "not supported");
    refused(Containers.little().text("OggS12345678"), "other than WAV", "not supported");
    refused(Containers.sphere("sample_coding -s26 pcm,embedded-shorten-v2.00\n"), "shorten");
    refused(Containers.sphere("sample_rate -i 8000\n").u16(1), "sample_byte_format");
    refused(Containers.sphere("sample_rate -i x\nsample_byte_format -s2 01\n"), "'x'");
    refused(Containers.big().text("NIST_1A\n   1024\nno end").text(" ".repeat(1002)), "end_head");
    refused(Containers.big().text("fLaC").u8(0x81, 0, 0, 0), "stream information");
  }

  @Test
  void raw() {
    AudioStream.RawFormat stereo =
        new AudioStream.RawFormat(Encoding.PCM_16, ByteOrder.LITTLE_ENDIAN, 16000, 2);
    byte[] bytes = Containers.little().u16(1, 2, 3, 4).bytes();
    try (AudioStream in = AudioStream.openRaw("x", bytes, stereo)) {
      Audio second = Audio.read(in, "x", 1);
      assertThat(second.samples()).containsExactly(2, 4);
      assertThat(second.rate()).isEqualTo(16000);
    }
    assertThatThrownBy(() -> AudioStream.openRaw("x", new byte[7], stereo))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("multiple of 4");
  }

  @Test
  void filesThatAreNotThere(@TempDir Path folder) {
    assertThatThrownBy(() -> Audio.read(folder.resolve("none.wav")))
        .isInstanceOf(GmeException.class)
        .hasMessage(folder.resolve("none.wav") + " does not exist");
    assertThatThrownBy(() -> Audio.read(folder)).isInstanceOf(GmeException.class);
  }

  @Test
  void channelMustBeNamed(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("stereo.wav");
    Files.write(file, Containers.wav(1, 2, 8000, 16, 4).u16(1, 2).bytes());
    assertThatThrownBy(() -> Audio.read(file)).hasMessageContaining("stereo.wav has 2 channels");
    assertThatThrownBy(() -> Audio.read(file, 2)).hasMessageContaining("number 2");
    assertThat(Audio.read(file, 1).samples()).containsExactly(2);
  }

  /** 15 bytes a block of 65536 samples: what is decoded is counted, not what the file has. */
  @Test
  void decodedSamplesAreLimited() {
    byte[] flac = Containers.flacOfConstants(3).bytes();
    assertThat(flac.length).isLessThan(100);
    try (AudioStream in = AudioStream.open("x", flac)) {
      assertThat(Audio.read(in, "x", 0, 3 << 16).samples()).hasSize(3 << 16).containsOnly(5);
    }
    try (AudioStream in = AudioStream.open("x", flac)) {
      assertThatThrownBy(() -> Audio.read(in, "x", 0, 100_000))
          .isInstanceOf(GmeException.class)
          .hasMessage("x has more than 100,000 samples");
    }
    byte[] wav = Containers.wav(1, 1, 8000, 16, 6).u16(1, 2, 3).bytes();
    try (AudioStream in = AudioStream.open("x", wav)) {
      assertThatThrownBy(() -> Audio.read(in, "x", 0, 2)).hasMessageContaining("more than 2 ");
    }
  }

  /** As sox writes them: two digits for the order of three and four bytes. */
  @Test
  void wideSphere() {
    String head = "sample_count -i 2\nsample_n_bytes -i %d\nchannel_count -i 1\n";
    head += "sample_byte_format -s2 %s\nsample_rate -i 8000\nsample_coding -s3 pcm\n";
    assertThat(decode(Containers.sphere(head.formatted(3, "01")).u8(0, 1, 0, 0, 0xff, 0xff)))
        .containsExactly(1, -1);
    assertThat(decode(Containers.sphere(head.formatted(3, "10")).u8(0, 1, 0, 0xff, 0xff, 0)))
        .containsExactly(1, -1);
    assertThat(decode(Containers.sphere(head.formatted(4, "01")).u8(0, 0, 1, 0).u8(0, 0, 2, 0)))
        .containsExactly(1, 2);
    assertThat(decode(Containers.sphere(head.formatted(4, "3210")).u8(0, 1, 0, 0).u8(0, 2, 0, 0)))
        .containsExactly(1, 2);
    refused(Containers.sphere(head.formatted(4, "1032")).u8(0, 0, 0, 0, 0, 0, 0, 0), "1032");
  }

  @Test
  void controlCharactersOfAFileAreEscapes() {
    refused(
        Containers.sphere("sample_coding -s9 p\u001b[31mcm\nsample_rate -i 8000\n"),
        "p\\x1b[31mcm");
  }
}
