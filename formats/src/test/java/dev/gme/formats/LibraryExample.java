package dev.gme.formats;

import dev.gme.core.calibrate.Decision;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.model.Pipeline;
import dev.gme.core.score.Verifier;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.vectors.VectorFiles;
import java.io.IOException;
import java.nio.file.Path;

/** The example of the README: from files to log-likelihood ratios. */
final class LibraryExample {
  private LibraryExample() {}

  /**
   * Trains and scores.
   *
   * @param data a folder as {@code gme simulate} makes it
   * @return a row for each model, a column for each recording
   */
  static DoubleMatrix scores(Path data) throws IOException {
    // snippet
    LabelledVectors train =
        VectorFiles.read(data.resolve("train.scp"))
            .withSpeakers(KaldiLists.readPairs(data.resolve("train.utt2spk")));
    Pipeline model =
        PldaRecipe.gaussian(40)
            .withNu(2) // heavy tails: a bad recording counts less
            .train(TrainingData.of(train.vectors(), train.speakerNumbers()))
            .model();

    LabelledVectors eval = VectorFiles.read(data.resolve("eval.scp"));
    EnrolmentModels models =
        EnrolmentModels.of(eval, KaldiLists.readGroups(data.resolve("enrol.spk2utt")));
    MetaEmbeddings recordings = model.extract(eval.vectors());
    MetaEmbeddings speakers = recordings.pool(models.rows());
    DoubleMatrix llr = speakers.llr(recordings);
    System.out.printf("%s, %s: %.2f%n", models.ids().get(0), eval.ids().get(3), llr.get(0, 3));
    // end
    return llr;
  }

  /**
   * Enrols a speaker and verifies a recording.
   *
   * @param file a model
   * @return the log-likelihood ratio
   */
  static double verify(Path file, double[] first, double[] second, double[] recording)
      throws IOException {
    // snippet
    Verifier verifier = new Verifier(ModelFiles.open(file).model());
    Verifier.Speaker anna = verifier.enrol(first, second);
    double llr = verifier.llr(anna, recording); // calibrated if the model is
    Decision decision = new Decision(new OperatingPoint(0.01, 10, 1)); // prior, costs
    System.out.println(decision.accepts(llr) ? "Anna" : "somebody else");
    // end
    return llr;
  }
}
