package dev.gme.cli.experiment;

import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.ResumeNote;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Progress;
import dev.gme.lab.cache.CodeDigest;
import dev.gme.lab.cache.Store;
import dev.gme.lab.evaluate.PageOptions;
import dev.gme.lab.experiment.Experiment;
import dev.gme.lab.experiment.ExperimentOutput;
import dev.gme.lab.experiment.ExperimentPlan;
import dev.gme.lab.provenance.Stamp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs an experiment from a command: progress on the terminal, results in a folder.
 *
 * @param folder where the results are left
 * @param reuse what is taken from the cache
 * @param page how reports are written
 * @param plots whether each plot of the report is written as CSV, SVG and PNG, too
 */
record ExperimentRun(
    Terminal terminal, Path folder, Store.Reuse reuse, PageOptions page, boolean plots) {
  /** One line on the terminal at a time: a new stage replaces that of the one before. */
  private static final class Stages {
    private final Terminal terminal;
    private LineProgress line;

    Stages(Terminal terminal) {
      this.terminal = terminal;
    }

    Progress next(String stage) {
      end();
      line = LineProgress.of(terminal, stage);
      return line;
    }

    void end() {
      if (line != null) {
        line.close();
      }
    }
  }

  /** The results, which have been written; the pages are told on stderr. */
  @SuppressWarnings("try") // the note needs only to be open
  ExperimentOutput run(ExperimentPlan plan) throws IOException {
    Store store = new Store(folder.resolve("cache"), reuse, Stamp.tool(), CodeDigest.text());
    Stages stages = new Stages(terminal);
    ExperimentOutput output;
    List<Path> pages;
    try (ResumeNote note = ResumeNote.of(terminal)) {
      Experiment experiment = new Experiment(plan, store, stages::next);
      output = ExperimentOutput.of(plan, experiment);
      pages = output.write(folder, experiment, Stamp.tool(), page, plots);
    } finally {
      stages.end();
    }
    output.notes().forEach(note -> terminal.say(note.startsWith(" ") ? note : "note on " + note));
    terminal.say(
        "Models and scores made: " + store.made() + "; what else it took was in the cache.");
    pages.forEach(page -> terminal.say("Report: " + page));
    if (plots) {
      terminal.say("Plots: " + folder.resolve(ExperimentOutput.PLOTS));
    }
    terminal.say("Figures: " + folder.resolve("results.json"));
    return output;
  }
}
