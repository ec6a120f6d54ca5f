package dev.gme.cli.experiment;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files of a small simulated experiment: 60 training and 12 test speakers (seeds 1 to 3). */
public final class SmallExperiment {
  private static final int DIMENSION = 12;
  private static final int TRAIN_SPEAKERS = 60;
  private static final int TEST_SPEAKERS = 12;
  private static final int RECORDINGS = 5;

  private SmallExperiment() {}

  /** Writes vectors, lists and an experiment with these further lines; returns its file. */
  public static Path write(Path folder, String more) throws IOException {
    HtPlda truth = ModelRecipe.of(DIMENSION, 4, 2).withSpectrum(20, 2).draw(1);
    List<String> ids = new ArrayList<>();
    List<String> utt2spk = new ArrayList<>();
    List<String> train = new ArrayList<>();
    float[] all = new float[(TRAIN_SPEAKERS + TEST_SPEAKERS) * RECORDINGS * DIMENSION];
    int at = 0;
    for (boolean training : new boolean[] {true, false}) {
      SimulatedDatabase data =
          new Simulator(truth)
              .draw(
                  training ? TRAIN_SPEAKERS : TEST_SPEAKERS,
                  RecordingCounts.fixed(RECORDINGS),
                  training ? 2 : 3);
      for (int i = 0; i < data.speakers().length; i++) {
        String id = (training ? "a" : "e") + String.format("%03d", i);
        ids.add(id);
        utt2spk.add(id + " " + (training ? "A" : "E") + data.speakers()[i]);
        if (training) {
          train.add(id);
        }
        for (double x : data.vectors().row(i)) {
          all[at++] = (float) x;
        }
      }
    }
    VectorFiles.write(
        folder.resolve("vectors.npz"),
        LabelledVectors.of("small", ids, FloatMatrix.wrap(ids.size(), DIMENSION, all)),
        VectorFormat.NPZ);
    Files.write(folder.resolve("utt2spk"), utt2spk);
    Files.write(folder.resolve("train.utt"), train);
    writeTrials(folder);
    return Files.writeString(
        folder.resolve("small.yaml"),
        """
        title: Small
        train:
          vectors: vectors.npz
          labels: utt2spk
          only: train.utt
        evaluation:
          - name: singles
            vectors: vectors.npz
            trials: trials
            speakers: utt2spk
            conditions: parity
            by: parity
          - name: models
            vectors: vectors.npz
            trials: model-trials
            models: spk2utt
            speakers: utt2spk
            enrolment: pooled
        model:
          dimension: 4
        bxe:
          batch: 100
          steps: 20
        metrics:
          replicates: 50
        """
            + more);
  }

  private static void writeTrials(Path folder) throws IOException {
    List<String> trials = new ArrayList<>();
    List<String> models = new ArrayList<>();
    List<String> modelTrials = new ArrayList<>();
    for (int s = 0; s < TEST_SPEAKERS; s++) {
      models.add("m" + s + " " + id(s, 0) + " " + id(s, 1));
      for (int t = 0; t < TEST_SPEAKERS; t++) {
        for (int r = 2; r < RECORDINGS; r++) {
          String label = s == t ? " target" : " nontarget";
          trials.add(id(s, 0) + " " + id(t, r) + label + (t % 2 == 0 ? " even" : " odd"));
          modelTrials.add("m" + s + " " + id(t, r) + label);
        }
      }
    }
    Files.write(folder.resolve("trials"), trials);
    Files.write(folder.resolve("spk2utt"), models);
    Files.write(folder.resolve("model-trials"), modelTrials);
  }

  private static String id(int speaker, int recording) {
    return String.format("e%03d", speaker * RECORDINGS + recording);
  }
}
