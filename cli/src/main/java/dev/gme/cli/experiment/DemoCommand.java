package dev.gme.cli.experiment;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.OutputFolder;
import dev.gme.cli.files.SeedOption;
import dev.gme.lab.cache.Store;
import dev.gme.lab.evaluate.PageOptions;
import dev.gme.lab.experiment.ExperimentOutput;
import dev.gme.lab.experiment.SimulatedExperiment;
import dev.gme.report.result.LlrUnit;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The paper's table on simulated data. */
@Command(
    name = "demo",
    description = {
      "Simulate heavy-tailed speaker data, train and evaluate the systems of the paper on it.",
      "Every test speaker is enrolled with one recording; three more recordings of each speaker are"
          + " tested against all enrolments. A report page with plots is written as well."
    },
    footer = {"  gme demo", "  gme demo --seed 2 --out demo-2"})
public final class DemoCommand extends JsonCommand {
  @Option(
      names = "--speakers",
      paramLabel = "N",
      description = "Number of test speakers; there are twice as many training speakers.")
  int speakers = 300;

  @Mixin SeedOption seed = new SeedOption(1);

  @Mixin OutputFolder folder = new OutputFolder(Path.of("gme-demo"));

  @Override
  public Integer call() throws IOException {
    SimulatedExperiment simulated =
        CheckedOptions.of(spec, () -> new SimulatedExperiment(speakers, seed.value()));
    terminal.say(simulated.description());
    Path out = folder.path().orElseThrow();
    ExperimentOutput output =
        new ExperimentRun(
                terminal,
                out.toAbsolutePath().normalize(),
                Store.Reuse.ALL,
                new PageOptions(CommandProvenance.resultLine(spec), LlrUnit.NATS),
                false)
            .run(simulated.plan());
    json.printOr(output::json, output::lines);
    Path scores = out.resolve("scores").resolve(SimulatedExperiment.SET);
    terminal.say(
        String.format(
            """

            Next: open the report, and try
              gme evaluate %1$s/gme.txt --key %1$s/key.tsv
              gme decide %1$s/gme-bxe.txt --prior 0.01 --out decisions.txt
              gme experiment recipes/folder.yaml --set vectors=FILE --set lists=FOLDER
            the last with vectors and lists of your own; recipes/README.md says which.""",
            scores));
    return 0;
  }
}
