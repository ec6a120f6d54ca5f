package dev.gme.formats.artefact;

import dev.gme.core.Checkpoint;
import dev.gme.core.Checkpoints;
import dev.gme.formats.io.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Keeps the last checkpoint of a training in a file, which is replaced as a whole: a killed run
 * goes on from the iteration before.
 *
 * <pre>{@code
 * Checkpoints kept = new FileCheckpoints(Path.of("plda.checkpoint"), provenance);
 * }</pre>
 *
 * @param file where the checkpoint is kept
 * @param provenance of the training, written with it
 */
public record FileCheckpoints(Path file, Provenance provenance) implements Checkpoints {
  /**
   * A short name for a training, by all that decides on its result: another one has another name,
   * and so another file.
   */
  public static String key(String... decisive) {
    return Sha256.of(String.join("\n", decisive).getBytes(StandardCharsets.UTF_8)).substring(0, 12);
  }

  @Override
  public Optional<Checkpoint> last() {
    try {
      return Files.exists(file)
          ? Optional.of(Artefact.read(file, ArtefactKind.CHECKPOINT).value())
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void save(Checkpoint checkpoint) {
    try {
      Artefact.write(file, ArtefactKind.CHECKPOINT, checkpoint, provenance);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
