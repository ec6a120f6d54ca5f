package dev.gme.neural.embed;

import dev.gme.core.Progress;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.corpus.Skipped;
import dev.gme.lab.cache.Store;
import dev.gme.neural.network.Network;
import dev.gme.neural.speech.SpeechDetector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Embeds many recordings, each by a thread of its own: the result does not depend on how many there
 * are. With a store, a run that was killed goes on where it was.
 *
 * <pre>{@code
 * EmbeddedCorpus corpus =
 *     new CorpusEmbedder(network, SpeechDetector.NONE, EmbedOptions.DEFAULT)
 *         .embed(recordings, recordings.ids(), Optional.empty(), Progress.NONE);
 * VectorFiles.write(out, corpus.vectors("data"), VectorFormat.NPZ);
 * }</pre>
 */
public final class CorpusEmbedder {
  private final Network network;
  private final SpeechDetector detector;
  private final EmbedOptions options;

  public CorpusEmbedder(Network network, SpeechDetector detector, EmbedOptions options) {
    this.network = network;
    this.detector = detector;
    this.options = options;
  }

  /**
   * Embeds recordings of a list. Those that cannot be used are left out and named; that none is
   * left is an error.
   *
   * @param store keeps what is done, for a run that goes on; empty to keep nothing
   * @param progress hears of seconds of audio
   */
  public EmbeddedCorpus embed(
      RecordingList recordings, List<String> ids, Optional<Store> store, Progress progress)
      throws IOException {
    List<EmbeddedPiece> pieces = new ArrayList<>();
    Skipped skipped = new Skipped();
    int resampled = 0;
    int lower = 0;
    double seconds = 0;
    for (EmbeddedBlock block : new EmbedRun(this, recordings, ids, store, progress).blocks()) {
      pieces.addAll(block.pieces());
      block.problems().forEach(skipped::add);
      resampled += block.resampled();
      lower += block.lower();
      seconds += block.seconds();
    }
    if (pieces.isEmpty()) {
      throw skipped.none(ids.size());
    }
    return new EmbeddedCorpus(
        pieces, skipped, ids.size(), network.description().rate(), resampled, lower, seconds);
  }

  RecordingEmbedder embedder() {
    return new RecordingEmbedder(network, detector, options);
  }

  /** The rate that the network wants. */
  int rate() {
    return network.description().rate();
  }

  /** The place of some recordings in a store: all that decides on their embeddings. */
  String key(Store store, RecordingList recordings, List<String> ids) {
    return store
        .key("embed")
        .add(network.digest() + " " + detector.digest() + " " + options)
        .add(network.options().provider())
        .add(Network.runtimeVersion())
        .add(recordings.digest(ids))
        .text();
  }
}
