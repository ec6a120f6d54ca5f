package dev.gme.cli.audio;

import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.OutputFile;
import dev.gme.cli.files.ResumeNote;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Checkpoints;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.FileCheckpoints;
import dev.gme.formats.artefact.Provenance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What every training by EM on frames is asked for. */
final class TrainingFlags {
  @Parameters(
      arity = "1..*",
      paramLabel = "FEATURES",
      description = "Kaldi archives or script files of frames.")
  List<Path> features;

  @Mixin OutputFile output;

  @Option(
      names = "--checkpoint",
      paramLabel = "FOLDER",
      description =
          "Keep a checkpoint in this folder after each iteration: the same command, run again,"
              + " resumes there and ends with the same model.")
  Path checkpoint;

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  /** Where what is trained comes from. */
  Provenance provenance() {
    return CommandProvenance.of(
        spec, features.stream().map(Path::toString).collect(Collectors.joining(",")));
  }

  /**
   * Writes what was trained, and tells of it.
   *
   * @param figures what JSON says of it, after the name of the file
   */
  <T> void finish(
      ArtefactKind<T> kind,
      T trained,
      Provenance made,
      Terminal terminal,
      String sentence,
      Map<String, Object> figures)
      throws IOException {
    Artefact.write(output.path(), kind, trained, made);
    terminal.say(sentence);
    if (output.json().isWanted()) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("out", output.path().toString());
      all.putAll(figures);
      output.json().print(all);
    }
  }

  /** Says at an interrupt that training can be resumed; null where it cannot. */
  ResumeNote resumeNote(Terminal terminal) {
    return checkpoint == null ? null : ResumeNote.of(terminal);
  }

  /**
   * Where iterations are saved.
   *
   * @param name of what is trained
   * @param ending of the second file where a training has two and the option, as until 0.1, names a
   *     file
   */
  Checkpoints checkpoints(String name, String ending, Provenance made) {
    if (checkpoint == null) {
      return Checkpoints.NONE;
    }
    if (Files.isRegularFile(checkpoint)) {
      return new FileCheckpoints(
          checkpoint.resolveSibling(checkpoint.getFileName() + ending), made);
    }
    try {
      String key = FileCheckpoints.key(made.data(), made.parameters().toString());
      return new FileCheckpoints(
          Files.createDirectories(checkpoint).resolve(name + "-" + key + ".checkpoint"), made);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
