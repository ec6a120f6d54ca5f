package dev.gme.cli;

import dev.gme.benchmarks.suite.AdaptBench;
import dev.gme.benchmarks.suite.Benchmark;
import dev.gme.benchmarks.suite.BxeBench;
import dev.gme.benchmarks.suite.ClusterBench;
import dev.gme.benchmarks.suite.ElementaryBench;
import dev.gme.benchmarks.suite.EmBench;
import dev.gme.benchmarks.suite.EmbedBench;
import dev.gme.benchmarks.suite.FrontendBench;
import dev.gme.benchmarks.suite.IdentifyBench;
import dev.gme.benchmarks.suite.LinalgBench;
import dev.gme.benchmarks.suite.Measurement;
import dev.gme.benchmarks.suite.MetricBench;
import dev.gme.benchmarks.suite.NeuralBench;
import dev.gme.benchmarks.suite.ScoreBench;
import dev.gme.benchmarks.suite.SparkBench;
import dev.gme.benchmarks.suite.StartBench;
import dev.gme.benchmarks.suite.UncertainBench;
import dev.gme.benchmarks.suite.XvectorNetwork;
import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.NetworkOptions;
import dev.gme.cli.spark.BenchCluster;
import dev.gme.core.linalg.Backend;
import dev.gme.core.parallel.Workers;
import dev.gme.lab.evaluate.TextTable;
import dev.gme.neural.network.Network;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Measures the building blocks on this machine. */
@Command(
    name = "bench",
    description = {
      "Measure how fast the building blocks are on this machine.",
      "Ratios compare two times of one run, so that the speed of the machine cancels; a goal is met"
          + " by a ratio that does not exceed it.",
      "The suite neural measures embedding by the network of --network; unless given, by an x-vector"
          + " network without meaning.",
      "The suite spark compares a cluster of this machine with plain gme, by the Spark that 'gme"
          + " spark install' fetched; where there is none, it is left out unless named."
    },
    footer = {
      "  gme bench",
      "  gme bench linalg elementary",
      "  gme bench em --json",
      "  gme bench neural --network net.onnx"
    })
final class BenchCommand extends JsonCommand {
  /** The suites there are. */
  enum Suite {
    LINALG,
    ELEMENTARY,
    EM,
    BXE,
    SCORE,
    CLUSTER,
    IDENTIFY,
    ADAPT,
    UNCERTAIN,
    START,
    METRICS,
    FRONTEND,
    NEURAL,
    SPARK;

    Benchmark benchmark() {
      return switch (this) {
        case LINALG -> new LinalgBench();
        case ELEMENTARY -> new ElementaryBench();
        case EM -> new EmBench();
        case BXE -> new BxeBench();
        case SCORE -> new ScoreBench();
        case CLUSTER -> new ClusterBench();
        case IDENTIFY -> new IdentifyBench();
        case ADAPT -> new AdaptBench();
        case UNCERTAIN -> new UncertainBench();
        case START -> new StartBench();
        case METRICS -> new MetricBench();
        case FRONTEND -> new FrontendBench();
        case NEURAL -> new NeuralBench();
        case SPARK -> new SparkBench(new BenchCluster());
      };
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(
      arity = "0..*",
      paramLabel = "SUITE",
      description = "Suites to run: ${COMPLETION-CANDIDATES}; unless given, all.")
  List<Suite> suites = List.of();

  @Mixin NetworkOptions network;

  @Override
  public Integer call() throws IOException {
    List<Measurement> measurements = new ArrayList<>();
    for (Suite suite : suites.isEmpty() ? all() : suites) {
      measurements.addAll(suite.benchmark().run(terminal::say));
      if (suite == Suite.NEURAL) {
        try (Network opened =
            network.isGiven() ? network.open(spec, Network.Gives.VECTORS) : XvectorNetwork.open()) {
          measurements.addAll(new EmbedBench(opened).run(terminal::say));
        }
      }
    }
    if (json.isWanted()) {
      json.print(tree(measurements));
    } else {
      terminal.out().println(table(measurements));
    }
    return 0;
  }

  private List<Suite> all() {
    List<Suite> out = new ArrayList<>(List.of(Suite.values()));
    if (!BenchCluster.isThere()) {
      out.remove(Suite.SPARK);
      terminal.say("The suite spark is left out: 'gme spark install' fetches what it needs.");
    }
    return out;
  }

  private static String table(List<Measurement> measurements) {
    TextTable table = new TextTable("name", "value", "goal", "met");
    for (Measurement m : measurements) {
      boolean hasGoal = m.goal().isPresent();
      table.row(
          m.name(),
          String.format(Locale.ROOT, "%.3g %s", m.value(), m.unit()).strip(),
          hasGoal ? String.format(Locale.ROOT, "%.3g", m.goal().getAsDouble()) : "",
          hasGoal ? (m.value() <= m.goal().getAsDouble() ? "yes" : "no") : "");
    }
    List<String> lines = table.lines();
    StringBuilder out = new StringBuilder(lines.get(0));
    for (int i = 0; i < measurements.size(); i++) {
      out.append(System.lineSeparator()).append(lines.get(i + 1));
      // A line of its own: beside the figures it would not fit on a terminal.
      out.append(System.lineSeparator()).append("  ").append(measurements.get(i).note());
      measurements
          .get(i)
          .details()
          .forEach(
              (name, value) ->
                  out.append(System.lineSeparator())
                      .append(String.format(Locale.ROOT, "    %-22s %.2e", name, value)));
    }
    return out.toString();
  }

  private static Map<String, Object> tree(List<Measurement> measurements) {
    List<Map<String, Object>> ratios = new ArrayList<>();
    List<Map<String, Object>> others = new ArrayList<>();
    for (Measurement m : measurements) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", m.name());
      entry.put("value", m.value());
      if (m.goal().isPresent()) {
        entry.put("goal", m.goal().getAsDouble());
        entry.putAll(m.details());
        ratios.add(entry);
      } else {
        entry.put("unit", m.unit());
        entry.put("note", m.note());
        others.add(entry);
      }
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("backend", Backend.describe());
    all.put("threads", Workers.threads());
    all.put("ratios", ratios);
    all.put("measurements", others);
    return all;
  }
}
