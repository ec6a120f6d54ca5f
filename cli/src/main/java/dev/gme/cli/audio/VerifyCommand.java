package dev.gme.cli.audio;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.NetworkOptions;
import dev.gme.cli.files.OptionHelp;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.network.RecordingQuality;
import dev.gme.lab.evaluate.Measure;
import dev.gme.lab.evaluate.ResultJson;
import dev.gme.neural.embed.EmbedOptions;
import dev.gme.neural.embed.RecordingEmbedder;
import dev.gme.neural.network.Network;
import dev.gme.neural.speech.SpeechDetector;
import dev.gme.neural.verify.Verification;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Two recordings to a decision. */
@Command(
    name = "verify",
    description = {
      "Say whether two recordings are of one speaker.",
      "Prints the natural log-likelihood ratio of one speaker against two, calibrated if the model"
          + " has a calibration ('gme calibrate append'); the decision that costs least at the"
          + " prior and costs; and what speaks against trusting it."
    },
    footer = {
      "  gme verify a.wav b.wav --network net.onnx -m model.gme",
      "  gme verify a.wav b.wav --network net.onnx -m model.gme --prior 0.01 --json"
    })
public final class VerifyCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "A", description = "An audio file.")
  Path first;

  @Parameters(index = "1", paramLabel = "B", description = "Another one.")
  Path second;

  @Mixin NetworkOptions network;

  @Option(
      names = {"-m", "--model"},
      required = true,
      paramLabel = "FILE",
      description = "A model that was trained on vectors of the network.")
  Path model;

  @Option(
      names = "--prior",
      paramLabel = "P",
      description = "Prior probability that both are of one speaker.")
  double prior = 0.5;

  @Option(
      names = "--cmiss",
      paramLabel = "COST",
      description = "Cost of a miss: one speaker taken for two.")
  double cMiss = 1;

  @Option(
      names = "--cfa",
      paramLabel = "COST",
      description = "Cost of a false alarm: two speakers taken for one.")
  double cFa = 1;

  @Option(
      names = "--channel",
      paramLabel = "N",
      description = "Which channel of both files, from 0; needed where they have several.")
  Integer channel;

  @Override
  public Integer call() throws IOException {
    OperatingPoint point = CheckedOptions.of(spec, () -> new OperatingPoint(prior, cMiss, cFa));
    EmbedOptions options =
        CheckedOptions.of(spec, () -> EmbedOptions.DEFAULT.withMaxWindow(network.maxWindow()));
    ModelFile known = InputFile.read(model, ModelFiles::open);
    Verification result;
    try (Network opened = network.open(spec, Network.Gives.VECTORS);
        SpeechDetector detector = network.detector("none")) {
      result =
          Verification.of(
              new RecordingEmbedder(opened, detector, options),
              opened,
              known,
              new Verification.Recording(first.toString(), read(first)),
              new Verification.Recording(second.toString(), read(second)),
              point);
    }
    if (json.isWanted()) {
      json.print(tree(result));
    } else {
      lines(result).forEach(terminal.out()::println);
    }
    return 0;
  }

  private Audio read(Path file) throws IOException {
    return OptionHelp.naming(
        "say which channel to take",
        "--channel N",
        () -> channel == null ? Audio.read(file) : Audio.read(file, channel));
  }

  private List<String> lines(Verification v) {
    List<String> out = new ArrayList<>();
    for (Verification.Side side : v.sides()) {
      RecordingQuality q = side.quality();
      out.add(
          String.format(
              Locale.ROOT,
              "%s: %.1f s of speech, level %.0f dB, signal-to-noise ratio %.0f dB, precision %.2f",
              side.name(),
              q.speech(),
              q.level(),
              q.snr(),
              side.precision()));
    }
    out.add(
        String.format(
            Locale.ROOT,
            "log-likelihood ratio %.4f (%s)",
            v.llr(),
            v.calibrated() ? "calibrated" : "not calibrated"));
    out.add(
        String.format(
            Locale.ROOT,
            "%s: threshold %.4f (prior %s, cost of a miss %s, of a false alarm %s)",
            v.accepted() ? "accept, one speaker" : "reject, two speakers",
            v.threshold(),
            Measure.plain(prior),
            Measure.plain(cMiss),
            Measure.plain(cFa)));
    v.doubts().forEach(d -> out.add("against trusting it: " + d));
    return out;
  }

  private ObjectNode tree(Verification v) {
    ObjectNode out = ResultJson.object();
    out.put("llr", v.llr()).put("calibrated", v.calibrated());
    out.put("accepted", v.accepted()).put("threshold", v.threshold());
    out.put("p_target", prior).put("c_miss", cMiss).put("c_fa", cFa);
    for (Verification.Side side : v.sides()) {
      RecordingQuality q = side.quality();
      out.withArray("recordings")
          .addObject()
          .put("file", side.name())
          .put("rate", side.rate())
          .put("seconds", q.seconds())
          .put("speech", q.speech())
          .put("level", q.level())
          .put("snr", q.snr())
          .put("precision", side.precision());
    }
    v.doubts().forEach(out.withArray("doubts")::add);
    return out;
  }
}
