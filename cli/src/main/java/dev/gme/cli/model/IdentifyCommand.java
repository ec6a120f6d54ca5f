package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.ModelOptions;
import dev.gme.cli.files.VectorOptions;
import dev.gme.cli.terminal.Count;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.identify.IdentificationCosts;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.lists.SpeakerWeights;
import dev.gme.lab.evaluate.ResultJson;
import dev.gme.lab.identify.FoundSpeaker;
import dev.gme.lab.identify.SearchOptions;
import dev.gme.lab.identify.SearchOutput;
import dev.gme.lab.identify.SpeakerSearch;
import dev.gme.lab.score.LlrAccuracy;
import dev.gme.lab.score.SideFiles;
import dev.gme.lab.score.TrialScoring;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says who of the enrolled speakers it is, or that it is nobody. */
@Command(
    name = "identify",
    description = {
      "Say who of the enrolled speakers speaks in each test recording, or that it is nobody of them.",
      "Prints the posterior probability of the best candidates and of nobody, lines between tabs:"
          + " test, speaker, posterior, llr (against somebody whom nobody knows), detection_llr"
          + " (against all others together), and whether it is the answer that costs least. A test"
          + " that is enrolled itself is left out. Scores are calibrated if the model has a"
          + " calibration."
    },
    footer = {
      "  gme identify kaldi/eval.scp kaldi/eval.scp --models kaldi/enrol.spk2utt \\",
      "      -m gme.gme --unknown-prior 0.1",
      "  gme identify kaldi/train.scp kaldi/eval.scp -m gme.gme --unknown-prior 0.5 \\",
      "      --top 3 --costs 1:1:10 --out who.tsv",
      "  gme identify kaldi/eval.scp kaldi/eval.scp --models kaldi/enrol.spk2utt \\",
      "      -m gme.gme --unknown-prior 0.1 --prior weights --out who.tsv"
    })
public final class IdentifyCommand extends JsonCommand {
  private static final double GIB = 1L << 30;

  @Parameters(
      index = "0",
      paramLabel = "ENROLLED",
      description =
          "Vectors of the enrolled speakers (see --models), or meta-embeddings made by 'gme"
              + " extract'.")
  Path enrolled;

  @Parameters(
      index = "1",
      paramLabel = "TEST",
      description = "Vectors or meta-embeddings of the recordings to identify.")
  Path test;

  @Mixin ModelOptions model;
  @Mixin EnrolmentOptions enrolment;

  @Option(
      names = "--unknown-prior",
      required = true,
      paramLabel = "P",
      description =
          "How probable it is beforehand that a test is of nobody who is enrolled, between 0 and 1.")
  double unknownPrior;

  @Option(
      names = "--prior",
      paramLabel = "FILE",
      description =
          "How probable the enrolled speakers are among themselves, beforehand: a line of speaker and"
              + " weight each; weights need not sum to 1. Unless given, all are alike.")
  Path prior;

  @Option(
      names = "--top",
      paramLabel = "K",
      description = "Number of candidates to print for each test.")
  int top = SearchOptions.DEFAULT_TOP;

  @Option(
      names = "--costs",
      paramLabel = "WRONG:REFUSED:STRANGER",
      converter = IdentificationCostsReader.class,
      description =
          "Costs of a wrong name, of saying nobody of an enrolled speaker, and of naming a"
              + " stranger; unless given, all are 1.")
  IdentificationCosts costs;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Where to write; unless given, stdout.")
  Path out;

  @Option(
      names = "--uncalibrated",
      description = "Leave out the calibration that 'gme calibrate append' put into the model.")
  boolean uncalibrated;

  @Mixin VectorOptions vectorOptions;

  @Override
  public Integer call() throws IOException {
    Map<String, Double> weights = prior == null ? Map.of() : SpeakerWeights.read(prior);
    SearchOptions options =
        CheckedOptions.of(
            spec,
            () ->
                new SearchOptions(
                    unknownPrior, top, costs == null ? IdentificationCosts.EQUAL : costs, weights));
    Optional<Pipeline> pipeline = model.read();
    Optional<Calibration> calibration = uncalibrated ? Optional.empty() : model.calibration();
    calibration.ifPresent(c -> terminal.say("Calibration: " + c + "."));
    TrialScoring scoring =
        pipeline.isPresent()
            ? TrialScoring.llr(pipeline.get(), LlrAccuracy.EXACT)
            : TrialScoring.ofEmbeddings(LlrAccuracy.EXACT);
    SideFiles files = new SideFiles(scoring, file -> usable(file, pipeline));
    SpeakerSearch search =
        SpeakerSearch.of(
            enrolment.enrolled(files, enrolled, terminal), files.recordings(test), calibration);
    if (search.leftOut() > 0) {
      terminal.say("Left out " + Count.of(search.leftOut(), "enrolled test") + ".");
    }
    if (search.memory() > GIB) {
      terminal.say(
          String.format(
              Locale.ROOT,
              "Searching %s takes up to %.1f GiB of memory.",
              Count.of(search.enrolled(), "enrolled speaker"),
              search.memory() / GIB));
    }
    List<FoundSpeaker> found;
    try (LineProgress progress = LineProgress.of(terminal, "searching")) {
      found = search.run(options, progress);
    }
    print(found, options);
    long named = found.stream().filter(f -> f.decision().isNamed()).count();
    terminal.say(
        Count.of(found.size(), "test")
            + " among "
            + Count.of(search.enrolled(), "enrolled speaker")
            + (search.isExact() ? ", scored exactly" : ", scored in one pass of floats")
            + ": "
            + named
            + " named, "
            + (found.size() - named)
            + " nobody.");
    return 0;
  }

  private void print(List<FoundSpeaker> found, SearchOptions options) throws IOException {
    List<String> lines =
        json.isWanted()
            ? List.of(ResultJson.text(SearchOutput.json(found, options)))
            : SearchOutput.lines(found);
    if (out == null) {
      lines.forEach(terminal.out()::println);
    } else {
      TargetFile.writeLines(out, lines);
    }
  }

  private LabelledVectors usable(InputFile file, Optional<Pipeline> pipeline) throws IOException {
    if (pipeline.isEmpty()) {
      model.require();
    }
    model.noteNetwork(file.path());
    return vectorOptions
        .read(file)
        .requireFinite()
        .requireDimension(pipeline.orElseThrow().inputDimension());
  }
}
