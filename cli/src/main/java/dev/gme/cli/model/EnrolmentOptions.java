package dev.gme.cli.model;

import dev.gme.cli.files.OldName;
import dev.gme.cli.files.OptionHelp;
import dev.gme.cli.terminal.Count;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.core.model.Enrolment;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.kaldi.KaldiTable;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.formats.lists.ModelList;
import dev.gme.lab.score.Side;
import dev.gme.lab.score.SideFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** How recordings become enrolled models; a mixin. */
final class EnrolmentOptions {
  @OldName("--pool")
  @Option(
      names = "--models",
      paramLabel = "FILE",
      description =
          "The recordings of each enrolled model: spk2utt, or NIST's table of modelid and segmentid."
              + " Without this list every recording is a model.")
  Path models;

  @Option(
      names = "--num-utts",
      paramLabel = "FILE",
      description =
          "Number of recordings that each enrolment vector is the mean of: Kaldi's num_utts.ark.")
  Path numUtts;

  @Option(
      names = "--average",
      description = "Average the vectors of a model, instead of pooling their meta-embeddings.")
  boolean average;

  @Option(
      names = "--allow-missing",
      description = "Skip recordings and trials without a vector, and say how many.")
  boolean allowMissing;

  /** Whether an option was given that only makes sense for vectors. */
  boolean isWanted() {
    return models != null || numUtts != null || average;
  }

  boolean allowsMissing() {
    return allowMissing;
  }

  Enrolment way() {
    return average ? Enrolment.AVERAGED : Enrolment.POOLED;
  }

  /** The enrolled side of a file of vectors, or of meta-embeddings, which are what they are. */
  Side enrolled(SideFiles files, Path file, Terminal terminal) throws IOException {
    if (files.hasEmbeddings(file)) {
      if (isWanted()) {
        throw new GmeException(
            file + " has meta-embeddings, which --models, --num-utts and --average cannot change",
            "pool them when they are made: gme extract --models");
      }
      return files.recordings(file);
    }
    return files.models(file, set -> models(set, terminal), way());
  }

  private EnrolmentModels models(LabelledVectors set, Terminal terminal) throws IOException {
    EnrolmentModels found = models(set);
    if (found.missing() > 0) {
      terminal.say(
          "warning: passed over "
              + Count.of(found.missing(), "enrolment recording")
              + " without a vector");
    }
    return found;
  }

  EnrolmentModels models(LabelledVectors vectors) throws IOException {
    EnrolmentModels found =
        models == null ? EnrolmentModels.ofRecordings(vectors) : listed(vectors);
    return numUtts == null ? found : found.withCounts(counts());
  }

  private EnrolmentModels listed(LabelledVectors vectors) throws IOException {
    Map<String, List<String>> recordings = ModelList.read(models);
    return allowMissing
        ? EnrolmentModels.ofKnown(vectors, recordings)
        : OptionHelp.naming(
            "allow missing", "--allow-missing", () -> EnrolmentModels.of(vectors, recordings));
  }

  private Map<String, Integer> counts() throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    try (KaldiTable table = KaldiTable.open("ark:" + numUtts)) {
      while (table.next()) {
        counts.put(table.key(), table.integer());
      }
    }
    return counts;
  }
}
