package dev.gme.neural.embed;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.formats.LabelledVectors;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.corpus.Skipped;
import dev.gme.frontend.network.Level;
import dev.gme.frontend.network.NetworkDescription;
import dev.gme.frontend.network.NetworkDescriptions;
import dev.gme.lab.cache.Store;
import dev.gme.lab.data.NetworkNote;
import dev.gme.lab.data.VectorSource;
import dev.gme.neural.network.Network;
import dev.gme.neural.speech.SpeechDetector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Embeddings of recordings by a network, as a source of vectors: {@code {embed: net.onnx,
 * recordings: wav}}. What was made is kept in the folder {@code net.embeddings}, so that the next
 * run takes it from there.
 */
public final class EmbedVectors implements VectorSource {
  private static final String NETWORK = "embed";
  private static final String RECORDINGS = "recordings";
  private static final String FRONT_END = "frontend";
  private static final String LEVEL = "level";
  private static final String SPEECH = "vad";
  private static final String SPEAKER = "speaker-from";

  @Override
  public String name() {
    return NETWORK;
  }

  @Override
  public List<String> parameters() {
    return List.of(NETWORK, RECORDINGS, FRONT_END, LEVEL, SPEECH, SPEAKER);
  }

  @Override
  public List<Path> files(Map<String, String> parameters, Path folder) {
    if (!parameters.containsKey(RECORDINGS)) {
      throw new GmeException(
          "embeddings need recordings", "name a list or folder of them as " + RECORDINGS);
    }
    return List.of(
        folder.resolve(parameters.get(NETWORK)).normalize(),
        folder.resolve(parameters.get(RECORDINGS)).normalize());
  }

  @Override
  public LabelledVectors read(Map<String, String> parameters, Path folder, Progress progress)
      throws IOException {
    List<Path> files = files(parameters, folder);
    OptionalInt speaker = speaker(parameters);
    try (Network network = open(parameters, folder);
        SpeechDetector detector = SpeechDetector.of(speech(parameters, folder))) {
      RecordingList recordings = RecordingList.found(files.get(1), RecordingList.Options.DEFAULT);
      Path kept =
          folder.resolve(NetworkNote.named(files.get(0), ".embeddings").getFileName().toString());
      EmbeddedCorpus corpus =
          new CorpusEmbedder(network, detector, EmbedOptions.DEFAULT)
              .embed(
                  recordings,
                  recordings.ids(),
                  EmbedStore.in(kept, Store.Reuse.ALL).store(),
                  progress);
      corpus.skipped().check(corpus.asked(), Skipped.ALLOWED);
      corpus.notes().forEach(progress::note);
      corpus.skipped().summary(corpus.asked()).ifPresent(s -> progress.note("warning: " + s + "."));
      return new EmbedFiles(kept, speaker)
          .labelled(corpus, corpus.vectors(files.get(1).toString()));
    }
  }

  @Override
  public Optional<NetworkNote> network(Map<String, String> parameters, Path folder)
      throws IOException {
    try (Network network = open(parameters, folder)) {
      return Optional.of(EmbedFiles.note(network));
    }
  }

  private Network open(Map<String, String> parameters, Path folder) throws IOException {
    return Network.open(
        files(parameters, folder).get(0),
        frontEnd(parameters, folder),
        d -> levelled(d, parameters),
        Network.Options.DEFAULT);
  }

  private static NetworkDescription levelled(
      NetworkDescription description, Map<String, String> parameters) {
    String level = parameters.get(LEVEL);
    return level == null ? description : description.withLevel(Level.parse(level));
  }

  /** A preset, or a file that is relative to the experiment's folder. */
  private static String frontEnd(Map<String, String> parameters, Path folder) {
    String name = parameters.getOrDefault(FRONT_END, "");
    return name.isEmpty() || NetworkDescriptions.presets().contains(name)
        ? name
        : folder.resolve(name).normalize().toString();
  }

  private static String speech(Map<String, String> parameters, Path folder) {
    String name = parameters.getOrDefault(SPEECH, "none");
    return List.of("none", "energy").contains(name)
        ? name
        : folder.resolve(name).normalize().toString();
  }

  private static OptionalInt speaker(Map<String, String> parameters) {
    String number = parameters.get(SPEAKER);
    if (number == null) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(Integer.parseInt(number));
    } catch (NumberFormatException e) {
      throw new GmeException(
          "expected the number of a part of a path as " + SPEAKER + ", found '" + number + "'",
          "1 is the first folder, -1 the name of the file");
    }
  }
}
