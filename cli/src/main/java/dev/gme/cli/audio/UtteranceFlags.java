package dev.gme.cli.audio;

import dev.gme.frontend.corpus.RecordingList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which utterances are worked on, how they are read, how many may fail, and what is written. */
final class UtteranceFlags {
  @Option(
      names = "--utts",
      paramLabel = "LIST",
      description = "Only these utterances, an id a line; may be given more than once.")
  List<Path> utts = List.of();

  @Mixin AudioFlags audio;
  @Mixin SkipFlags skip;

  /** The utterances that were asked for; none for all. */
  List<String> asked() throws IOException {
    return Output.ids(utts);
  }

  /** The utterances that were asked for, else all of a list. */
  List<String> of(RecordingList recordings) throws IOException {
    return utts.isEmpty() ? recordings.ids() : asked();
  }
}
