package dev.gme.cli.audio;

import dev.gme.cli.files.OldName;
import dev.gme.frontend.corpus.RecordingList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which utterances are worked on, how they are read, how many may fail, and what is written. */
final class UtteranceFlags {
  @OldName("--utts")
  @Option(
      names = "--only",
      paramLabel = "LIST",
      description =
          "Use only the recordings that this list names, one id per line; may be given several"
              + " times.")
  List<Path> only = List.of();

  @Mixin AudioFlags audio;
  @Mixin SkipFlags skip;

  /** The utterances that were asked for; none for all. */
  List<String> asked() throws IOException {
    return Output.ids(only);
  }

  /** The utterances that were asked for, else all of a list. */
  List<String> of(RecordingList recordings) throws IOException {
    return only.isEmpty() ? recordings.ids() : asked();
  }
}
