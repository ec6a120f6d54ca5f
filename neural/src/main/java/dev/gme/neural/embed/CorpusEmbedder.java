package dev.gme.neural.embed;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.parallel.Workers;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.corpus.Skipped;
import dev.gme.lab.cache.Store;
import dev.gme.neural.network.Network;
import dev.gme.neural.speech.SpeechDetector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  /** So much audio is done before the results are kept: a minute or less of one core. */
  private static final double BLOCK_SECONDS = 3000;

  private static final int BLOCK_RECORDINGS = 1024;

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
    double[] seconds = new double[ids.size()];
    Workers.forEach(seconds.length, i -> seconds[i] = recordings.seconds(ids.get(i)));
    double total = 0;
    for (double s : seconds) {
      total += s;
    }
    Run run = new Run(recordings, progress, (long) Math.ceil(total));
    List<EmbeddedPiece> pieces = new ArrayList<>();
    Skipped skipped = new Skipped();
    int resampled = 0;
    int lower = 0;
    double heard = 0;
    for (int from = 0, to; from < ids.size(); from = to) {
      to = end(seconds, from);
      List<String> block = ids.subList(from, to);
      EmbeddedBlock made =
          store.isEmpty()
              ? run.block(block)
              : EmbeddedBlock.of(
                  store
                      .get()
                      .arrays(
                          key(store.get(), recordings, block), () -> run.block(block).toArrays()));
      for (int i = from; i < to; i++) {
        run.hear(0, seconds[i]);
      }
      pieces.addAll(made.pieces());
      made.reasons().forEach(skipped::add);
      resampled += made.resampled();
      lower += made.lower();
      heard += made.seconds();
    }
    if (pieces.isEmpty()) {
      throw skipped.none(ids.size());
    }
    return new EmbeddedCorpus(pieces, skipped, ids.size(), resampled, lower, heard);
  }

  private static int end(double[] seconds, int from) {
    double sum = 0;
    int to = from;
    while (to < seconds.length && to - from < BLOCK_RECORDINGS && sum < BLOCK_SECONDS) {
      sum += seconds[to++];
    }
    return to;
  }

  private String key(Store store, RecordingList recordings, List<String> block) {
    return store
        .key("embed")
        .add(digest())
        .add(network.options().provider())
        .add(Network.runtimeVersion())
        .add(recordings.digest(block))
        .text();
  }

  /** What decides on the embeddings, beside the recordings. */
  private String digest() {
    return network.digest() + " " + detector.digest() + " " + options;
  }

  /** The recordings of one call, and how many seconds of them are done. */
  private final class Run {
    private final RecordingList recordings;
    private final Progress progress;
    private final long total;
    private double begun;
    private double done;

    Run(RecordingList recordings, Progress progress, long total) {
      this.recordings = recordings;
      this.progress = progress;
      this.total = total;
    }

    EmbeddedBlock block(List<String> ids) {
      Made[] made = new Made[ids.size()];
      Workers.forEach(made.length, i -> made[i] = one(ids.get(i)));
      List<EmbeddedPiece> pieces = new ArrayList<>();
      Map<String, String> reasons = new LinkedHashMap<>();
      int resampled = 0;
      int lower = 0;
      double seconds = 0;
      for (int i = 0; i < made.length; i++) {
        if (made[i].problem != null) {
          reasons.put(ids.get(i), made[i].problem);
          continue;
        }
        pieces.addAll(made[i].pieces);
        resampled += made[i].rate == network.description().rate() ? 0 : 1;
        lower += made[i].rate < network.description().rate() ? 1 : 0;
        seconds += made[i].seconds;
      }
      return new EmbeddedBlock(pieces, reasons, resampled, lower, seconds);
    }

    private Made one(String id) {
      try {
        Audio audio = recordings.read(id);
        List<EmbeddedPiece> pieces =
            new RecordingEmbedder(network, detector, options).embed(id, audio);
        hear(audio.seconds(), 0);
        return new Made(pieces, audio.seconds(), audio.rate(), null);
      } catch (GmeException e) {
        return new Made(List.of(), 0, 0, e.getMessage());
      }
    }

    /** Seconds that a thread has done, or that a whole block has brought to an end. */
    synchronized void hear(double recording, double ended) {
      begun += recording;
      done += ended;
      progress.step(
          "embedding, seconds of audio", Math.min(total, (long) Math.max(begun, done)), total);
    }
  }

  private record Made(List<EmbeddedPiece> pieces, double seconds, int rate, String problem) {}
}
