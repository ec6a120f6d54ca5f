package dev.gme.lab.system;

import dev.gme.core.Checkpoints;
import dev.gme.formats.artefact.FileCheckpoints;
import dev.gme.formats.artefact.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Keeps where training stands, but not what it made: a run that was interrupted goes on from there
 * to the same result.
 */
public final class CheckpointedSteps implements StepStore {
  private final Path folder;
  private final Provenance provenance;
  private final Consumer<Path> goingOn;

  /**
   * Checkpoints in a folder, which is made if it is not there.
   *
   * @param goingOn told the checkpoint that training goes on from
   */
  public CheckpointedSteps(Path folder, Provenance provenance, Consumer<Path> goingOn)
      throws IOException {
    this.folder = Files.createDirectories(folder);
    this.provenance = provenance;
    this.goingOn = goingOn;
  }

  @Override
  public String key(String before, String step) {
    return FileCheckpoints.key(before, step);
  }

  @Override
  public Checkpoints checkpoints(String key, Step step) {
    String name = StepWords.parse(step.text()).name();
    Path file = folder.resolve(name + "-" + key + ".checkpoint");
    if (Files.exists(file)) {
      goingOn.accept(file);
    }
    return new FileCheckpoints(file, provenance);
  }
}
