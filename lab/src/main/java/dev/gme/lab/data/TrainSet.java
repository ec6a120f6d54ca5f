package dev.gme.lab.data;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.train.data.DataReport;
import dev.gme.core.train.data.TrainingData;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.lists.SideInformation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Vectors with speakers to train on. */
public final class TrainSet {
  private final LabelledVectors vectors;
  private final String digest;
  private final Optional<SideInformation> side;
  private final Optional<NetworkNote> network;

  public TrainSet(LabelledVectors vectors) {
    this(vectors, vectors.digest(), Optional.empty(), Optional.empty());
  }

  private TrainSet(
      LabelledVectors vectors,
      String digest,
      Optional<SideInformation> side,
      Optional<NetworkNote> network) {
    this.vectors = vectors;
    this.digest = digest;
    this.side = side;
    this.network = network;
  }

  /** The same vectors, and what else is known of the recordings. */
  public TrainSet withSide(SideInformation known) {
    return new TrainSet(vectors, digest, Optional.of(known), network);
  }

  /** The same vectors, and which network made them. */
  public TrainSet withNetwork(NetworkNote note) {
    return new TrainSet(vectors, digest, side, Optional.of(note));
  }

  /** Which network made the vectors, where one did and that is known. */
  public Optional<NetworkNote> network() {
    return network;
  }

  /** What else is known of the recordings, as steps that learn from it need it. */
  public Optional<SideInformation> side() {
    return side;
  }

  public LabelledVectors vectors() {
    return vectors;
  }

  /** What vectors and speakers it holds, whatever its files are. */
  public String digest() {
    return digest;
  }

  public TrainingData data() {
    return TrainingData.named(vectors.rows(), vectors.ids(), vectors.speakers().orElseThrow());
  }

  /** What there is to know about it before training. */
  public DataReport report(Progress progress) {
    return DataReport.of(data(), vectors.ids(), progress);
  }

  public int dimension() {
    return vectors.dimension();
  }

  int speakers() {
    return new LinkedHashSet<>(vectors.speakers().orElseThrow()).size();
  }

  @Override
  public String toString() {
    return vectors + " of " + speakers() + " speakers";
  }

  /** Recordings of some speakers, and all others. */
  public record Fold(TrainSet rest, LabelledVectors heldOut) {}

  /** Refuses to be split into parts of fewer than two speakers. */
  public void requireFolds(int count) {
    if (speakers() < 2 * count) {
      throw new GmeException(
          count + " folds need " + 2 * count + " training speakers, found " + speakers(),
          "ask for fewer folds, or give a development set of its own");
    }
  }

  /**
   * Splits the speakers at random into parts of equal size.
   *
   * @param most recordings that are held out of a part, taken speaker by speaker
   */
  public List<Fold> folds(int count, int most, long seed) {
    requireFolds(count);
    List<String> ofRow = vectors.speakers().orElseThrow();
    List<String> speakers = new ArrayList<>(new LinkedHashSet<>(ofRow));
    Collections.shuffle(speakers, new Random(seed));
    List<Fold> out = new ArrayList<>();
    for (int f = 0; f < count; f++) {
      int from = f * speakers.size() / count;
      int to = (f + 1) * speakers.size() / count;
      LinkedHashSet<String> held = new LinkedHashSet<>(speakers.subList(from, to));
      List<String> rest = new ArrayList<>();
      List<String> heldOut = new ArrayList<>();
      for (int i = 0; i < ofRow.size(); i++) {
        (held.contains(ofRow.get(i)) ? heldOut : rest).add(vectors.ids().get(i));
      }
      List<String> some = heldOut.subList(0, Math.min(most, heldOut.size()));
      LabelledVectors others = vectors.only(rest);
      out.add(new Fold(new TrainSet(others, others.digest(), side, network), vectors.only(some)));
    }
    return out;
  }
}
