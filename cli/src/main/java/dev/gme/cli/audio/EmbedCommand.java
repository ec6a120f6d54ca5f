package dev.gme.cli.audio;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.FreshOption;
import dev.gme.cli.files.JsonOption;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.NetworkOptions;
import dev.gme.cli.files.OptionHelp;
import dev.gme.cli.files.ResumeNote;
import dev.gme.cli.files.TerminalCommand;
import dev.gme.cli.terminal.Count;
import dev.gme.frontend.audio.AudioFolder;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.network.Windows;
import dev.gme.neural.embed.CorpusEmbedder;
import dev.gme.neural.embed.EmbedFiles;
import dev.gme.neural.embed.EmbedOptions;
import dev.gme.neural.embed.EmbedStore;
import dev.gme.neural.embed.EmbeddedCorpus;
import dev.gme.neural.network.Network;
import dev.gme.neural.speech.SpeechDetector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Recordings to neural embeddings. */
@Command(
    name = "embed",
    description = {
      "Make embeddings of recordings by a neural network that you bring as an ONNX file.",
      "The name of --out says how vectors are written: *.npz, *.npy, *.safetensors, *.h5, *.ark,"
          + " *.csv or *.tsv. Beside them, under the same name: .quality.tsv (seconds, speech,"
          + " level, signal-to-noise ratio), .network.json (which network and front end), .segments"
          + " of windows. Recordings that cannot be used are named and skipped. A run that was"
          + " interrupted goes on where it stopped."
    },
    footer = {
      "  gme embed wav --network net.onnx --speaker-from 1 --out all.npz",
      "  gme embed data/eval --network net.onnx --vad silero.onnx --out eval.ark",
      "  gme embed meeting.flac --network net.onnx --windows 1.5:0.75 --out w.ark",
      "  gme embed wav --network net.onnx --frontend wespeaker --out all.ark",
      "  gme embed check net.onnx --audio a.wav --expect a.npy"
    },
    subcommands = EmbedCheckCommand.class)
public final class EmbedCommand extends TerminalCommand {
  // Not required by picocli, so that the subcommand can do without.
  @Parameters(
      arity = "0..1",
      paramLabel = "SOURCE",
      description =
          "A folder with wav.scp (and segments), a folder of audio files, a wav.scp, or one audio"
              + " file.")
  Path source;

  @Mixin NetworkOptions network;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Where to write the vectors.")
  Path out;

  @Option(
      names = "--windows",
      paramLabel = "LENGTH:STEP",
      description =
          "An embedding for every window of so many seconds, with a step of so many, for example"
              + " 1.5:0.75.")
  String windows;

  @Option(
      names = "--speaker-from",
      paramLabel = "N",
      description =
          "The part of a recording's path that is its speaker: 1 is the first folder, -1 the name"
              + " of the file.")
  Integer speakerFrom;

  @Option(
      names = "--meta",
      description =
          "The network has outputs a and b, and its metadata lambda: write meta-embeddings.")
  boolean meta;

  @Mixin UtteranceFlags utterances;
  @Mixin FreshOption fresh;
  @Mixin JsonOption json;

  @Override
  public Integer call() throws IOException {
    CheckedOptions.require(
        source != null && network.isGiven() && out != null,
        spec,
        "embed needs SOURCE, --network FILE and --out FILE");
    utterances.skip.check(spec);
    EmbedOptions options = CheckedOptions.of(spec, this::options);
    if (!meta) {
      EmbedFiles.format(out);
    }
    RecordingList recordings = recordings();
    List<String> ids = utterances.of(recordings);
    EmbedFiles files =
        new EmbedFiles(
            out, speakerFrom == null ? OptionalInt.empty() : OptionalInt.of(speakerFrom));
    files.check(ids);
    try (Network opened =
            network.open(spec, meta ? Network.Gives.META_EMBEDDINGS : Network.Gives.VECTORS);
        SpeechDetector detector = network.detector("none");
        EmbedStore store = EmbedStore.beside(out, fresh.reuse())) {
      EmbeddedCorpus corpus =
          embedded(new CorpusEmbedder(opened, detector, options), recordings, ids, store);
      if (meta) {
        files.writeMeta(
            corpus, opened, windows != null, CommandProvenance.of(spec, opened.digest()));
      } else {
        files.write(corpus, opened, windows != null);
      }
      print(corpus, opened);
      utterances.skip.check(corpus.skipped(), corpus.asked());
      // Not before: with the recordings mended or more of them allowed, the rest is not done again.
      store.remove();
    }
    return 0;
  }

  @SuppressWarnings("try") // The note is about the time until it is closed.
  private EmbeddedCorpus embedded(
      CorpusEmbedder embedder, RecordingList recordings, List<String> ids, EmbedStore store)
      throws IOException {
    try (LineProgress progress = LineProgress.of(terminal, "embedding, seconds of audio");
        ResumeNote note = ResumeNote.of(terminal)) {
      return OptionHelp.naming(
          "say which channel to take",
          "--channel N",
          () -> embedder.embed(recordings, ids, store.store(), progress));
    }
  }

  private EmbedOptions options() {
    EmbedOptions options = EmbedOptions.DEFAULT.withMaxWindow(network.maxWindow());
    return windows == null ? options : options.withWindows(Windows.parse(windows));
  }

  private RecordingList recordings() {
    if (utterances.audio.segments != null
        || !Files.isDirectory(source)
        || Files.exists(source.resolve("wav.scp"))) {
      return utterances.audio.recordings(source);
    }
    AudioFolder folder = AudioFolder.of(source);
    folder
        .others()
        .forEach(
            (kind, n) ->
                terminal.say(
                    "warning: "
                        + Count.of(n, "file")
                        + " ."
                        + kind
                        + " left out, which gme does not read: turn them into FLAC or WAV."));
    return RecordingList.ofFiles(folder.files(), utterances.audio.options());
  }

  private void print(EmbeddedCorpus corpus, Network opened) {
    terminal.say(
        String.format(
            Locale.ROOT,
            "%s of dimension %d from %,.1f s of audio.",
            Count.of(corpus.pieces().size(), "embedding"),
            opened.dimension(),
            corpus.seconds()));
    corpus.notes().forEach(terminal::say);
    SkipFlags.tell(terminal, corpus.skipped().reasons());
    if (json.isWanted()) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("out", out.toString());
      all.put("vectors", corpus.pieces().size());
      all.put("dimension", opened.dimension());
      all.put("recordings", corpus.asked() - corpus.skipped().count());
      all.put("seconds", corpus.seconds());
      all.put("resampled", corpus.resampled());
      all.put("of_lower_rate", corpus.lower());
      all.put("network", opened.model().digest());
      all.put("digest", opened.digest());
      all.put("front_end", opened.found().from());
      all.put("description", opened.description().toMap());
      all.put("skipped", corpus.skipped().reasons());
      json.print(all);
    }
  }
}
