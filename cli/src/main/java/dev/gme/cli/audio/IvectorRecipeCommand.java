package dev.gme.cli.audio;

import dev.gme.cli.terminal.Terminal;
import dev.gme.cli.terminal.TextTable;
import dev.gme.core.GmeException;
import dev.gme.core.metric.Figures;
import dev.gme.frontend.recipe.IvectorRecipe;
import dev.gme.frontend.recipe.RecipeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  gme ivector recipe data --out exp",
      "  gme ivector recipe data --eval eval.utt --trials trials --out exp",
      "  gme ivector recipe data --gaussians 64 --dim 60 --trials t=models --out exp"
    })
public final class IvectorRecipeCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DIR",
      description = "A folder with wav.scp, utt2spk and perhaps segments.")
  Path folder;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      required = true,
      description = "Folder for all that is made.")
  Path out;

  @Option(
      names = "--train",
      paramLabel = "LIST",
      description = "Training utterances, an id a line (default: train.utt of the folder).")
  List<Path> train = List.of();

  @Option(
      names = "--eval",
      paramLabel = "LIST",
      description =
          "Evaluation utterances; may be given more than once (default: eval.utt of the folder, if"
              + " there).")
  List<Path> eval = List.of();

  @Option(
      names = "--trials",
      paramLabel = "LIST[=MODELS]",
      description =
          "Trials, with the recordings of each model where enrolments are models; may be given more"
              + " than once (default: trials of the folder, if there).")
  List<String> trials = List.of();

  @Option(
      names = "--gaussians",
      paramLabel = "N",
      description = "Of the mixture (default: ${DEFAULT-VALUE}).")
  int gaussians = 2048;

  @Option(names = "--full", description = "Full covariances of the mixture.")
  boolean full;

  @Option(
      names = "--dim",
      paramLabel = "N",
      description = "Dimension of the i-vectors (default: ${DEFAULT-VALUE}).")
  int dim = 600;

  @Option(
      names = "--speaker-dim",
      paramLabel = "N",
      description = "Of PLDA (default: half of --dim, at most 200 and speakers less one).")
  int speakerDim;

  @Option(
      names = "--ubm-iterations",
      paramLabel = "N",
      description = "EM iterations of the mixture (default: ${DEFAULT-VALUE}).")
  int ubmIterations = 10;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "EM iterations of the extractor (default: ${DEFAULT-VALUE}).")
  int iterations = 10;

  @Option(
      names = "--nu",
      paramLabel = "NU",
      description = "Degrees of freedom of heavy-tailed PLDA (default: ${DEFAULT-VALUE}).")
  double nu = 2;

  @Option(names = "--length-norm", description = "Length-normalize i-vectors before PLDA.")
  boolean lengthNorm;

  @Option(names = "--seed", paramLabel = "SEED", description = "Of the starts (default: 1).")
  long seed = 1;

  @Mixin FeatureFlags features;
  @Mixin AudioFlags audio;
  @Mixin SkipFlags skip;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  boolean json;

  private final Terminal terminal;

  IvectorRecipeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    RecipeOptions paper = RecipeOptions.paper(features.rate);
    RecipeOptions options =
        new RecipeOptions(
            features.spec(),
            gaussians,
            full,
            ubmIterations,
            paper.maxFrames(),
            dim,
            iterations,
            speakerDim,
            nu,
            lengthNorm,
            seed,
            skip.share());
    MemoryCheck.check(terminal, gaussians, dim);
    List<String> evaluation = Output.ids(lists(eval, "eval.utt"));
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
            evaluation,
            trials());
    IvectorRecipe.Result result;
    try (LiveProgress progress = new LiveProgress(terminal)) {
      result = new IvectorRecipe(data, out, options, Output.tool(), progress::say, progress).run();
    }
    SkipFlags.tell(terminal, result.skipped());
    terminal.out().println(json ? json(result) : table(result.figures()));
    return 0;
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

  private static String table(List<IvectorRecipe.Row> rows) {
    TextTable table =
        new TextTable("trials", "system", "targets", "EER %", "Cprm_min", "Cllr", "min Cllr");
    for (IvectorRecipe.Row r : rows) {
      Figures f = r.figures();
      table.row(
          r.trials() + (r.condition().isEmpty() ? "" : " " + r.condition()),
          r.system(),
          Integer.toString(r.targets()),
          number("%.2f", 100 * f.eer()),
          number("%.3f", f.cprmMin()),
          r.system().equals("cosine") ? "" : number("%.3f", f.cllr()),
          number("%.3f", f.minCllr()));
    }
    return String.join(System.lineSeparator(), table.lines());
  }

  private static String number(String format, double v) {
    return String.format(Locale.ROOT, format, v);
  }

  private String json(IvectorRecipe.Result result) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (IvectorRecipe.Row r : result.figures()) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("trials", r.trials());
      row.put("condition", r.condition());
      row.put("targets", r.targets());
      row.put("nontargets", r.nontargets());
      row.put("system", r.system());
      row.put("eer", r.figures().eer());
      row.put("cprm_min", r.figures().cprmMin());
      if (!r.system().equals("cosine")) {
        row.put("cllr", r.figures().cllr());
      }
      row.put("min_cllr", r.figures().minCllr());
      rows.add(row);
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("out", out.toString());
    all.put("figures", rows);
    all.put("skipped", result.skipped());
    return Output.json(all);
  }
}
