package dev.gme.lab.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.core.train.adapt.DomainCheck;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListWriter;
import dev.gme.lab.evaluate.PageOptions;
import dev.gme.lab.evaluate.ReportPage;
import dev.gme.lab.evaluate.ResultJson;
import dev.gme.lab.evaluate.ResultTable;
import dev.gme.lab.evaluate.SystemFigures;
import dev.gme.lab.experiment.Experiment.SetResult;
import dev.gme.lab.model.DomainFindings;
import dev.gme.lab.system.SystemModel;
import dev.gme.lab.system.SystemSpec;
import dev.gme.lab.system.TrainedSystem;
import dev.gme.report.result.SystemResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What an experiment leaves behind: tables, one JSON file, pages, scores and models. */
public final class ExperimentOutput {
  /** The folder of plots. */
  public static final String PLOTS = "plots";

  /** Two scores that are rounded to floats may differ by that share of them. */
  private static final double ROUNDING = 0x1p-22;

  private final ExperimentPlan plan;
  private final List<SetResult> results;
  private final Map<String, List<String>> notes;
  private final ResultTable table;

  private ExperimentOutput(
      ExperimentPlan plan, List<SetResult> results, Map<String, List<String>> notes) {
    this.plan = plan;
    this.results = results;
    this.notes = notes;
    table = new ResultTable(plan.points(), plan.presets());
  }

  /** Runs an experiment. */
  public static ExperimentOutput of(ExperimentPlan plan, Experiment experiment) throws IOException {
    return new ExperimentOutput(plan, experiment.run(), experiment.notes());
  }

  /** What training had to say, a line each, with the systems that it was said of. */
  public List<String> notes() {
    List<String> out = new ArrayList<>();
    // What is indented goes on from the note before.
    notes.forEach(
        (note, systems) ->
            out.add(note.startsWith(" ") ? note : String.join(", ", systems) + ": " + note));
    return out;
  }

  /** The tables for people. */
  public List<String> lines() {
    List<String> out = new ArrayList<>();
    for (SetResult r : results) {
      out.add(r.set().name() + ":");
      if (!r.set().equalize().isEmpty()) {
        out.add(
            "weighted so that every "
                + String.join(" × ", r.set().equalize())
                + " counts the same");
      }
      out.addAll(table.compact(r.figures()));
      agreement(r).ifPresent(a -> out.add(a.text()));
      out.add("");
    }
    out.addAll(table.notes(results.stream().flatMap(r -> r.figures().stream()).toList()));
    return out;
  }

  /** How far the scores of Gaussian PLDA and of its meta-embeddings agree. */
  private record Agreement(double largest, boolean isEqual) {
    static Agreement of(double[] a, double[] b) {
      double largest = 0;
      boolean equal = true;
      for (int i = 0; i < a.length; i++) {
        double difference = Math.abs(a[i] - b[i]);
        largest = Math.max(largest, difference);
        equal &= difference <= ROUNDING * Math.max(1, Math.abs(a[i]));
      }
      return new Agreement(largest, equal);
    }

    String text() {
      return String.format(
          Locale.ROOT,
          "GME with nu = infinity against Gaussian PLDA: %s, the largest difference of two scores"
              + " is %s.",
          isEqual ? "equal" : "NOT EQUAL",
          largest == 0 ? "0" : String.format(Locale.ROOT, "%.1e", largest));
    }
  }

  /** The agreement of {@code gplda} with {@code gme-inf}, where both are there. */
  private Optional<Agreement> agreement(SetResult result) {
    List<String> ids = plan.systems().stream().map(SystemSpec::id).toList();
    int gaussian = ids.indexOf("gplda");
    int embeddings = ids.indexOf("gme-inf");
    return gaussian < 0 || embeddings < 0
        ? Optional.empty()
        : Optional.of(
            Agreement.of(
                result.scores().get(gaussian).scores(), result.scores().get(embeddings).scores()));
  }

  public ObjectNode json() {
    ObjectNode out = ResultJson.object();
    out.put("title", plan.title());
    out.put("train", plan.train().toString()).put("train_digest", plan.train().digest());
    out.put("draws", plan.draws().replicates()).put("seed", plan.draws().seed());
    notes.forEach(
        (note, systems) ->
            systems.forEach(s -> out.withObject("/training_notes").withArray(s).add(note)));
    ResultJson json = new ResultJson(plan.points(), plan.presets());
    for (SetResult r : results) {
      ObjectNode set = json.of(r.figures());
      set.put("name", r.set().name()).put("digest", r.set().digest());
      agreement(r).ifPresent(a -> set.put("gaussian_plda_against_gme_nu_infinity", a.largest()));
      out.withArray("sets").add(set);
    }
    return out;
  }

  /**
   * Writes all files into a folder; returns the pages.
   *
   * @param plots whether each plot is written as CSV, SVG and PNG, too
   */
  public List<Path> write(
      Path folder, Experiment experiment, String tool, PageOptions options, boolean plots)
      throws IOException {
    Files.createDirectories(folder);
    boolean single = results.size() == 1;
    Map<Path, ReportPage> pages = new LinkedHashMap<>();
    Map<Path, ReportPage> plotted = new LinkedHashMap<>();
    for (SetResult r : results) {
      String name = r.set().name();
      writeScores(Files.createDirectories(folder.resolve("scores").resolve(name)), r);
      ReportPage page = page(r, experiment, options);
      pages.put(folder.resolve(single ? "report.html" : "report-" + name + ".html"), page);
      Path all = folder.resolve(PLOTS);
      plotted.put(single ? all : all.resolve(name), page);
    }
    writeModels(Files.createDirectories(folder.resolve("models")), experiment, tool);
    for (Map.Entry<Path, ReportPage> page : pages.entrySet()) {
      page.getValue().write(page.getKey());
    }
    try (TargetFile target = TargetFile.create(folder.resolve("results.json"))) {
      target.stream().write((ResultJson.text(json()) + "\n").getBytes(StandardCharsets.UTF_8));
      target.commit();
    }
    if (plots) {
      // Last, because pictures need fonts, which a server may lack.
      for (Map.Entry<Path, ReportPage> page : plotted.entrySet()) {
        page.getValue().writePlots(page.getKey());
      }
    }
    return List.copyOf(pages.keySet());
  }

  private void writeScores(Path folder, SetResult r) throws IOException {
    ListWriter.write(folder.resolve("key.tsv"), r.set().trials(), ListLayout.TABLE);
    for (int k = 0; k < plan.systems().size(); k++) {
      SystemSpec system = plan.systems().get(k);
      ListWriter.write(
          folder.resolve(system.id() + ".txt"),
          r.set().trials().withScores(r.scores().get(k).scores()).withAbout(system.about()),
          ListLayout.SCORES);
    }
  }

  private void writeModels(Path folder, Experiment experiment, String tool) throws IOException {
    for (SystemSpec system : plan.systems()) {
      TrainedSystem trained = experiment.system(system);
      SystemModel model = trained.model();
      // A map that has an order, so that the same experiment writes the same bytes.
      Map<String, String> parameters = new LinkedHashMap<>();
      parameters.put("experiment", plan.title());
      parameters.put("steps", SystemSpec.text(system.steps()));
      // Where a step chooses others, these; they can be trained again.
      parameters.put("chain", SystemSpec.text(trained.origin().steps()));
      parameters.putAll(DomainFindings.kept(plan.train().data()));
      plan.train().network().ifPresent(n -> parameters.putAll(n.kept()));
      Provenance provenance =
          new Provenance(
              "sha256:" + plan.train().digest() + " (" + plan.train() + ")",
              "",
              parameters,
              tool,
              "");
      write(folder.resolve(system.id() + ".gme"), model, provenance);
    }
  }

  /** As much of a system as one file can hold: cosines have no model. */
  private static void write(Path file, SystemModel model, Provenance provenance)
      throws IOException {
    if (model.extractor().isPresent() && model.calibration().isPresent()) {
      Artefact.write(file, ArtefactKind.CALIBRATED_MODEL, model.calibratedModel(), provenance);
    } else if (model.extractor().isPresent()) {
      Artefact.write(file, ArtefactKind.EXTRACTOR, model.pipeline(), provenance);
    } else if (model.calibration().isPresent()) {
      Artefact.write(file, ArtefactKind.CALIBRATION, model.calibration().get(), provenance);
    } else {
      Artefact.write(file, ArtefactKind.PREPROCESSING, model.preprocessing(), provenance);
    }
  }

  private ReportPage page(SetResult r, Experiment experiment, PageOptions options)
      throws IOException {
    ReportPage page =
        new ReportPage(
            results.size() == 1 ? plan.title() : plan.title() + ": " + r.set().name(),
            plan.presets(),
            options);
    page.fact("training data", plan.train() + ", sha256 " + plan.train().digest());
    page.fact(
        "trials",
        r.set().trials()
            + ", "
            + ReportPage.fileName(r.set().trials())
            + ", sha256 "
            + r.set().digest());
    for (int k = 0; k < plan.systems().size(); k++) {
      SystemFigures figures = r.overall().get(k);
      SystemResult.Builder system =
          ReportPage.system(figures, r.key(), experiment.progress("report"));
      SetScores scores = r.scores().get(k);
      if (scores.enrolB().isPresent() && isSpread(scores.testB().orElseThrow())) {
        system.precisions(
            scores.enrolB().get(),
            r.set().pairs().enrol(),
            scores.testB().get(),
            r.set().pairs().test());
      }
      SystemSpec spec = plan.systems().get(k);
      SystemModel model = experiment.system(spec).model();
      system.provenance("model", model.toString());
      if (model.extractor().isPresent()) {
        DomainFindings.of(model.pipeline(), plan.train().data(), r.set().vectors())
            .flatMap(DomainCheck::warning)
            .ifPresent(w -> system.provenance("warning", w + "; " + DomainCheck.help()));
      }
      system.provenance("steps", SystemSpec.text(spec.steps()));
      if (!experiment.system(spec).model().chosen().isEmpty()) {
        system.provenance(
            "chosen steps", SystemSpec.text(experiment.system(spec).model().chosen()));
      }
      List<String> said =
          experiment.system(spec).notes().stream().filter(n -> !n.startsWith(" ")).toList();
      if (!said.isEmpty()) {
        system.provenance("training", String.join("; ", said));
      }
      page.add(system.build());
    }
    return page;
  }

  /** With ν = ∞ every b is 1, and there is nothing to plot. */
  private static boolean isSpread(double[] b) {
    for (double x : b) {
      if (x != b[0]) {
        return true;
      }
    }
    return false;
  }
}
