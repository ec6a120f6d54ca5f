package dev.gme.formats.kaldi;

import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.SignificantDigits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Entries with a list for each frame: selected components, and posteriors. */
final class KaldiFrames {
  /** Memory for so many is taken on trust: a gzipped file does not tell its size. */
  private static final int TRUSTED = 1 << 10;

  private KaldiFrames() {}

  static int[][] selections(KaldiInput in, boolean binary) throws IOException {
    List<int[]> frames = new ArrayList<>();
    if (binary) {
      int n = size(in, 5, "frames");
      for (int t = 0; t < n; t++) {
        int k = size(in, 5, "components");
        int[] frame = new int[Math.min(k, TRUSTED)];
        for (int i = 0; i < k; i++) {
          frame = i == frame.length ? Arrays.copyOf(frame, (int) Math.min(k, 2L * i)) : frame;
          frame[i] = KaldiObjects.integer(in, "a component");
        }
        frames.add(frame);
      }
      return frames.toArray(int[][]::new);
    }
    List<Integer> frame = new ArrayList<>();
    for (String word : line(in)) {
      if (word.equals(";")) {
        frames.add(frame.stream().mapToInt(i -> i).toArray());
        frame.clear();
      } else {
        frame.add(integer(in, word));
      }
    }
    if (!frame.isEmpty()) {
      throw in.bad("expected ';' after the components of a frame", "complete that line");
    }
    return frames.toArray(int[][]::new);
  }

  static KaldiPosteriors posteriors(KaldiInput in, boolean binary) throws IOException {
    List<int[]> components = new ArrayList<>();
    List<double[]> values = new ArrayList<>();
    if (binary) {
      int n = size(in, 5, "frames");
      for (int t = 0; t < n; t++) {
        int k = size(in, 10, "posteriors");
        int[] c = new int[Math.min(k, TRUSTED)];
        double[] p = new double[c.length];
        for (int i = 0; i < k; i++) {
          if (i == c.length) {
            c = Arrays.copyOf(c, (int) Math.min(k, 2L * i));
            p = Arrays.copyOf(p, c.length);
          }
          c[i] = KaldiObjects.integer(in, "a component");
          p[i] = KaldiObjects.number(in);
        }
        components.add(c);
        values.add(p);
      }
    } else {
      List<String> words = line(in);
      int at = 0;
      while (at < words.size()) {
        int end = words.subList(at, words.size()).indexOf("]") + at;
        if (!words.get(at).equals("[") || end <= at || (end - at) % 2 == 0) {
          throw in.bad(
              "expected '[ component posterior … ]' for each frame, found "
                  + BadFile.quoted(words.get(at)),
              "correct that line");
        }
        int k = (end - at) / 2;
        int[] c = new int[k];
        double[] p = new double[k];
        for (int i = 0; i < k; i++) {
          c[i] = integer(in, words.get(at + 1 + 2 * i));
          p[i] = KaldiText.number(in, words.get(at + 2 + 2 * i));
        }
        components.add(c);
        values.add(p);
        at = end + 1;
      }
    }
    return KaldiPosteriors.of(components.toArray(int[][]::new), values.toArray(double[][]::new));
  }

  /** A number of things, each of which takes some bytes of the file. */
  private static int size(KaldiInput in, int bytes, String what) throws IOException {
    int n = KaldiObjects.integer(in, "the number of " + what);
    if (n < 0) {
      throw in.bad("expected the number of " + what + ", found " + n, "the file is damaged");
    }
    in.need((long) bytes * n, n + " " + what);
    return n;
  }

  private static List<String> line(KaldiInput in) throws IOException {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    int c = in.read();
    while (c >= 0 && c != '\n') {
      if (c > ' ') {
        word.append((char) c);
      } else if (word.length() > 0) {
        words.add(word.toString());
        word.setLength(0);
      }
      c = in.read();
    }
    if (word.length() > 0) {
      words.add(word.toString());
    }
    return words;
  }

  private static int integer(KaldiInput in, String word) {
    double value = KaldiText.number(in, word);
    if (value != (int) value) {
      throw in.bad("expected a component, found " + BadFile.quoted(word), "correct it");
    }
    return (int) value;
  }

  static byte[] bytes(int[][] frames, KaldiMode mode) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (mode.isText()) {
      StringBuilder line = new StringBuilder();
      for (int[] frame : frames) {
        for (int c : frame) {
          line.append(c).append(' ');
        }
        line.append("; ");
      }
      return line.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
    }
    out.writeBytes(KaldiBytes.BINARY);
    out.writeBytes(integer(frames.length));
    for (int[] frame : frames) {
      out.writeBytes(integer(frame.length));
      for (int c : frame) {
        out.writeBytes(integer(c));
      }
    }
    return out.toByteArray();
  }

  static byte[] bytes(KaldiPosteriors posteriors, KaldiMode mode) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int[][] components = posteriors.components();
    double[][] values = posteriors.values();
    if (!mode.isText()) {
      out.writeBytes(KaldiBytes.BINARY);
      out.writeBytes(integer(components.length));
    }
    byte[] word = new byte[SignificantDigits.LONGEST];
    for (int t = 0; t < components.length; t++) {
      out.writeBytes(mode.isText() ? ascii("[ ") : integer(components[t].length));
      for (int i = 0; i < components[t].length; i++) {
        if (mode.isText()) {
          out.writeBytes(ascii(components[t][i] + " "));
          // Kaldi's posteriors are floats.
          int n = SignificantDigits.put((float) values[t][i], KaldiText.DIGITS, word, 0);
          out.write(word, 0, n);
          out.write(' ');
        } else {
          out.writeBytes(integer(components[t][i]));
          ByteBuffer value = ByteBuffer.allocate(5).order(ByteOrder.LITTLE_ENDIAN);
          out.writeBytes(value.put((byte) 4).putFloat((float) values[t][i]).array());
        }
      }
      if (mode.isText()) {
        out.writeBytes(ascii("] "));
      }
    }
    if (mode.isText()) {
      out.write('\n');
    }
    return out.toByteArray();
  }

  private static byte[] ascii(String words) {
    return words.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] integer(int value) {
    return ByteBuffer.allocate(5)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 4)
        .putInt(value)
        .array();
  }
}
