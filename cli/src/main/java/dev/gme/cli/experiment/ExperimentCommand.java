package dev.gme.cli.experiment;

import dev.gme.cli.files.DataWarnings;
import dev.gme.cli.files.FreshOption;
import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.Log10Option;
import dev.gme.cli.files.OptionHelp;
import dev.gme.cli.files.OutputFolder;
import dev.gme.lab.experiment.ExperimentFile;
import dev.gme.lab.experiment.ExperimentOutput;
import dev.gme.lab.experiment.ExperimentPlan;
import dev.gme.lab.system.SystemSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The paper's table on the user's data. */
@Command(
    name = "experiment",
    description = {
      "Train and evaluate systems as a YAML file says: the paper's table on your data.",
      "Models and scores are kept, in the folder that the file names or in that of --out: a second"
          + " run makes only what has changed, and an interrupted run resumes where it stopped. The"
          + " folder recipes has files to begin with."
    },
    footer = {
      "  gme experiment recipes/folder.yaml --set vectors=vectors.scp --set lists=lists",
      "  gme experiment my.yaml --check"
    })
public final class ExperimentCommand extends JsonCommand {
  @Parameters(paramLabel = "FILE.yaml", description = "What to train and evaluate.")
  Path file;

  @Option(
      names = "--check",
      description = "Only check the experiment's file, and that the files it names exist.")
  boolean check;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Value of $${NAME} in the experiment's file; may be given several times.")
  Map<String, String> values = new LinkedHashMap<>();

  @Mixin OutputFolder out;

  @Mixin FreshOption fresh;

  @Option(
      names = "--plots",
      description =
          "Also write each plot of the report as CSV, SVG and PNG, into the folder plots.")
  boolean plots;

  @Mixin Log10Option log10;

  @Override
  public Integer call() throws IOException {
    values.replaceAll((name, value) -> fromHere(value));
    ExperimentFile read =
        OptionHelp.naming("value", "--set NAME=VALUE", () -> ExperimentFile.read(file, values));
    if (check) {
      for (SystemSpec system : read.systems()) {
        terminal.out().println(system);
      }
      terminal.say(file + " is in order.");
      return 0;
    }
    Path folder = out.path().orElseGet(read::work);
    ExperimentPlan plan;
    try (LineProgress progress = LineProgress.ofParts(terminal)) {
      plan = read.plan(progress);
    }
    DataWarnings.speak(plan.train(), terminal);
    ExperimentOutput output =
        new ExperimentRun(terminal, folder, fresh.reuse(), log10.page(spec), plots).run(plan);
    json.printOr(output::json, output::lines);
    return 0;
  }

  /** What was typed here is a path from here, while the file's own are from the file's folder. */
  private static String fromHere(String value) {
    Path path = Path.of(value);
    return Files.exists(path) ? path.toAbsolutePath().toString() : value;
  }
}
