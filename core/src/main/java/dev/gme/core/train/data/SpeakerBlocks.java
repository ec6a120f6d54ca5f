package dev.gme.core.train.data;

import dev.gme.core.Internal;
import dev.gme.core.Progress;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.FiniteVectors;
import dev.gme.core.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One pass over training data in blocks of whole speakers, so that what is computed per speaker
 * needs nothing outside its block and every recording is read once.
 *
 * <p>Blocks are dealt to a fixed number of lanes, and a lane works through its blocks in order.
 * Both depend on the data alone: sums that are kept per lane and added up in the order of the lanes
 * are the same for every thread count.
 */
@Internal
public final class SpeakerBlocks {
  /** Enough rows for matrix products to run at full speed; 2.5 MB at 600 dimensions. */
  private static final int ROWS = 512;

  /** As many threads as this can work at once; sums per lane cost memory. */
  private static final int LANES = 32;

  private final TrainingData data;

  /** Recordings in the order of their speakers, and where each speaker begins. */
  private final int[] recording;

  private final int[] speakerStart;

  /** The first speaker of each block, and the number of speakers at the end. */
  private final int[] blockStart;

  public SpeakerBlocks(TrainingData data) {
    this.data = data;
    int m = data.speakers();
    speakerStart = new int[m + 1];
    for (int j = 0; j < data.size(); j++) {
      if (data.speaker(j) >= 0) {
        speakerStart[data.speaker(j) + 1]++;
      }
    }
    for (int s = 0; s < m; s++) {
      speakerStart[s + 1] += speakerStart[s];
    }
    recording = new int[speakerStart[m]];
    int[] next = speakerStart.clone();
    for (int j = 0; j < data.size(); j++) {
      if (data.speaker(j) >= 0) {
        recording[next[data.speaker(j)]++] = j;
      }
    }
    List<Integer> starts = new ArrayList<>();
    for (int s = 0; s < m; ) {
      starts.add(s);
      int first = s;
      do {
        s++;
      } while (s < m && speakerStart[s + 1] - speakerStart[first] <= ROWS);
    }
    starts.add(m);
    blockStart = starts.stream().mapToInt(s -> s).toArray();
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

  /** Work on a block, in the thread that has the lane at the time. */
  public interface Work {
    void accept(int lane, Block block);
  }

  public int lanes() {
    return Math.min(LANES, blockStart.length - 1);
  }

  /** Goes through all speakers; refuses vectors that {@link FiniteVectors} does not allow. */
  public void forEach(double[] mean, String what, Progress progress, Work work) {
    int blocks = blockStart.length - 1;
    int[] done = {0};
    progress.step(what, 0, data.size());
    Workers.forEach(
        lanes(),
        lane -> {
          for (int b = lane; b < blocks; b += lanes()) {
            Block block = read(b, mean);
            work.accept(lane, block);
            synchronized (done) {
              done[0] += block.x.rows();
              progress.step(what, done[0], data.size());
            }
          }
        });
  }

  private Block read(int b, double[] mean) {
    int first = blockStart[b];
    int from = speakerStart[first];
    int to = speakerStart[blockStart[b + 1]];
    DoubleMatrix x = data.vectors().doubles(Arrays.copyOfRange(recording, from, to));
    FiniteVectors.require(x, row -> data.vectors().name(recording[from + row]));
    for (int r = 0; r < x.rows(); r++) {
      Blas.axpy(mean.length, -1, mean, 0, x.array(), r * mean.length);
    }
    return new Block(this, first, blockStart[b + 1] - first, x);
  }

  /** Adds the arrays of all lanes up, in order, into the first. */
  public static double[] total(double[][] lanes) {
    for (int lane = 1; lane < lanes.length; lane++) {
      for (int i = 0; i < lanes[0].length; i++) {
        lanes[0][i] += lanes[lane][i];
      }
    }
    return lanes[0];
  }
}
