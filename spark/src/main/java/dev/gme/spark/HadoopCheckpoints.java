package dev.gme.spark;

import dev.gme.core.Checkpoint;
import dev.gme.core.Checkpoints;
import dev.gme.formats.artefact.ArtefactKind;
import java.util.Optional;

/** Keeps the last checkpoint of a training in a file of any file system. */
record HadoopCheckpoints(Files files, String file) implements Checkpoints {
  @Override
  public Optional<Checkpoint> last() {
    return files.exists(file)
        ? Optional.of(ArtefactBytes.read(file, ArtefactKind.CHECKPOINT, files.read(file)))
        : Optional.empty();
  }

  @Override
  public void save(Checkpoint checkpoint) {
    byte[] bytes = ArtefactBytes.of(ArtefactKind.CHECKPOINT, checkpoint);
    files.write(file, out -> out.write(bytes));
  }
}
