package dev.gme.lab.ivector;

import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.Sha256;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.corpus.Extraction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Frames and an extractor to i-vectors: {@code train.npz} and {@code eval.npz}. */
final class VectorStage {
  static final String TRAIN = "train.npz";
  static final String EVAL = "eval.npz";

  private final RecipeRun run;

  VectorStage(RecipeRun run) {
    this.run = run;
  }

  /**
   * Extracts, if it must be; gives the digest of the stage.
   *
   * @param extractor digest of the extractor
   */
  String run(String extractor, List<String> train, List<String> eval) throws IOException {
    Map<String, String> speakers = run.data().speakers();
    Sha256 inputs = new Sha256().add(extractor).add(speakers).add(String.join(" ", eval));
    String[] outputs = eval.isEmpty() ? new String[] {TRAIN} : new String[] {TRAIN, EVAL};
    return run.run(
        run.stage("ivectors", inputs.hex(), Map.of(), outputs),
        () -> {
          IvectorSystem system = run.read(ExtractorStage.FILE, FrontendArtefacts.IVECTOR_EXTRACTOR);
          int n = extract(system, train, run.file(TRAIN));
          n += eval.isEmpty() ? 0 : extract(system, eval, run.file(EVAL));
          return n + " vectors of " + system.extractor().dimension() + " dimensions";
        });
  }

  private int extract(IvectorSystem system, List<String> ids, Path target) throws IOException {
    LabelledVectors v =
        new IvectorExtraction(system, Extraction.Options.DEFAULT, run.progress())
            .ofFrames(run.file(FeatureStage.FRAMES), ids)
            .vectors();
    Map<String, String> speakers = run.data().speakers();
    boolean labelled = v.ids().stream().allMatch(speakers::containsKey);
    VectorFiles.write(target, labelled ? v.withSpeakers(speakers) : v, VectorFormat.NPZ);
    return v.size();
  }
}
