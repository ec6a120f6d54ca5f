package dev.gme.cli.files;

import dev.gme.cli.terminal.Terminal;
import dev.gme.frontend.network.Level;
import dev.gme.frontend.network.NetworkDescription;
import dev.gme.frontend.network.Windows;
import dev.gme.neural.network.Network;
import dev.gme.neural.network.Provider;
import dev.gme.neural.speech.SpeechDetector;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * The network that makes embeddings, and what recordings become before it sees them; a mixin with
 * {@code --network}, {@code --frontend}, {@code --level}, {@code --vad}, {@code --max-window} and
 * {@code --provider}.
 *
 * <pre>{@code
 * @Mixin NetworkOptions options;
 * ...
 * try (Network network = options.open(spec, Network.Gives.VECTORS)) {
 *   terminal.say(network + ".");
 * }
 * }</pre>
 */
public final class NetworkOptions {
  @Option(
      names = "--network",
      paramLabel = "FILE",
      description = "A network, as an ONNX file that you bring; gme ships none.")
  Path network;

  @Option(
      names = "--frontend",
      paramLabel = "NAME|FILE",
      showDefaultValue = Visibility.NEVER,
      description =
          "The front end of the network: a preset, such as wespeaker or speechbrain, or a YAML file"
              + " that describes it. Unless given, FILE.yaml beside FILE.onnx, or the network's"
              + " metadata.")
  String frontEnd = "";

  @Option(
      names = "--level",
      paramLabel = "DB",
      description =
          "Bring recordings to this level, in dB below full scale such as -26, or none; unless"
              + " given, as the network's description says.")
  String level;

  @Option(
      names = "--vad",
      paramLabel = "WHAT",
      description =
          "What tells speech: none (everything is taken), energy, a network of Silero's interface"
              + " (FILE.onnx), or turns and speech that are known (FILE.rttm, FILE.lab, a folder of"
              + " these). Unless"
              + " given, energy for turns of speakers and none for embeddings.")
  String vad;

  @Option(
      names = "--max-window",
      paramLabel = "SECONDS",
      description =
          "The longest piece that the network sees at a time; longer recordings are seen in pieces,"
              + " and their embeddings averaged.")
  double maxWindow = Windows.MOST_SECONDS;

  @Option(
      names = "--provider",
      paramLabel = "NAME",
      description =
          "What runs the network: ${COMPLETION-CANDIDATES}; cuda needs the artefact onnxruntime_gpu"
              + " in the place of onnxruntime.")
  Provider provider = Network.Options.DEFAULT.provider();

  private final Terminal terminal;

  public NetworkOptions(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Whether a network was named. */
  public boolean isGiven() {
    return network != null;
  }

  public double maxWindow() {
    return maxWindow;
  }

  /** Opens the network, and says where its front end is from. */
  public Network open(CommandSpec command, Network.Gives gives) throws IOException {
    CheckedOptions.require(isGiven(), command, "--network FILE is missing");
    Network.Options options = Network.Options.DEFAULT.withProvider(provider).withGives(gives);
    Network opened =
        OptionHelp.naming(
            "say its front end",
            "--frontend NAME|FILE",
            () -> Network.open(network, frontEnd, this::changed, options));
    terminal.say("Network: " + opened + "; front end: " + opened.found().from() + ".");
    opened.found().notes().forEach(note -> terminal.say("note: " + note + "."));
    return opened;
  }

  private NetworkDescription changed(NetworkDescription description) {
    return level == null ? description : description.withLevel(Level.parse(level));
  }

  /**
   * What tells speech.
   *
   * @param usual where the user does not say
   */
  public SpeechDetector detector(String usual) throws IOException {
    return SpeechDetector.of(vad == null ? usual : vad);
  }
}
