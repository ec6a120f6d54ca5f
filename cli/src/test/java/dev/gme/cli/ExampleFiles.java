package dev.gme.cli;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.model.ModelFormat;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The files that the examples of {@code --help} name: simulated vectors (seeds 1 to 3), lists,
 * models and scores. Models are named as their first recordings, so that trials fit both.
 */
final class ExampleFiles {
  private static final int DIMENSION = 160; // an example has LDA to 150
  private static final int TRAIN_SPEAKERS = 170;
  private static final int EVAL_SPEAKERS = 30;
  private static final int EACH = 3;

  private final Path folder;

  private ExampleFiles(Path folder) {
    this.folder = folder;
  }

  static void write(Path folder) throws IOException {
    ExampleFiles files = new ExampleFiles(folder);
    HtPlda truth = ModelRecipe.of(DIMENSION, 10, 2).withSpectrum(0.8, 0.2).draw(1);
    LabelledVectors train = draw(truth, "t", TRAIN_SPEAKERS, 2);
    LabelledVectors eval = draw(truth, "e", EVAL_SPEAKERS, 3);
    files.writeVectors(train, eval);
    files.writeLists(train, eval);
    files.writeTrials(eval);
    files.writeModels(truth);
    files.writeScores();
  }

  private static LabelledVectors draw(HtPlda truth, String prefix, int speakers, long seed) {
    SimulatedDatabase data = new Simulator(truth).draw(speakers, RecordingCounts.fixed(EACH), seed);
    List<String> ids = new ArrayList<>();
    Map<String, String> speakerOf = new HashMap<>();
    for (int i = 0; i < speakers * EACH; i++) {
      int s = i / EACH;
      int r = i % EACH;
      // The examples of partition have recordings of their own.
      boolean named = prefix.equals("e");
      String id =
          named && s == 0
              ? List.of("a", "b", "c").get(r)
              : named && s == 1
                  ? "call" + (r + 1)
                  : String.format(Locale.ROOT, "%s%03d-%d", prefix, s, r);
      ids.add(id);
      speakerOf.put(id, prefix.toUpperCase(Locale.ROOT) + s);
    }
    return LabelledVectors.of(prefix, ids, FloatMatrix.of(data.vectors())).withSpeakers(speakerOf);
  }

  private static LabelledVectors unlabelled(LabelledVectors set) {
    return LabelledVectors.of("vectors", set.ids(), set.vectors());
  }

  private void writeVectors(LabelledVectors train, LabelledVectors eval) throws IOException {
    VectorFiles.write(folder.resolve("train.ark"), unlabelled(train), VectorFormat.KALDI);
    VectorFiles.write(folder.resolve("eval.ark"), unlabelled(eval), VectorFormat.KALDI);
    for (String name : List.of("e", "test", "xvectors", "unlabelled")) {
      Files.copy(folder.resolve("eval.scp"), folder.resolve(name + ".scp"));
    }
    Files.copy(folder.resolve("eval.ark"), folder.resolve("new.ark"));
    VectorFiles.write(folder.resolve("train.npz"), train, VectorFormat.NPZ);
    // Few, because these are only trained on discriminatively, which takes long.
    LabelledVectors few = train.only(train.ids().subList(0, 40 * EACH));
    VectorFiles.write(folder.resolve("a.npz"), few, VectorFormat.NPZ);
    for (String name : List.of("enrol", "b")) {
      VectorFiles.write(folder.resolve(name + ".npz"), unlabelled(eval), VectorFormat.NPZ);
    }
  }

  private void writeLists(LabelledVectors... sets) throws IOException {
    List<String> speakers = new ArrayList<>();
    List<String> durations = new ArrayList<>();
    for (LabelledVectors set : sets) {
      for (int i = 0; i < set.size(); i++) {
        speakers.add(set.ids().get(i) + " " + set.speakers().orElseThrow().get(i));
        durations.add(set.ids().get(i) + " " + (2 + i % 7));
      }
    }
    Files.write(folder.resolve("utt2spk"), speakers);
    Files.write(folder.resolve("models"), speakers);
    Files.write(folder.resolve("utt2dur"), durations);
    Files.writeString(
        folder.resolve("my.yaml"),
        """
        train: {vectors: train.npz}
        evaluation:
          - {vectors: eval.scp, trials: trials, speakers: utt2spk}
        """);
  }

  private void writeTrials(LabelledVectors eval) throws IOException {
    List<String> models = new ArrayList<>();
    List<String> trials = new ArrayList<>();
    List<String> table = new ArrayList<>(List.of("enrol\ttest\tlabel\tgender\tlanguage"));
    for (int s = 0; s < EVAL_SPEAKERS; s++) {
      String model = eval.ids().get(s * EACH);
      models.add(model + " " + model + " " + eval.ids().get(s * EACH + 1));
      for (int t = 0; t < EVAL_SPEAKERS; t++) {
        String test = eval.ids().get(t * EACH + 2);
        String label = s == t ? "target" : "nontarget";
        trials.add(model + " " + test + " " + label);
        String columns = (s % 2 == 0 ? "\tf" : "\tm") + (s % 3 == 0 ? "\tyue" : "\ttgl");
        table.add(model + "\t" + test + "\t" + label + columns);
      }
    }
    Files.write(folder.resolve("spk2utt"), models);
    for (String name : List.of("trials", "dev-trials", "key")) {
      Files.write(folder.resolve(name), trials);
    }
    for (String name : List.of("trials.tsv", "key.tsv")) {
      Files.write(folder.resolve(name), table);
    }
  }

  private void writeModels(HtPlda truth) throws IOException {
    Pipeline model = Pipeline.of(Preprocessing.of(List.of()), truth.extractor());
    for (String name : List.of("ht.gme", "htplda.gme", "vb.gme", "model.gme", "plda.gme")) {
      ModelFiles.write(folder.resolve(name), model, ModelFormat.GME, Provenance.NONE);
    }
    Pipeline gaussian = model.withExtractor(model.extractor().withNu(Double.POSITIVE_INFINITY));
    ModelFiles.write(folder.resolve("plda"), gaussian, ModelFormat.KALDI, Provenance.NONE);
  }

  private void writeScores() throws IOException {
    Path vectors = folder.resolve("eval.scp");
    Path trials = folder.resolve("trials");
    String model =
        GmeRun.ok("score -m {} -e {} --trials {}", folder.resolve("ht.gme"), vectors, trials).out();
    String cosine = GmeRun.ok("score --cosine -e {} --trials {}", vectors, trials).out();
    for (String name : List.of("a", "scores", "llrs", "dev", "dev-scores", "dev-a")) {
      Files.writeString(folder.resolve(name + ".txt"), model);
    }
    for (String name : List.of("b", "dev-b")) {
      Files.writeString(folder.resolve(name + ".txt"), cosine);
    }
  }
}
