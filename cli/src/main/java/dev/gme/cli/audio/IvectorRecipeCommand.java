package dev.gme.cli.audio;

import dev.gme.cli.files.FreshOption;
import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.Log10Option;
import dev.gme.cli.files.OutputFolder;
import dev.gme.cli.files.ResumeNote;
import dev.gme.core.GmeException;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.corpus.DataSize;
import dev.gme.frontend.corpus.FrameSample;
import dev.gme.frontend.corpus.Survey;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.lab.cache.CodeDigest;
import dev.gme.lab.cache.Store;
import dev.gme.lab.ivector.IvectorRecipe;
import dev.gme.lab.ivector.RecipeOptions;
import dev.gme.lab.ivector.RecipeOutput;
import dev.gme.lab.provenance.Stamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Recordings to figures in one go. */
@Command(
    name = "recipe",
    description = {
      "From recordings to an i-vector extractor, i-vectors, Gaussian and heavy-tailed PLDA and, with"
          + " trials, error rates.",
      "Each stage writes its files into --out and is passed over next time if nothing that it depends"
          + " on has changed; a stage that was stopped goes on from its last iteration."
    },
    footer = {
      "  gme ivector recipe data",
      "  gme ivector recipe data --eval eval.utt --trials trials --out exp",
      "  gme ivector recipe data --gaussians 64 --dim 60 --trials t=models --out exp"
    })
final class IvectorRecipeCommand extends JsonCommand {
  @Parameters(
      paramLabel = "DIR",
      description = "A folder with wav.scp, utt2spk and perhaps segments.")
  Path folder;

  @Mixin OutputFolder output = new OutputFolder(Path.of("exp"));

  @Option(
      names = "--train",
      paramLabel = "LIST",
      description = "Training utterances, an id a line; without it train.utt of the folder.")
  List<Path> train = List.of();

  @Option(
      names = "--eval",
      paramLabel = "LIST",
      description =
          "Evaluation utterances; may be given more than once. Without it eval.utt of the folder, if"
              + " there.")
  List<Path> eval = List.of();

  @Option(
      names = "--trials",
      paramLabel = "LIST[=MODELS]",
      description =
          "Trials, with the recordings of each model where enrolments are models; may be given more"
              + " than once. Without it trials of the folder, if there.")
  List<String> trials = List.of();

  @Option(
      names = "--gaussians",
      paramLabel = "N",
      description =
          "Gaussians of the mixture; without it "
              + DataSize.PAPER_GAUSSIANS
              + ", or a smaller power of two that leaves each "
              + DataSize.FRAMES_PER_GAUSSIAN
              + " frames of speech.")
  Integer gaussians;

  @Mixin CovarianceFlag covariances;

  @Option(
      names = "--dim",
      paramLabel = "N",
      description =
          "Dimension of the i-vectors; without it "
              + DataSize.PAPER_DIMENSION
              + ", or a quarter of the training recordings where that is less.")
  Integer dim;

  @Option(
      names = "--speaker-dim",
      paramLabel = "N",
      showDefaultValue = Visibility.NEVER,
      description =
          "Speaker dimension of PLDA; without it as gme train: a third of --dim, at most 200 and"
              + " fewer than there are speakers.")
  int speakerDim;

  @Option(
      names = "--ubm-iterations",
      paramLabel = "N",
      description = "Iterations of EM for the mixture; --iterations are the extractor's.")
  int ubmIterations = UbmTrainer.Options.DEFAULT.iterations();

  @Mixin EmFlags em = EmFlags.ofExtractor();

  @Option(
      names = "--nu",
      paramLabel = "NU",
      description = "Degrees of freedom of heavy-tailed PLDA.")
  double nu = RecipeOptions.PAPER_NU;

  @Option(names = "--length-norm", description = "Length-normalize i-vectors before PLDA.")
  boolean lengthNorm;

  @Mixin FreshOption fresh;
  @Mixin Log10Option log10;
  @Mixin FeatureFlags features;
  @Mixin AudioFlags audio;
  @Mixin SkipFlags skip;

  @Override
  @SuppressWarnings("try") // the note needs only to be open
  public Integer call() throws IOException {
    skip.check(spec);
    em.check(spec);
    if (!Files.isDirectory(folder)) {
      throw new GmeException(
          folder + " is not a folder", "name a folder with wav.scp, utt2spk and train.utt");
    }
    List<Path> training = lists(train, "train.utt");
    if (training.isEmpty()) {
      throw new GmeException(
          folder + " has no train.utt", "give a list of training utterances with --train");
    }
    IvectorRecipe.Data data =
        new IvectorRecipe.Data(
            audio.recordings(folder),
            IvectorRecipe.speakers(folder),
            Output.ids(training),
            Output.ids(lists(eval, "eval.utt")),
            trials());
    Path out = output.path().orElseThrow();
    IvectorRecipe.Result result;
    try (ResumeNote note = ResumeNote.of(terminal);
        LineProgress progress = LineProgress.ofParts(terminal)) {
      RecipeOptions options = options(data, progress);
      MemoryCheck.check(
          terminal,
          options.mixture().gaussians(),
          options.extractor().dimension(),
          options.extractorMemory());
      Store store = new Store(out, fresh.reuse(), Stamp.tool(), CodeDigest.text());
      result = new IvectorRecipe(data, store, options, progress::say, progress).run();
    } catch (GmeException e) {
      throw SkipFlags.withOptions(e);
    }
    SkipFlags.tell(terminal, result.skipped());
    RecipeOutput made = new RecipeOutput(result);
    List<Path> pages = made.write(out, folder.toString(), log10.page(spec));
    json.printOr(() -> made.json().put("out", out.toString()), made::lines);
    pages.forEach(page -> terminal.say("Report: " + page));
    if (!pages.isEmpty()) {
      terminal.say("Figures: " + out.resolve(RecipeOutput.RESULTS));
    }
    return 0;
  }

  /** What was asked for, and else what suits the data. */
  private RecipeOptions options(IvectorRecipe.Data data, LineProgress progress) throws IOException {
    FeatureSpec frames = features.spec();
    boolean automatic = features.isAutomatic(FeatureFlags.Norm.AUTO);
    int size = gaussians == null ? 0 : gaussians;
    int dimension = dim == null ? 0 : dim;
    if (automatic || gaussians == null || dim == null) {
      Survey survey = Survey.of(data.recordings(), data.train(), frames, progress);
      Choices choices = new Choices(survey, progress::say);
      frames = automatic ? frames.with(choices.normalization(frames.window())) : frames;
      size = gaussians == null ? choices.gaussians() : size;
      dimension = dim == null ? choices.dimension() : dimension;
    }
    return new RecipeOptions(
        frames,
        new RecipeOptions.Mixture(size, covariances.kind(), ubmIterations, FrameSample.MOST),
        new RecipeOptions.Extractor(dimension, em.iterations),
        new RecipeOptions.Backend(
            speakerDim,
            nu,
            lengthNorm ? RecipeOptions.Lengths.NORMALIZED : RecipeOptions.Lengths.KEPT),
        em.seed(),
        skip.share());
  }

  private List<Path> lists(List<Path> given, String usual) {
    Path own = folder.resolve(usual);
    return !given.isEmpty() ? given : Files.exists(own) ? List.of(own) : List.of();
  }

  private List<IvectorRecipe.Trials> trials() {
    List<IvectorRecipe.Trials> out = new ArrayList<>();
    for (String t : trials) {
      int at = t.indexOf('=');
      out.add(
          new IvectorRecipe.Trials(
              Path.of(at < 0 ? t : t.substring(0, at)),
              at < 0 ? Optional.empty() : Optional.of(Path.of(t.substring(at + 1)))));
    }
    Path own = folder.resolve("trials");
    if (out.isEmpty() && Files.exists(own)) {
      out.add(new IvectorRecipe.Trials(own, Optional.empty()));
    }
    return out;
  }
}
