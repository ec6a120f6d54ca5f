package dev.gme.lab.ivector;

import dev.gme.formats.io.TargetFile;
import dev.gme.frontend.corpus.FeatureFiles;
import dev.gme.frontend.corpus.Skipped;
import dev.gme.frontend.feature.FeaturePipeline;
import dev.gme.lab.cache.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Recordings to frames: {@code features.ark}, and in {@code skipped.txt} what has none. */
final class FeatureStage {
  static final String FRAMES = "features.ark";

  private final RecipeRun run;

  FeatureStage(RecipeRun run) {
    this.run = run;
  }

  /** Gives the digest of the stage. */
  String run(List<String> ids) throws IOException {
    Stage stage =
        run.stage(
            "features",
            run.data().recordings().digest(ids),
            run.options().features().toMap(),
            FRAMES,
            "features.scp",
            "skipped.txt");
    return run.run(stage, () -> write(ids));
  }

  private String write(List<String> ids) throws IOException {
    FeaturePipeline pipeline = run.options().features().pipeline();
    Skipped skipped = new Skipped();
    FeatureFiles.Summary s =
        FeatureFiles.write(
            run.data().recordings(),
            ids,
            run.options().features().rate(),
            audio -> FeatureFiles.array(pipeline.compute(audio)),
            "ark,scp:" + run.file(FRAMES) + "," + run.file("features.scp"),
            skipped,
            run.progress());
    List<String> lines = new ArrayList<>();
    skipped.reasons().forEach((id, reason) -> lines.add(id + " " + reason));
    TargetFile.writeLines(run.file("skipped.txt"), lines);
    return String.format(
        Locale.ROOT,
        "%,d frames of %,d recordings, %.1f minutes of audio%s",
        s.frames(),
        s.recordings(),
        s.seconds() / 60,
        s.resampled() == 0 ? "" : ", " + s.resampled() + " resampled");
  }

  /** What the stage left out, this time or when it was last run. */
  Skipped skipped() throws IOException {
    Skipped out = new Skipped();
    for (String line : Files.readAllLines(run.file("skipped.txt"))) {
      int blank = line.indexOf(' ');
      out.add(line.substring(0, blank), line.substring(blank + 1));
    }
    return out;
  }
}
