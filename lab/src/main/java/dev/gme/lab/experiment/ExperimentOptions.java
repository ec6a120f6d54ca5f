package dev.gme.lab.experiment;

import dev.gme.core.GmeException;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.core.train.plda.Stopping;
import dev.gme.formats.tree.YamlNode;
import dev.gme.lab.system.NamedSystems;
import dev.gme.lab.system.SpeakerDimension;
import dev.gme.lab.system.StepDefaults;
import dev.gme.lab.system.StepReader;
import dev.gme.lab.system.SystemSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** What an experiment's file says of systems, their training and how they are judged. */
final class ExperimentOptions {
  private static final Set<String> MODEL =
      Set.of("dimension", "nu", "iterations", "vb-iterations", "preprocessing", "length-norm");
  private static final Set<String> BXE = Set.of("batch", "steps", "prior");
  private static final Set<String> METRICS = Set.of("preset", "dcf", "replicates", "confidence");

  private final YamlNode root;
  private final Path folder;

  /**
   * The options of a file.
   *
   * @param folder that steps name files from
   */
  ExperimentOptions(YamlNode root, Path folder) {
    this.root = root;
    this.folder = folder;
  }

  /** Refuses what is wrong. */
  void check() {
    systems();
    draws();
  }

  List<SystemSpec> systems() {
    boolean canCalibrate = root.has("development");
    NamedSystems named = named();
    if (!root.has("systems")) {
      return named.usual(canCalibrate);
    }
    if (root.get("systems").list().isEmpty()) {
      throw root.get("systems").wrong("expected at least one system", "name some, or leave it out");
    }
    List<SystemSpec> out = new ArrayList<>();
    for (YamlNode node : root.get("systems").list()) {
      SystemSpec system = node.isMap() ? spelled(node) : inLine(node, () -> named.get(node.text()));
      if (system.isCalibrated() && !canCalibrate) {
        throw node.wrong(
            system.id() + " needs data to train its calibration on",
            "add 'development': a set, training-folds: 5, or evaluation-folds: 5");
      }
      if (out.stream().anyMatch(s -> s.id().equals(system.id()))) {
        throw node.wrong(system.id() + " comes twice", "remove one of them");
      }
      out.add(system);
    }
    return out;
  }

  /** A system whose steps the file spells out. */
  private SystemSpec spelled(YamlNode node) {
    node.requireKeys(Set.of("name", "steps"));
    String name = node.get("name").text();
    StepReader reader = new StepReader(defaults(), folder);
    for (YamlNode step : node.get("steps").list()) {
      inLine(step, () -> reader.read(step.text()));
    }
    return inLine(node, () -> new SystemSpec(name, name, reader.read(node.get("steps").texts())));
  }

  private static <T> T inLine(YamlNode node, Supplier<T> value) {
    try {
      return value.get();
    } catch (GmeException e) {
      throw node.wrong(e.getMessage(), e.help());
    } catch (IllegalArgumentException e) {
      throw node.wrong(e.getMessage(), "correct it");
    }
  }

  private NamedSystems named() {
    YamlNode model = section("model", MODEL);
    return new NamedSystems(
        defaults(),
        has(model, "preprocessing") ? preprocessing(model.get("preprocessing")) : List.of(),
        has(model, "length-norm")
            ? preprocessing(model.get("length-norm"))
            : PldaRecipe.baseline());
  }

  /** What steps do where they do not say it themselves. */
  private StepDefaults defaults() {
    StepDefaults d = StepDefaults.DEFAULT;
    YamlNode model = section("model", MODEL);
    YamlNode bxe = section("bxe", BXE);
    if (has(model, "dimension")) {
      d = d.withDimension(SpeakerDimension.atMost(model.get("dimension").integer(1, 100_000)));
    }
    if (has(model, "nu")) {
      d = d.withNu(model.get("nu").number(0, 1e12));
    }
    int iterations = integer(model, "iterations", 0, 10_000, d.em().stopping().maxIterations());
    d = d.withEm(d.em().withStopping(new Stopping(iterations, d.em().stopping().tolerance())));
    d =
        d.withVb(
            d.vb().withIterations(integer(model, "vb-iterations", 0, 10_000, d.vb().iterations())));
    BxeOptions loss = d.bxe().withBatch(integer(bxe, "batch", 1, 20_000, d.bxe().batch()));
    return d.withBxe(
        has(bxe, "prior") ? loss.withPrior(prior(bxe.get("prior"))) : loss,
        DescentOptions.builder()
            .steps(integer(bxe, "steps", 0, 100_000, d.descent().steps()))
            .seed(seed())
            .build());
  }

  private static double prior(YamlNode node) {
    double value = node.number(0, 1);
    if (value == 1) {
      throw node.wrong("expected a prior below 1, found 1", "correct it");
    }
    return value;
  }

  long seed() {
    return root.has("seed") ? root.get("seed").integer(0, Integer.MAX_VALUE) : 1;
  }

  /** Null where the file has no such section. */
  private YamlNode section(String name, Set<String> keys) {
    if (!root.has(name)) {
      return null;
    }
    root.get(name).requireKeys(keys);
    return root.get(name);
  }

  private static boolean has(YamlNode section, String key) {
    return section != null && section.has(key);
  }

  private static int integer(YamlNode section, String key, int least, int most, int otherwise) {
    return has(section, key) ? section.get(key).integer(least, most) : otherwise;
  }

  private static List<StepSpec> preprocessing(YamlNode node) {
    return node.list().stream()
        .map(step -> inLine(step, () -> StepSpec.parse(step.text())))
        .toList();
  }

  List<CostPreset> presets() {
    YamlNode metrics = section("metrics", METRICS);
    if (has(metrics, "preset")) {
      return metrics.get("preset").list().stream()
          .map(node -> inLine(node, () -> CostPreset.named(node.text())))
          .toList();
    }
    return has(metrics, "dcf") ? List.of() : List.of(CostPreset.SRE16);
  }

  List<OperatingPoint> points() {
    List<OperatingPoint> all = new ArrayList<>();
    presets().forEach(p -> all.addAll(p.points()));
    YamlNode metrics = section("metrics", METRICS);
    if (has(metrics, "dcf")) {
      for (YamlNode node : metrics.get("dcf").list()) {
        all.add(inLine(node, () -> OperatingPoint.parse(node.text())));
      }
    }
    return EvaluationOptions.of(all).points();
  }

  BootstrapOptions draws() {
    YamlNode metrics = section("metrics", METRICS);
    double confidence = has(metrics, "confidence") ? prior(metrics.get("confidence")) : 0.95;
    return new BootstrapOptions(
        points(), integer(metrics, "replicates", 1, 1_000_000, 1000), confidence, seed());
  }
}
