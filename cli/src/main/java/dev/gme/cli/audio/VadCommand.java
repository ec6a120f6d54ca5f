package dev.gme.cli.audio;

import dev.gme.cli.terminal.Terminal;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.feature.EnergyVad;
import dev.gme.frontend.feature.Mfcc;
import dev.gme.frontend.recipe.FeatureFiles;
import dev.gme.frontend.recipe.Recordings;
import dev.gme.frontend.recipe.Skipped;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which frames of recordings are speech. */
@Command(
    name = "vad",
    description = {
      "Decide by energy which frames of recordings are speech.",
      "Writes a Kaldi archive with a vector for each recording, 1 for a frame of speech."
    },
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  gme vad data/train --out vad.ark", "  gme vad call.sph --channel 1 --out vad.ark"})
public final class VadCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SOURCE",
      description = "A folder with wav.scp (and segments), a wav.scp, or one audio file.")
  Path source;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description = "The archive, *.ark; a script file is written beside it.")
  Path out;

  @Mixin FeatureFlags features;
  @Mixin AudioFlags audio;
  @Mixin SkipFlags skip;

  @Option(names = "--json", description = "Print a summary as JSON.")
  boolean json;

  private final Terminal terminal;

  VadCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    double share = skip.share();
    FeatureSpec spec = features.spec();
    Mfcc mfcc = new Mfcc(spec.pipeline().mfcc());
    EnergyVad vad = spec.voiceActivity();
    Recordings recordings = audio.recordings(source);
    List<String> ids = recordings.ids();
    LongAdder speech = new LongAdder();
    Skipped skipped = new Skipped();
    FeatureFiles.Summary s;
    try (LiveProgress progress = new LiveProgress(terminal)) {
      s =
          FeatureFiles.write(
              recordings,
              ids,
              spec.rate(),
              recording -> decisions(recording.atRate(spec.rate()), mfcc, vad, speech),
              Output.archive(out),
              skipped,
              progress);
    }
    terminal.say(
        String.format(
            Locale.ROOT,
            "%,d of %,d frames are speech (%.1f %%), %,d recordings",
            speech.sum(),
            s.frames(),
            100.0 * speech.sum() / s.frames(),
            s.recordings()));
    SkipFlags.tell(terminal, skipped.reasons());
    if (json) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("out", out.toString());
      all.put("recordings", s.recordings());
      all.put("frames", s.frames());
      all.put("speech", speech.sum());
      all.put("skipped", skipped.reasons());
      terminal.out().println(Output.json(all));
    }
    skipped.check(ids.size(), share);
    return 0;
  }

  private static KaldiArray decisions(Audio audio, Mfcc mfcc, EnergyVad vad, LongAdder speech) {
    boolean[] decided = vad.decide(mfcc.compute(audio));
    double[] out = new double[decided.length];
    for (int t = 0; t < out.length; t++) {
      out[t] = decided[t] ? 1 : 0;
      speech.add(decided[t] ? 1 : 0);
    }
    return KaldiArray.vector(out).toSingle();
  }
}
