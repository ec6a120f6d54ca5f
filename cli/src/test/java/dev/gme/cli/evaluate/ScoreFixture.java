package dev.gme.cli.evaluate;

import dev.gme.core.metric.ScoredTrials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Simulated trials of ten speakers: all pairs of their models and four recordings each. */
final class ScoreFixture {
  static final int SPEAKERS = 10;
  static final int TESTS = 4;

  final List<String> enrol = new ArrayList<>();
  final List<String> test = new ArrayList<>();
  final double[] scores = new double[SPEAKERS * SPEAKERS * TESTS];
  final double[] others = new double[scores.length];
  final boolean[] isTarget = new boolean[scores.length];

  ScoreFixture() {
    Random random = new Random(7);
    for (int i = 0; i < scores.length; i++) {
      int e = i / (SPEAKERS * TESTS);
      int t = i % (SPEAKERS * TESTS);
      enrol.add("m" + e);
      test.add("t" + t);
      isTarget[i] = e == t / TESTS;
      // Whole sixteenths, so that every layout writes them without rounding.
      scores[i] = Math.rint(16 * (random.nextGaussian() + (isTarget[i] ? 2 : 0))) / 16;
      others[i] = Math.rint(16 * (random.nextGaussian() + (isTarget[i] ? 1 : 0))) / 16;
    }
  }

  /** The gender of a test, for conditions. */
  String gender(int i) {
    return Integer.parseInt(test.get(i).substring(1)) / TESTS % 2 == 0 ? "f" : "m";
  }

  ScoredTrials trials() {
    return ScoredTrials.of(scores, isTarget);
  }

  interface Line {
    String of(int trial);
  }

  Path write(Path file, String header, Line line) throws IOException {
    List<String> lines = new ArrayList<>();
    if (!header.isEmpty()) {
      lines.add(header);
    }
    for (int i = 0; i < scores.length; i++) {
      lines.add(line.of(i));
    }
    return Files.write(file, lines);
  }

  String label(int i) {
    return isTarget[i] ? "target" : "nontarget";
  }

  String pair(int i, String separator) {
    return enrol.get(i) + separator + test.get(i);
  }

  Path key(Path folder) throws IOException {
    return write(folder.resolve("key"), "", i -> pair(i, " ") + " " + label(i) + " " + gender(i));
  }

  Path scores(Path folder) throws IOException {
    return write(folder.resolve("a.txt"), "", i -> pair(i, " ") + " " + scores[i]);
  }

  Path others(Path folder) throws IOException {
    return write(folder.resolve("b.txt"), "", i -> pair(i, " ") + " " + others[i]);
  }

  /** A speaker for every model and test. */
  Path speakers(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int s = 0; s < SPEAKERS; s++) {
      lines.add("m" + s + " s" + s);
    }
    for (int t = 0; t < SPEAKERS * TESTS; t++) {
      lines.add("t" + t + " s" + t / TESTS);
    }
    return Files.write(folder.resolve("speakers"), lines);
  }
}
