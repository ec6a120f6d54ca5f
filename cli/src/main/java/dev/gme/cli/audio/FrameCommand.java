package dev.gme.cli.audio;

import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.OutputFile;
import dev.gme.cli.files.TerminalCommand;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.corpus.FeatureFiles;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.corpus.Skipped;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What goes through recordings and writes something for each of their frames into an archive. */
abstract class FrameCommand extends TerminalCommand {
  @Parameters(
      paramLabel = "SOURCE",
      description = "A folder with wav.scp (and segments), a wav.scp, or one audio file.")
  Path source;

  @Mixin FeatureFlags features;
  @Mixin UtteranceFlags utterances;
  @Mixin OutputFile output;

  /**
   * A summary of what was written.
   *
   * @param sentence for people
   * @param json adds it to a summary for machines
   */
  record Description(
      Function<FeatureFiles.Summary, String> sentence,
      BiConsumer<Map<String, Object>, FeatureFiles.Summary> json) {}

  /** Makes the files; {@link #write} helps. */
  abstract Skipped make(RecordingList recordings) throws IOException;

  @Override
  public final Integer call() throws IOException {
    utterances.skip.check(spec);
    RecordingList recordings = utterances.audio.recordings(source);
    utterances.skip.check(make(recordings), utterances.of(recordings).size());
    return 0;
  }

  /** Writes the archive, says what is in it and what was left out. */
  Skipped write(
      RecordingList recordings,
      FeatureSpec features,
      FeatureFiles.Maker maker,
      Description description)
      throws IOException {
    List<String> ids = utterances.of(recordings);
    Skipped skipped = new Skipped();
    FeatureFiles.Summary s;
    try (LineProgress progress = LineProgress.ofParts(terminal)) {
      s =
          FeatureFiles.write(
              recordings,
              ids,
              features.rate(),
              maker,
              Output.archive(output.path()),
              skipped,
              progress);
    }
    terminal.say(description.sentence().apply(s));
    SkipFlags.tell(terminal, skipped.reasons());
    if (output.json().isWanted()) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("out", output.path().toString());
      all.put("recordings", s.recordings());
      all.put("frames", s.frames());
      description.json().accept(all, s);
      all.put("skipped", skipped.reasons());
      output.json().print(all);
    }
    return skipped;
  }
}
