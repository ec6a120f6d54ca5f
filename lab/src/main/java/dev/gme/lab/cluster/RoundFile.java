package dev.gme.lab.cluster;

import dev.gme.core.GmeException;
import dev.gme.core.cluster.ClusterPrior;
import dev.gme.core.cluster.SparseClustering;
import dev.gme.core.partition.Partition;
import dev.gme.formats.io.Sha256;
import dev.gme.formats.lists.ClusterRounds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The rounds of a large clustering in a file, so that a run that was stopped goes on where it was.
 * The file knows by a digest what it was made from.
 */
final class RoundFile {
  private final Path file;
  private final String key;

  /** Enrolled speakers and recordings. */
  private final int items;

  RoundFile(Path file, ClusterItems items, ClusterPrior prior, ClusterOptions options) {
    this.file = file;
    this.items = items.size();
    Sha256 digest = new Sha256().add("clusters").add(prior).add(options);
    items.addTo(digest);
    key = digest.text();
  }

  /** What an earlier run has left, if there is something; refuses that of other data or options. */
  Optional<SparseClustering> read() throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    ClusterRounds rounds = ClusterRounds.read(file);
    if (!rounds.key().equals(key) || rounds.labels().length != items) {
      throw new GmeException(
          file + " is not the checkpoint of this clustering: recordings or options differ",
          "remove that file, or name another one");
    }
    return Optional.of(
        SparseClustering.of(
            Partition.of(rounds.labels()),
            rounds.setsAfterRound(),
            rounds.objective(),
            rounds.nearest()));
  }

  void write(SparseClustering round) {
    try {
      new ClusterRounds(
              key,
              round.partition().labels(),
              round.setsAfterRound(),
              round.objective(),
              round.nearest())
          .write(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void remove() throws IOException {
    Files.deleteIfExists(file);
  }
}
