package dev.gme.cli.audio;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.JsonCommand;
import dev.gme.core.GmeException;
import dev.gme.frontend.network.Level;
import dev.gme.frontend.network.NetworkDescription;
import dev.gme.neural.embed.EmbeddingCheck;
import dev.gme.neural.network.Network;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares an embedding with that of the network's authors. */
@Command(
    name = "check",
    description = {
      "Compare the embedding of a recording with one that the authors' own code made.",
      "What a front end gets wrong does not fail: it makes worse embeddings. One recording tells."
          + " The exit code is 1 where they do not agree."
    },
    footer = {
      "  gme embed check net.onnx --audio a.wav --expect a.npy",
      "  gme embed check net.onnx --frontend nemo --audio a.wav --expect a.npy"
    })
final class EmbedCheckCommand extends JsonCommand {
  @Parameters(paramLabel = "NETWORK", description = "The network, as an ONNX file.")
  Path network;

  @Option(
      names = "--audio",
      required = true,
      paramLabel = "FILE",
      description = "A recording with one channel.")
  Path audio;

  @Option(
      names = "--expect",
      required = true,
      paramLabel = "FILE",
      description =
          "The embedding of the recording by the authors' code: one vector, as .npy of NumPy.")
  Path expect;

  @Option(
      names = "--frontend",
      paramLabel = "NAME|FILE",
      description = "The front end of the network, as for gme embed.")
  String frontEnd = "";

  @Option(
      names = "--level",
      paramLabel = "DB",
      description = "The level of the recording, as for gme embed.")
  String level;

  @Option(
      names = "--tolerance",
      paramLabel = "X",
      description =
          "The largest difference that is agreement, relative to the length of the embedding.")
  double tolerance = EmbeddingCheck.TOLERANCE;

  @Override
  public Integer call() throws IOException {
    CheckedOptions.require(tolerance > 0, spec, "--tolerance must be positive, found " + tolerance);
    try (Network opened = Network.open(network, frontEnd, this::changed, Network.Options.DEFAULT)) {
      EmbeddingCheck check = EmbeddingCheck.of(opened, audio, expect);
      if (json.isWanted()) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("agrees", check.agrees(tolerance));
        all.put("largest_difference", check.difference());
        all.put("relative_difference", check.relative());
        all.put("cosine", check.cosine());
        all.put("front_end", opened.found().from());
        json.print(all);
      } else {
        terminal
            .out()
            .println(
                String.format(
                    Locale.ROOT,
                    "largest difference %.3g (%.3g of the length %.3g), cosine %.7f: %s",
                    check.difference(),
                    check.relative(),
                    check.length(),
                    check.cosine(),
                    check.agrees(tolerance) ? "they agree" : "they do not agree"));
      }
      if (!check.agrees(tolerance)) {
        throw new GmeException(
            String.format(
                Locale.ROOT,
                "the embedding differs from %s by %.3g of its length, expected at most %.3g",
                expect,
                check.relative(),
                tolerance),
            "check the front end (" + opened.found().from() + "): rate, level, features, mean");
      }
    }
    return 0;
  }

  private NetworkDescription changed(NetworkDescription description) {
    return level == null ? description : description.withLevel(Level.parse(level));
  }
}
