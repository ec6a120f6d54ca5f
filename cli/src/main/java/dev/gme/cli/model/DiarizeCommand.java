package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.ModelOptions;
import dev.gme.cli.files.NetworkOptions;
import dev.gme.cli.files.OptionHelp;
import dev.gme.cli.files.OutputFile;
import dev.gme.cli.files.TerminalCommand;
import dev.gme.cli.files.VectorOptions;
import dev.gme.cli.terminal.Count;
import dev.gme.core.diarize.DiarizerOptions;
import dev.gme.core.diarize.SpeakerTurns;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.RegionFiles;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.artefact.StoredArtefact;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.formats.turns.Rttm;
import dev.gme.formats.turns.Segments;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.corpus.Skipped;
import dev.gme.frontend.network.Windows;
import dev.gme.lab.cluster.RecordingPartitions;
import dev.gme.lab.diarize.Diarization;
import dev.gme.lab.diarize.WindowedRecording;
import dev.gme.neural.embed.CorpusEmbedder;
import dev.gme.neural.embed.EmbedOptions;
import dev.gme.neural.embed.EmbeddedCorpus;
import dev.gme.neural.network.Network;
import dev.gme.neural.speech.SpeechDetector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says who speaks when. */
@Command(
    name = "diarize",
    description = {
      "Say who speaks when, in recordings that were cut into windows, each with its vector, or, with"
          + " --network, in audio files.",
      "Windows of any length and step serve; those of one recording are found by the segments."
          + " Nothing need be known of the recordings: not how many speak, nor any threshold."
    },
    footer = {
      "  gme diarize kaldi/eval.scp -m gme.gme --segments segments --out turns.rttm",
      "  gme diarize meeting.flac --network net.onnx -m model.gme --out turns.rttm",
      "  gme diarize kaldi/eval.scp -m gme.gme --segments segments \\",
      "    --speakers 4 --overlap all.uem --out turns.rttm",
      "  gme diarize kaldi/eval.scp -m gme.gme --segments segments \\",
      "    --enrolled kaldi/eval.scp --models kaldi/enrol.spk2utt --out turns.rttm"
    })
public final class DiarizeCommand extends TerminalCommand {
  @Parameters(
      paramLabel = "VECTORS",
      description =
          "Vectors of windows, or meta-embeddings made by 'gme extract'; with --network, a folder"
              + " with wav.scp or audio files, a wav.scp, or one audio file.")
  Path vectors;

  @Mixin ModelOptions model;

  @Option(
      names = "--segments",
      paramLabel = "FILE",
      description =
          "When each window is: Kaldi's segments (window, recording, start, end); needed unless"
              + " --network makes the windows.")
  Path segments;

  @Mixin NetworkOptions network;

  @Option(
      names = "--windows",
      paramLabel = "LENGTH:STEP",
      description = "Seconds of the windows that --network sees, and from one to the next.")
  String windows = "1.5:0.75";

  @Option(
      names = "--channel",
      paramLabel = "N",
      description = "Which channel --network hears, from 0; needed where files have several.")
  Integer channel;

  @Option(
      names = "--speakers",
      paramLabel = "N",
      description = "The number of speakers of every recording; unless given, it is found.")
  Integer speakers;

  @Option(names = "--min-speakers", paramLabel = "N", description = "At least so many speakers.")
  Integer minSpeakers;

  @Option(names = "--max-speakers", paramLabel = "N", description = "At most so many speakers.")
  Integer maxSpeakers;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description =
          "What follows average linkage: vbhmm (a hidden Markov model), pool (joins of pools), or"
              + " average (nothing).")
  Method method = Method.VBHMM;

  @Option(
      names = "--scale",
      paramLabel = "S",
      description =
          "Scale of the log-likelihoods, beside what the overlap of windows asks for: below 1 where"
              + " the model is too sure of such windows.")
  double scale = DiarizerOptions.DEFAULT.scale();

  @Option(
      names = "--fb",
      paramLabel = "F",
      description = "What a speaker costs in the hidden Markov model: the larger, the fewer.")
  double fb = DiarizerOptions.DEFAULT.fb();

  @Option(
      names = "--dwell",
      paramLabel = "S",
      description = "Seconds after which the model draws the next speaker, on the average.")
  double dwell = DiarizerOptions.DEFAULT.dwell();

  @Option(
      names = "--enrolled",
      paramLabel = "FILE",
      description =
          "Known speakers who may be there: vectors (see --models), or meta-embeddings made by 'gme"
              + " extract --models'. Their turns have their names.")
  Path enrolled;

  @Mixin EnrolmentOptions enrolment;

  @Option(
      names = "--speech",
      paramLabel = "FILE",
      description = "When anybody speaks (UEM or RTTM): turns are cut to it.")
  Path speech;

  @Option(
      names = "--overlap",
      paramLabel = "FILE",
      description =
          "When two speak at once (UEM or RTTM): the second most probable speaker is written too.")
  Path overlap;

  @Mixin VectorOptions vectorOptions;

  @Mixin OutputFile output;

  /** What follows average linkage, under its names on the command line. */
  enum Method {
    VBHMM,
    POOL,
    AVERAGE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public Integer call() throws IOException {
    DiarizerOptions options = CheckedOptions.of(spec, this::options);
    CheckedOptions.require(
        overlap == null || method == Method.VBHMM,
        spec,
        "--overlap needs second speakers, which only --method vbhmm finds");
    CheckedOptions.require(
        enrolled != null || !enrolment.isWanted(),
        spec,
        "--models, --num-utts and --average are about --enrolled, which is missing");
    CheckedOptions.require(
        network.isGiven() || channel == null,
        spec,
        "--channel is about --network, which is missing");
    CheckedOptions.require(
        network.isGiven() == (segments == null),
        spec,
        network.isGiven()
            ? "--network makes the windows: leave out --segments"
            : "--segments is missing, or --network to make windows of recordings");
    Cut cut = network.isGiven() ? heard() : read();
    Diarization diarization =
        new Diarization(
            options,
            enrolled == null
                ? Optional.empty()
                : Optional.of(embeddings(enrolled, Optional.of(enrolment))),
            regions(speech),
            regions(overlap));
    List<Diarization.Found> found;
    try (LineProgress progress = LineProgress.ofParts(terminal)) {
      found = diarization.run(cut.windows, cut.recordings, progress);
    }
    Map<String, SpeakerTurns> turns = new LinkedHashMap<>();
    found.forEach(f -> turns.put(f.recording(), f.turns()));
    Rttm.write(output.path(), turns);
    print(found);
    return 0;
  }

  /** Windows, and when they are. */
  private record Cut(IdentifiedEmbeddings windows, List<WindowedRecording> recordings) {}

  private Cut read() throws IOException {
    IdentifiedEmbeddings windows = embeddings(vectors, Optional.empty());
    return OptionHelp.naming(
        "allow missing",
        "--allow-missing",
        () ->
            new Cut(
                windows,
                WindowedRecording.of(
                    windows.ids(), Segments.read(segments), enrolment.allowsMissing())));
  }

  /** Windows of recordings through a network. */
  private Cut heard() throws IOException {
    EmbedOptions options =
        CheckedOptions.of(spec, () -> EmbedOptions.DEFAULT.withWindows(Windows.parse(windows)));
    model.require();
    RecordingList.Options reading =
        new RecordingList.Options(
            channel == null ? OptionalInt.empty() : OptionalInt.of(channel),
            null,
            Audio.DEFAULT_MAX_SAMPLES);
    RecordingList list = RecordingList.found(vectors, reading);
    EmbeddedCorpus corpus;
    try (Network opened = network.open(spec, Network.Gives.VECTORS);
        SpeechDetector detector = network.detector("energy");
        LineProgress progress = LineProgress.of(terminal, "embedding, seconds of audio")) {
      corpus =
          OptionHelp.naming(
              "say which channel to take",
              "--channel N",
              () ->
                  new CorpusEmbedder(opened, detector, options)
                      .embed(list, list.ids(), Optional.empty(), progress));
    }
    corpus.notes().forEach(terminal::say);
    corpus.skipped().check(corpus.asked(), enrolment.allowsMissing() ? 1 : Skipped.ALLOWED);
    model.noteCalibration("it is for scores of pairs");
    IdentifiedEmbeddings windowed =
        RecordingPartitions.embeddings(model.require(), corpus.vectors(vectors.toString()));
    return new Cut(windowed, WindowedRecording.of(windowed.ids(), corpus.segments(), false));
  }

  private DiarizerOptions options() {
    if (speakers != null && (minSpeakers != null || maxSpeakers != null)) {
      throw new IllegalArgumentException(
          "--speakers is the number itself; --min-speakers and --max-speakers are limits of it");
    }
    int least = speakers != null ? speakers : minSpeakers != null ? minSpeakers : 1;
    int most = speakers != null ? speakers : maxSpeakers != null ? maxSpeakers : Integer.MAX_VALUE;
    return DiarizerOptions.DEFAULT
        .withMethod(DiarizerOptions.Method.valueOf(method.name()))
        .withScale(scale)
        .withFb(fb)
        .withDwell(dwell)
        .withSpeakers(least, most);
  }

  private static Optional<Map<String, TimeRegions>> regions(Path file) throws IOException {
    return file == null ? Optional.empty() : Optional.of(RegionFiles.read(file));
  }

  /** Recordings one by one, or pooled as models are. */
  private IdentifiedEmbeddings embeddings(Path file, Optional<EnrolmentOptions> pooled)
      throws IOException {
    LabelledVectors set;
    try (InputFile in = InputFile.open(file)) {
      if (StoredArtefact.is(in)) {
        return StoredArtefact.read(in).as(ArtefactKind.META_EMBEDDINGS).value();
      }
      set = vectorOptions.read(in);
    }
    model.noteNetwork(file);
    if (pooled.isEmpty()) {
      model.noteCalibration("it is for scores of pairs");
      return RecordingPartitions.embeddings(model.require(), set);
    }
    EnrolmentModels models = pooled.get().models(set);
    return RecordingPartitions.embeddings(model.require(), set, models, pooled.get().way());
  }

  private void print(List<Diarization.Found> found) {
    if (output.json().isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("out", output.path().toString());
      List<Map<String, Object>> each = new ArrayList<>();
      for (Diarization.Found f : found) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("recording", f.recording());
        one.put("windows", f.windows());
        one.put("start_sets", f.startSets());
        one.put("speakers", f.speakers());
        one.put("turns", f.turns().size());
        each.add(one);
      }
      tree.put("recordings", each);
      output.json().print(tree);
      return;
    }
    for (Diarization.Found f : found) {
      terminal.say(
          f.recording()
              + ": "
              + Count.of(f.speakers(), "speaker")
              + " in "
              + Count.of(f.turns().size(), "turn")
              + ", from "
              + Count.of(f.windows(), "window")
              + ".");
    }
  }
}
