package dev.gme.cli.audio;

import dev.gme.cli.terminal.Terminal;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.feature.FeaturePipeline;
import dev.gme.frontend.recipe.FeatureFiles;
import dev.gme.frontend.recipe.FeatureNotes;
import dev.gme.frontend.recipe.Recordings;
import dev.gme.frontend.recipe.Skipped;
import dev.gme.frontend.recipe.Survey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Recordings to frames. */
@Command(
    name = "features",
    description = {
      "Make frames of recordings: MFCC or filterbanks with derivatives, normalized, frames of speech"
          + " only.",
      "Reads WAV, FLAC, NIST SPHERE, AU, AIFF and raw files and writes a Kaldi archive with its"
          + " script file. Recordings that cannot be used are named and skipped."
    },
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  gme features data/train --out train.ark",
      "  gme features wav.scp --utts eval.utt --rate 16000 --norm mean --out eval.ark"
    })
public final class FeaturesCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SOURCE",
      description = "A folder with wav.scp (and segments), a wav.scp, or one audio file.")
  Path source;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description =
          "The archive, *.ark; a script file and *.features, which says how frames were made, are"
              + " written beside it.")
  Path out;

  @Option(
      names = "--utts",
      paramLabel = "LIST",
      description = "Only these utterances, an id a line; may be given more than once.")
  List<Path> utts = List.of();

  @Mixin FeatureFlags features;
  @Mixin AudioFlags audio;
  @Mixin SkipFlags skip;

  @Option(names = "--json", description = "Print a summary as JSON.")
  boolean json;

  private final Terminal terminal;

  FeaturesCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    double share = skip.share();
    Recordings recordings = audio.recordings(source);
    List<String> ids = utts.isEmpty() ? recordings.ids() : Output.ids(utts);
    FeatureSpec spec = spec(recordings, ids);
    FeaturePipeline pipeline = spec.pipeline();
    Skipped skipped = new Skipped();
    FeatureFiles.Summary s;
    try (LiveProgress progress = new LiveProgress(terminal)) {
      s =
          FeatureFiles.write(
              recordings,
              ids,
              spec.rate(),
              recording -> FeatureFiles.array(pipeline.compute(recording)),
              Output.archive(out),
              skipped,
              progress);
    }
    FeatureNotes.write(out, spec);
    terminal.say(
        String.format(
            Locale.ROOT,
            "%,d frames of %d dimensions from %,d recordings, %.1f s of audio%s",
            s.frames(),
            pipeline.dimension(),
            s.recordings(),
            s.seconds(),
            s.resampled() == 0 ? "" : "; " + s.resampled() + " were resampled to " + spec.rate()));
    SkipFlags.tell(terminal, skipped.reasons());
    if (json) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("out", out.toString());
      all.put("recordings", s.recordings());
      all.put("frames", s.frames());
      all.put("dimension", pipeline.dimension());
      all.put("seconds", s.seconds());
      all.put("resampled", s.resampled());
      all.put("skipped", skipped.reasons());
      all.put("features", spec.toMap());
      terminal.out().println(Output.json(all));
    }
    skipped.check(ids.size(), share);
    return 0;
  }

  private FeatureSpec spec(Recordings recordings, List<String> ids) throws IOException {
    FeatureSpec given = features.spec();
    if (!features.isAutomatic(FeatureFlags.Norm.MEAN_VARIANCE)) {
      return given;
    }
    try (LiveProgress progress = new LiveProgress(terminal)) {
      Choices choices = new Choices(Survey.of(recordings, ids, given, progress), progress::say);
      return given.with(choices.normalization(given.window()));
    }
  }
}
