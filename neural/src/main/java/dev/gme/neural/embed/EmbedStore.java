package dev.gme.neural.embed;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.frontend.audio.Audio;
import dev.gme.lab.cache.CodeDigest;
import dev.gme.lab.cache.Store;
import dev.gme.lab.data.NetworkNote;
import dev.gme.lab.provenance.Stamp;
import dev.gme.neural.network.Network;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where embeddings lie until all of them are there: a folder {@code eval.embedding} beside {@code
 * eval.npz}, which is removed when that file has been written.
 */
public final class EmbedStore implements AutoCloseable {
  private final Path folder;
  private final Store store;

  private EmbedStore(Path folder, Store store) {
    this.folder = folder;
    this.store = store;
  }

  /** The store of a file that is to be written. */
  public static EmbedStore beside(Path out, Store.Reuse reuse) throws IOException {
    return in(NetworkNote.named(out, ".embedding"), reuse);
  }

  /** A store in a folder that stays. */
  static EmbedStore in(Path folder, Store.Reuse reuse) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw BadFile.at(
          folder, "expected a folder for what is done so far, found a file", "move that file away");
    }
    if (folder.toAbsolutePath().getParent() == null
        || !Files.isDirectory(folder.toAbsolutePath().getParent())) {
      throw new GmeException(
          folder + " cannot be made: there is no folder for it", "make that folder first");
    }
    try {
      return new EmbedStore(
          folder,
          new Store(folder, reuse, Stamp.tool(), CodeDigest.with(Audio.class, Network.class)));
    } catch (FileSystemException e) {
      throw new GmeException(
          folder
              + " cannot be made, a folder for what is done so far"
              + (e.getReason() == null ? "" : ": " + e.getReason()),
          "write to a folder that you may write to");
    }
  }

  public Optional<Store> store() {
    return Optional.of(store);
  }

  /** Removes what was kept; only files that a store makes. */
  public void remove() throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.filter(f -> f.toString().endsWith(".npz")).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
    close();
  }

  /** Removes the folder if nothing is in it. */
  @Override
  public void close() throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> left = Files.list(folder)) {
      if (left.findAny().isPresent()) {
        return;
      }
    }
    Files.delete(folder);
  }
}
