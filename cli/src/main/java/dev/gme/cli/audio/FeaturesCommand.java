package dev.gme.cli.audio;

import dev.gme.cli.files.LineProgress;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.corpus.FeatureFiles;
import dev.gme.frontend.corpus.FeatureNotes;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.corpus.Skipped;
import dev.gme.frontend.corpus.Survey;
import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.Command;

/** Makes frames of features from recordings. */
@Command(
    name = "features",
    description = {
      "Make frames of recordings: MFCC or filterbanks with derivatives, normalized, frames of speech"
          + " only.",
      "Reads WAV, FLAC, NIST SPHERE, AU, AIFF and raw files and writes a Kaldi archive, *.ark,"
          + " with its script file and *.features, which says how frames were made. Recordings that"
          + " cannot be used are named and skipped."
    },
    footer = {
      "  gme features data/train --out train.ark",
      "  gme features wav.scp --only eval.utt --rate 16000 --norm mean --out eval.ark"
    })
public final class FeaturesCommand extends FrameCommand {
  @Override
  Skipped make(RecordingList recordings) throws IOException {
    FeatureSpec spec = spec(recordings);
    Skipped skipped =
        write(recordings, spec, FeatureFiles.frames(spec), description(spec, spec.dimension()));
    FeatureNotes.write(output.path(), spec);
    return skipped;
  }

  private static Description description(FeatureSpec spec, int dimension) {
    return new Description(
        s ->
            String.format(
                Locale.ROOT,
                "%,d frames of %d dimensions from %,d recordings, %.1f s of audio%s",
                s.frames(),
                dimension,
                s.recordings(),
                s.seconds(),
                s.resampled() == 0
                    ? ""
                    : "; " + s.resampled() + " were resampled to " + spec.rate()),
        (json, s) -> {
          json.put("dimension", dimension);
          json.put("seconds", s.seconds());
          json.put("resampled", s.resampled());
          json.put("features", spec.toMap());
        });
  }

  private FeatureSpec spec(RecordingList recordings) throws IOException {
    FeatureSpec given = features.spec();
    if (!features.isAutomatic(FeatureFlags.Norm.MEAN_VARIANCE)) {
      return given;
    }
    try (LineProgress progress = LineProgress.ofParts(terminal)) {
      Survey survey = Survey.of(recordings, utterances.of(recordings), given, progress);
      return given.with(new Choices(survey, progress::say).normalization(given.window()));
    }
  }
}
