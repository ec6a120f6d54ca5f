package dev.gme.core.train.data;

import dev.gme.core.Internal;
import dev.gme.core.Progress;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.FiniteVectors;
import dev.gme.core.parallel.TreeSum;
import java.util.Arrays;
import java.util.function.BinaryOperator;

/**
 * One pass over training data in blocks of whole speakers, so that what is computed per speaker
 * needs nothing outside its block and every recording is read once.
 *
 * <p>The blocks of a {@link SpeakerLeaves leaf} are summed in order, the leaves by a {@link
 * TreeSum}. Both depend on the data alone: sums are the same for every thread count, and for
 * everybody else who gathers these leaves.
 */
@Internal
public final class SpeakerBlocks {
  /** Enough rows for matrix products to run at full speed; 2.5 MB at 600 dimensions. */
  private static final int ROWS = 512;

  private final TrainingData data;
  private final SpeakerLeaves leaves;

  /** Recordings in the order of their speakers, and where each speaker begins. */
  private final int[] recording;

  private final int[] count;
  private final int[] speakerStart;

  private SpeakerBlocks(TrainingData data, int[] count, SpeakerLeaves leaves) {
    this.data = data;
    this.count = count;
    this.leaves = leaves;
    recording = data.inOrder();
    speakerStart = new int[count.length + 1];
    for (int s = 0; s < count.length; s++) {
      speakerStart[s + 1] = speakerStart[s] + count[s];
    }
  }

  /** All data, leaf by leaf. */
  public static SpeakerBlocks of(TrainingData data) {
    int[] count = data.recordingsOfSpeakers();
    return new SpeakerBlocks(data, count, SpeakerLeaves.of(count));
  }

  /** Data that are one leaf. */
  public static SpeakerBlocks ofLeaf(TrainingData leaf) {
    return new SpeakerBlocks(
        leaf, leaf.recordingsOfSpeakers(), SpeakerLeaves.single(leaf.speakers()));
  }

  /** Some speakers with all their recordings. */
  public static final class Block {
    private final SpeakerBlocks of;
    private final int first;

    /** The vectors minus the mean, in the order of their speakers; may be overwritten. */
    public final DoubleMatrix x;

    /** How many speakers the block has. */
    public final int speakers;

    private Block(SpeakerBlocks of, int first, int speakers, DoubleMatrix x) {
      this.of = of;
      this.first = first;
      this.speakers = speakers;
      this.x = x;
    }

    /** The number of speaker s of this block among all. */
    int speaker(int s) {
      return first + s;
    }

    /** Where the rows of speaker s of this block begin; s may be the number of speakers. */
    public int start(int s) {
      return of.speakerStart[first + s] - of.speakerStart[first];
    }

    /** The number of row r of this block among all recordings. */
    public int recording(int r) {
      return of.recording[of.speakerStart[first] + r];
    }
  }

  /** Makes the sum of a leaf, to which its blocks are added. */
  public interface Start<S> {
    S of(int firstSpeaker, int speakers);
  }

  /** Adds a block to the sum of its leaf. */
  public interface Work<S> {
    void add(S sum, Block block);
  }

  /**
   * Goes through all speakers; refuses vectors that {@link FiniteVectors} does not allow.
   *
   * @param plus may change its left operand and return it
   */
  public <S> S sum(
      double[] mean,
      String what,
      Progress progress,
      Start<S> start,
      Work<S> work,
      BinaryOperator<S> plus) {
    int[] done = {0};
    progress.step(what, 0, recording.length);
    return TreeSum.of(
        leaves.size(),
        leaf -> {
          int from = leaves.first(leaf);
          int to = leaves.first(leaf + 1);
          S sum = start.of(from, to - from);
          int[] first = SpeakerLeaves.runs(count, from, to, ROWS);
          for (int b = 0; b + 1 < first.length; b++) {
            Block block = read(first[b], first[b + 1], mean);
            int rows = block.x.rows();
            work.add(sum, block);
            synchronized (done) {
              done[0] += rows;
              progress.step(what, done[0], recording.length);
            }
          }
          return sum;
        },
        plus);
  }

  private Block read(int first, int end, double[] mean) {
    int from = speakerStart[first];
    int to = speakerStart[end];
    DoubleMatrix x = data.vectors().doubles(Arrays.copyOfRange(recording, from, to));
    FiniteVectors.require(x, row -> data.vectors().name(recording[from + row]));
    for (int r = 0; r < x.rows(); r++) {
      Blas.axpy(mean.length, -1, mean, 0, x.array(), r * mean.length);
    }
    return new Block(this, first, end - first, x);
  }
}
