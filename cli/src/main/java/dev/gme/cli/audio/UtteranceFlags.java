package dev.gme.cli.audio;

import dev.gme.cli.files.JsonOption;
import dev.gme.frontend.corpus.RecordingList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which utterances are worked on, how they are read, and how many may fail. */
final class UtteranceFlags {
  @Option(
      names = "--utts",
      paramLabel = "LIST",
      description = "Only these utterances, an id a line; may be given more than once.")
  List<Path> utts = List.of();

  @Mixin AudioFlags audio;
  @Mixin SkipFlags skip;

  @Mixin JsonOption json;

  /** Those that were asked for; none for all. */
  List<String> asked() throws IOException {
    return Output.ids(utts);
  }

  /** Those that were asked for, else all. */
  List<String> of(RecordingList recordings) throws IOException {
    return utts.isEmpty() ? recordings.ids() : asked();
  }
}
