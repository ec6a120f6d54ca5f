package dev.gme.lab.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.DetectionCost;
import dev.gme.core.metric.ErrorCounts;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.MisleadingEvidence;
import dev.gme.core.metric.OperatingPoint;
import java.util.List;
import java.util.Optional;

/** Results for machines: every figure with its definition, thresholds and counts. */
public final class ResultJson {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final List<OperatingPoint> points;
  private final List<CostPreset> presets;

  public ResultJson(List<OperatingPoint> points, List<CostPreset> presets) {
    this.points = points;
    this.presets = presets;
  }

  public static ObjectNode object() {
    return JSON.createObjectNode();
  }

  /** Maps, lists, plain values and trees of JSON as indented text. */
  public static String text(Object tree) {
    try {
      return JSON.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("plain values can be written as JSON", e);
    }
  }

  public ObjectNode of(List<SystemFigures> results) {
    ObjectNode out = object();
    out.put(
        "eer_definition", "eer_rocch: convex hull of the ROC; eer_interpolated: between points");
    out.put("unit_of_cllr", "bits");
    results.forEach(r -> out.withArray("results").add(of(r)));
    return out;
  }

  public ObjectNode of(SystemFigures result) {
    ObjectNode out = object();
    out.put("system", result.system());
    out.put("trials", result.trials());
    out.put("scores_are_llrs", result.isLlr());
    out.put("targets", result.evaluation().targets());
    out.put("nontargets", result.evaluation().nontargets());
    for (Measure m : Measure.all(List.of(), presets)) {
      put(out, m.key(), m, result);
    }
    if (result.isLlr()) {
      MisleadingEvidence misleading = result.misleading();
      out.putObject("misleading_evidence")
          .put("targets_below_0", misleading.targets())
          .put("nontargets_above_0", misleading.nontargets());
    }
    for (OperatingPoint p : points) {
      out.withArray("costs").add(cost(p, result));
    }
    result
        .bootstrap()
        .ifPresent(
            b ->
                out.putObject("draws")
                    .put("used", b.replicates().size())
                    .put("skipped", b.skipped()));
    return out;
  }

  private static ObjectNode cost(OperatingPoint p, SystemFigures result) {
    Evaluation.Cost cost =
        result.evaluation().costs().stream()
            .filter(c -> c.point().equals(p))
            .findFirst()
            .orElseThrow();
    ObjectNode out = object();
    out.put("p_target", p.pTarget()).put("c_miss", p.cMiss()).put("c_fa", p.cFa());
    out.put("bayes_threshold", p.bayesThreshold());
    put(out, "min_dcf", Measure.minDcf(p), result);
    out.set("min_at", at(cost.min(), cost.minErrors()));
    put(out, "act_dcf", Measure.actDcf(p), result);
    out.set("act_at", at(cost.act(), cost.actErrors()));
    return out;
  }

  private static ObjectNode at(DetectionCost cost, ErrorCounts errors) {
    return object()
        .put("threshold", cost.at().threshold())
        .put("rejects_all", cost.at().rejectsAll())
        .put("p_miss", cost.at().pMiss())
        .put("p_fa", cost.at().pFa())
        .put("misses", errors.misses())
        .put("false_alarms", errors.falseAlarms())
        .put("fewer_than_30_errors", errors.isDoubtful());
  }

  private static void put(ObjectNode out, String name, Measure m, SystemFigures result) {
    out.put(name, m.value().applyAsDouble(result.evaluation().metrics()));
    Optional<Interval> interval = result.interval(m);
    interval.ifPresent(i -> out.set(name + "_interval", of(i)));
  }

  public static ObjectNode of(Interval i) {
    return object().put("lo", i.lo()).put("hi", i.hi()).put("confidence", i.confidence());
  }
}
