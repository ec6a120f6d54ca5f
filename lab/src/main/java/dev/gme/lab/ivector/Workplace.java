package dev.gme.lab.ivector;

import dev.gme.formats.artefact.FileCheckpoints;
import dev.gme.formats.artefact.Provenance;
import dev.gme.lab.provenance.Stamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The folder that a recipe works in: its files, stages and checkpoints. */
final class Workplace {
  private final Path out;
  private final String tool;
  private final Stages stages;

  Workplace(Path out, String tool, Consumer<String> say) {
    this.out = out;
    this.tool = tool;
    this.stages = new Stages(out, say);
  }

  void create() throws IOException {
    Files.createDirectories(out);
  }

  Path file(String name) {
    return out.resolve(name);
  }

  /** See {@link Stages#run}. */
  String run(Stages.Stage stage, Stages.Work work) throws IOException {
    return stages.run(stage, work);
  }

  /** Training that goes on where a run with the same inputs was stopped. */
  <M> M checkpointed(Stages.Stage stage, String part, Provenance made, CheckpointedWork<M> work)
      throws IOException {
    return work.run(new FileCheckpoints(checkpoint(stage, part), made));
  }

  /** The digest is part of the name: a checkpoint of other inputs is not taken for this one. */
  private Path checkpoint(Stages.Stage stage, String part) {
    return file(stage.name() + part + "-" + stage.digest().substring(0, 12) + ".checkpoint");
  }

  /** Training with a place to keep checkpoints. */
  interface CheckpointedWork<M> {
    M run(FileCheckpoints kept) throws IOException;
  }

  /** Once the result is written. */
  void removeCheckpoints(Stages.Stage stage) throws IOException {
    try (Stream<Path> files = Files.list(out)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith(stage.name() + "-") && name.endsWith(".checkpoint")) {
          Files.delete(file);
        }
      }
    }
  }

  /** Of what a stage makes. */
  Provenance provenance(Stages.Stage stage) {
    return new Provenance(
        stage.digest(),
        "ivector recipe, stage " + stage.name(),
        stage.parameters(),
        tool,
        Stamp.date());
  }
}
