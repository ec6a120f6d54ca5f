package dev.gme.neural.embed;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.parallel.Workers;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.lab.cache.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.stream.Collectors;

/**
 * The recordings of one call, block by block in the store. Those that are left to do are one loop,
 * whatever blocks they are in, so that no thread waits for the end of a block.
 */
final class EmbedRun {
  /** So much audio is kept together: a minute or two of one core, which an interrupt may cost. */
  private static final double BLOCK_SECONDS = 3000;

  private static final int BLOCK_RECORDINGS = 1024;

  /**
   * Of a recording's samples: as decoded, at the network's rate, at its level, its speech alone.
   */
  private static final int COPIES = 4;

  private static final double GIB = 1L << 30;

  private static final double HOUR = 3600;

  private final CorpusEmbedder corpus;
  private final RecordingEmbedder embedder;
  private final RecordingList recordings;
  private final List<String> ids;
  private final Optional<Store> store;
  private final Progress progress;

  /** As far as the files say it without being decoded. */
  private final double[] seconds;

  private final Made[] made;
  private final long total;
  private double done;

  EmbedRun(
      CorpusEmbedder corpus,
      RecordingList recordings,
      List<String> ids,
      Optional<Store> store,
      Progress progress) {
    this.corpus = corpus;
    this.embedder = corpus.embedder();
    this.recordings = recordings;
    this.ids = ids;
    this.store = store;
    this.progress = progress;
    this.seconds = new double[ids.size()];
    this.made = new Made[ids.size()];
    Workers.forEach(seconds.length, i -> seconds[i] = recordings.seconds(ids.get(i)));
    this.total = Math.round(Arrays.stream(seconds).sum());
  }

  /** What became of a recording. */
  private record Made(List<EmbeddedPiece> pieces, double seconds, int rate, GmeException problem) {}

  /** Recordings that are kept together, once all of them are done. */
  private static final class Block {
    final int from;
    final int to;
    final String key;
    final AtomicInteger left = new AtomicInteger();

    /** At first what an earlier run has made. */
    EmbeddedBlock made = new EmbeddedBlock(List.of(), Map.of(), 0, 0, 0);

    Block(int from, int to, String key) {
      this.from = from;
      this.to = to;
      this.key = key;
    }

    Map<String, List<EmbeddedPiece>> byRecording() {
      return made.pieces().stream().collect(Collectors.groupingBy(EmbeddedPiece::recording));
    }
  }

  private record Todo(int recording, Block block) {}

  List<EmbeddedBlock> blocks() throws IOException {
    memory(seconds, embedder.rate(), Workers.threads(), Runtime.getRuntime().maxMemory())
        .ifPresent(progress::note);
    List<Block> blocks = new ArrayList<>();
    List<Todo> todo = new ArrayList<>();
    for (int from = 0, to; from < seconds.length; from = to) {
      to = end(from);
      Block block = block(from, to);
      blocks.add(block);
      Set<String> known = block.byRecording().keySet();
      for (int i = from; i < to; i++) {
        if (known.contains(ids.get(i))) {
          hear(seconds[i]);
        } else {
          todo.add(new Todo(i, block));
          block.left.incrementAndGet();
        }
      }
    }
    try {
      Workers.forEach(todo.size(), n -> one(todo.get(n).recording, todo.get(n).block));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return blocks.stream().map(b -> b.made).toList();
  }

  /** What the longest recordings take, if that is much: each is heard whole, one by each thread. */
  static Optional<String> memory(double[] seconds, int rate, int threads, long available) {
    double[] longest = seconds.clone();
    Arrays.sort(longest);
    int n = longest.length;
    double together = 0;
    for (int i = Math.max(0, n - threads); i < n; i++) {
      together += longest[i];
    }
    double need = together * rate * Float.BYTES * COPIES / GIB;
    if (need <= 1) {
      return Optional.empty();
    }
    double most = available / GIB;
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%sEmbedding takes up to %.1f GiB of memory: recordings are heard whole, and the longest"
                + " has %.1f hours%s.",
            need > most ? "warning: " : "",
            need,
            longest[n - 1] / HOUR,
            need > most
                ? String.format(
                    Locale.ROOT,
                    "; this program may use %.1f GiB: give segments, fewer threads, or more memory",
                    most)
                : ""));
  }

  private int end(int from) {
    double sum = 0;
    int to = from;
    while (to < seconds.length && to - from < BLOCK_RECORDINGS && sum < BLOCK_SECONDS) {
      sum += seconds[to++];
    }
    return to;
  }

  /** A block, with what an earlier run has made of it. */
  private Block block(int from, int to) throws IOException {
    if (store.isEmpty()) {
      return new Block(from, to, "");
    }
    Store kept = store.get();
    Block block = new Block(from, to, corpus.key(kept, recordings, ids.subList(from, to)));
    block.made = kept.arrays(block.key).map(EmbeddedBlock::of).orElse(block.made);
    return block;
  }

  private void one(int i, Block block) {
    String id = ids.get(i);
    DoubleAdder heard = new DoubleAdder();
    try {
      Audio audio = recordings.read(id);
      List<EmbeddedPiece> pieces =
          embedder.embed(
              id,
              audio,
              share -> {
                heard.add(share * seconds[i]);
                hear(share * seconds[i]);
              });
      made[i] = new Made(pieces, audio.seconds(), audio.rate(), null);
    } catch (GmeException e) {
      made[i] = new Made(List.of(), 0, 0, e);
    }
    hear(seconds[i] - heard.sum());
    // Whoever is the last sees what all others have made.
    if (block.left.decrementAndGet() == 0) {
      finish(block);
    }
  }

  private void finish(Block block) {
    Map<String, List<EmbeddedPiece>> before = block.byRecording();
    List<EmbeddedPiece> pieces = new ArrayList<>();
    Map<String, GmeException> problems = new LinkedHashMap<>();
    int resampled = block.made.resampled();
    int lower = block.made.lower();
    double heard = block.made.seconds();
    boolean isNew = false;
    for (int i = block.from; i < block.to; i++) {
      Made one = made[i];
      made[i] = null;
      if (one == null) {
        pieces.addAll(before.get(ids.get(i)));
      } else if (one.problem != null) {
        problems.put(ids.get(i), one.problem);
      } else {
        pieces.addAll(one.pieces);
        resampled += one.rate == corpus.rate() ? 0 : 1;
        lower += one.rate < corpus.rate() ? 1 : 0;
        heard += one.seconds;
        isNew = true;
      }
    }
    block.made = new EmbeddedBlock(pieces, problems, resampled, lower, heard);
    if (isNew && store.isPresent()) {
      try {
        store.get().keep(block.key, block.made.toArrays());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** So many seconds more are done. */
  private synchronized void hear(double more) {
    done += more;
    progress.step("embedding, seconds of audio", Math.min(total, Math.round(done)), total);
  }
}
