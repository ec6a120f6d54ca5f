package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.CpuTime;
import dev.gme.benchmarks.workload.SimulatedEmbeddings;
import dev.gme.benchmarks.workload.TotalSink;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.score.PairScorer;
import dev.gme.core.score.ScoreKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A program that scores once and ends, as a command does; it writes the processor time that it has
 * used, start and compilation included. {@link StartBench} runs it.
 */
final class ScoreOnce {
  /** How trials are given. */
  enum Form {
    /** Trials drawn from 1000 × 1000 recordings. */
    LIST,
    /** All pairs of as many recordings on both sides. */
    SQUARE
  }

  /** How they are scored. */
  enum Way {
    /** As {@code gme score} does unless told otherwise. */
    DEFAULT,
    TILES,
    EXACT;

    ScoreKind<MetaEmbeddings> kind() {
      return switch (this) {
        case DEFAULT -> ScoreKind.llrOnce(ScoreKind.DEFAULT_TOLERANCE);
        case TILES -> ScoreKind.llr();
        case EXACT -> ScoreKind.exactLlr();
      };
    }
  }

  private static final int LISTED = 1000;
  private static final double NOISE_FREEDOM = 8;

  private ScoreOnce() {}

  /** Scores as the arguments say: form, number of trials, way, and the file for the time. */
  public static void main(String[] args) throws IOException {
    Form form = Form.valueOf(args[0]);
    int trials = Integer.parseInt(args[1]);
    score(form, trials, Way.valueOf(args[2]));
    Files.writeString(Path.of(args[3]), Double.toString(CpuTime.ofProcess()));
  }

  private static void score(Form form, int trials, Way way) {
    int side = form == Form.LIST ? LISTED : (int) Math.round(Math.sqrt(trials));
    SimulatedEmbeddings recordings = new SimulatedEmbeddings(NOISE_FREEDOM);
    PairScorer scorer = way.kind().scorer(recordings.draw(side, 11), recordings.draw(side, 12));
    if (form == Form.SQUARE) {
      scorer.all(new TotalSink());
      return;
    }
    SeededRandom random = new SeededRandom(13, 0);
    int[] enrol = new int[trials];
    int[] test = new int[trials];
    for (int i = 0; i < trials; i++) {
      enrol[i] = (int) (side * random.nextDouble());
      test[i] = (int) (side * random.nextDouble());
    }
    scorer.list(enrol, test);
  }
}
