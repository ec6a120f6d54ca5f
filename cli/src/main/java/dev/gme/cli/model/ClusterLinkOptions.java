package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.ModelOptions;
import dev.gme.cli.files.OptionHelp;
import dev.gme.cli.files.VectorOptions;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.lists.SpeakerLabels;
import dev.gme.formats.table.ListReader;
import dev.gme.lab.cluster.ClusterLinks;
import dev.gme.lab.score.LlrAccuracy;
import dev.gme.lab.score.SideFiles;
import dev.gme.lab.score.TrialScoring;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What a user knows of some recordings before they are clustered; a mixin. */
final class ClusterLinkOptions {
  @Option(
      names = "--must-link",
      paramLabel = "FILE",
      description =
          "Recordings that are known to be of one speaker: utt2spk, spk2utt, or a table with a"
              + " column speaker. It may name some recordings only; what it calls speakers is of no"
              + " account.")
  Path mustLink;

  @Option(
      names = "--cannot-link",
      paramLabel = "FILE",
      description =
          "Pairs of recordings that are known to be of two speakers, such as the sides of a call: a"
              + " pair a line, as in a list of trials.")
  Path cannotLink;

  @Option(
      names = "--enrolled",
      paramLabel = "FILE",
      description =
          "Known speakers who may be there: vectors (see --models), or meta-embeddings made by 'gme"
              + " extract --models'. Their sets have their names; --speakers counts them all.")
  Path enrolled;

  @Mixin EnrolmentOptions enrolment;

  boolean isGiven() {
    return mustLink != null || cannotLink != null || enrolled != null;
  }

  void check(CommandSpec spec) {
    CheckedOptions.require(
        enrolled != null || !enrolment.isWanted(),
        spec,
        "--models, --num-utts and --average are about --enrolled, which is missing");
  }

  /** Reads all of it. */
  ClusterLinks read(
      Predicate<String> isRecording, ModelOptions model, VectorOptions vectors, Terminal terminal)
      throws IOException {
    ClusterLinks links = ClusterLinks.NONE;
    if (mustLink != null) {
      links = links.withTogether(SpeakerLabels.read(mustLink, isRecording), mustLink.toString());
    }
    if (cannotLink != null) {
      links = links.withApart(ListReader.read(cannotLink));
    }
    if (enrolled != null) {
      Optional<Pipeline> pipeline = model.read();
      TrialScoring scoring =
          pipeline.isPresent()
              ? TrialScoring.llr(pipeline.get(), LlrAccuracy.EXACT)
              : TrialScoring.ofEmbeddings(LlrAccuracy.EXACT);
      SideFiles files =
          new SideFiles(
              scoring,
              file ->
                  vectors
                      .read(file)
                      .requireFinite()
                      .requireDimension(model.require().inputDimension()));
      links = links.withEnrolled(enrolment.enrolled(files, enrolled, terminal));
    }
    return enrolment.allowsMissing() ? links.allowingMissing() : links;
  }

  /** Does work that may refuse a recording of a list, and says how to allow that. */
  static <T> T naming(OptionHelp.Work<T> work) throws IOException {
    return OptionHelp.naming("allow missing", "--allow-missing", work);
  }
}
