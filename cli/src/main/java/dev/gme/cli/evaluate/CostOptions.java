package dev.gme.cli.evaluate;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.lab.evaluate.Measure;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** Where detection costs are measured. */
final class CostOptions {
  private static final String DEFAULT_PRESET = "sre16";

  @Option(
      names = "--dcf",
      paramLabel = "P:CMISS:CFA",
      converter = PointConverter.class,
      description =
          "An operating point: prior of a target trial, cost of a miss, cost of a false alarm. May"
              + " be given several times.")
  List<OperatingPoint> dcf = List.of();

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      converter = PresetConverter.class,
      completionCandidates = PresetNames.class,
      description =
          "The operating points of an evaluation: ${COMPLETION-CANDIDATES} (default: "
              + DEFAULT_PRESET
              + ", unless --dcf is given).")
  List<CostPreset> preset = List.of();

  /** The evaluations whose primary costs are printed. */
  List<CostPreset> presets() {
    return preset.isEmpty() && dcf.isEmpty() ? List.of(CostPreset.named(DEFAULT_PRESET)) : preset;
  }

  /** All operating points, each once. */
  List<OperatingPoint> points() {
    List<OperatingPoint> all = new ArrayList<>();
    presets().forEach(p -> all.addAll(p.points()));
    all.addAll(dcf);
    return EvaluationOptions.of(all).points();
  }

  List<Measure> measures() {
    return Measure.all(points(), presets());
  }

  /** The names that {@code --preset} takes. */
  static final class PresetNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return CostPreset.ALL.stream().map(CostPreset::label).iterator();
    }
  }

  /** Reads the name of a preset. */
  static final class PresetConverter implements ITypeConverter<CostPreset> {
    @Override
    public CostPreset convert(String name) {
      return CheckedOptions.converted(name, CostPreset::named);
    }
  }

  /** Reads an operating point, {@code P:CMISS:CFA}, as {@link OperatingPoint#parse} does. */
  static final class PointConverter implements ITypeConverter<OperatingPoint> {
    @Override
    public OperatingPoint convert(String text) {
      return CheckedOptions.converted(text, OperatingPoint::parse);
    }
  }
}
