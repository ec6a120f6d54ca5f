package dev.gme.cli.audio;

import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.OutputFile;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Checkpoints;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.FileCheckpoints;
import dev.gme.formats.artefact.Provenance;
import java.io.IOException;
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
      paramLabel = "FILE",
      description = "File that every iteration is saved to; training goes on from it if it exists.")
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

  /**
   * Where iterations are saved.
   *
   * @param part what the name of the file ends in, where a training has several
   */
  Checkpoints checkpoints(String part, Provenance made) {
    return checkpoint == null
        ? Checkpoints.NONE
        : new FileCheckpoints(checkpoint.resolveSibling(checkpoint.getFileName() + part), made);
  }
}
