package dev.gme.lab.experiment;

import dev.gme.core.GmeException;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.model.StepSpec;
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

  ExperimentOptions(YamlNode root) {
    this.root = root;
  }

  /** Refuses what is wrong. */
  void check() {
    systems();
    training();
    draws();
  }

  List<SystemSpec> systems() {
    boolean canCalibrate = root.has("development");
    if (!root.has("systems")) {
      return SystemSpec.usual(canCalibrate);
    }
    if (root.get("systems").list().isEmpty()) {
      throw root.get("systems").wrong("expected at least one system", "name some, or leave it out");
    }
    List<SystemSpec> out = new ArrayList<>();
    for (YamlNode node : root.get("systems").list()) {
      SystemSpec system = inLine(node, () -> SystemSpec.parse(node.text()));
      if (system.calibrated() && !canCalibrate) {
        throw node.wrong(
            system.id() + " needs data to train its calibration on",
            "add 'development': a set, training-folds: 5, or evaluation-folds: 5");
      }
      if (out.contains(system)) {
        throw node.wrong(system.id() + " comes twice", "remove one of them");
      }
      out.add(system);
    }
    return out;
  }

  private static <T> T inLine(YamlNode node, Supplier<T> value) {
    try {
      return value.get();
    } catch (GmeException e) {
      throw node.wrong(e.getMessage(), e.help());
    }
  }

  TrainingOptions training() {
    TrainingOptions d = TrainingOptions.DEFAULT;
    YamlNode model = section("model", MODEL);
    YamlNode bxe = section("bxe", BXE);
    return new TrainingOptions(
        has(model, "preprocessing") ? steps(model.get("preprocessing")) : d.preprocessing(),
        has(model, "length-norm") ? steps(model.get("length-norm")) : d.lengthNorm(),
        integer(model, "dimension", 1, 100_000, d.dimension()),
        has(model, "nu") ? model.get("nu").number(0, 1e12) : d.nu(),
        integer(model, "iterations", 0, 10_000, d.emIterations()),
        integer(model, "vb-iterations", 0, 10_000, d.vbIterations()),
        integer(bxe, "batch", 1, 20_000, d.batch()),
        integer(bxe, "steps", 0, 100_000, d.bxeSteps()),
        has(bxe, "prior") ? prior(bxe.get("prior")) : d.bxePrior(),
        seed());
  }

  private static double prior(YamlNode node) {
    double value = node.number(0, 1);
    if (value == 1) {
      throw node.wrong("expected a prior below 1, found 1", "correct it");
    }
    return value;
  }

  private int seed() {
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

  private static List<StepSpec> steps(YamlNode node) {
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
