package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.lab.cluster.ClusterOptions;
import dev.gme.lab.cluster.ClusterOptions.Knowledge;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What a user knows of the number of speakers; a mixin with options of which one is given. */
final class ClusterKnowledge {
  @Option(
      names = "--speakers",
      paramLabel = "N",
      description = "The number of speakers, where it is known.")
  Integer speakers;

  @Option(
      names = "--prior-speakers",
      paramLabel = "N",
      description =
          "About how many speakers to expect; the recordings may say otherwise (a Chinese"
              + " restaurant prior).")
  Double priorSpeakers;

  @Option(
      names = "--same-prior",
      paramLabel = "P",
      description =
          "How probable it is, before listening, that two recordings are of one speaker (a Chinese"
              + " restaurant prior).")
  Double samePrior;

  @Option(
      names = "--threshold",
      paramLabel = "T",
      description =
          "Join sets whose log-likelihood ratio is above T; unless anything is known, 0. With"
              + " --method average: at least T, or else a threshold found without labels.")
  Double threshold;

  boolean isGiven() {
    return speakers != null || priorSpeakers != null || samePrior != null || threshold != null;
  }

  ClusterOptions in(ClusterOptions options, CommandSpec spec) {
    List<String> given = new ArrayList<>();
    ClusterOptions out = options;
    if (speakers != null) {
      given.add("--speakers");
      out = with(out, Knowledge.SPEAKERS, speakers, spec);
    }
    if (priorSpeakers != null) {
      given.add("--prior-speakers");
      out = with(out, Knowledge.PRIOR_SPEAKERS, priorSpeakers, spec);
    }
    if (samePrior != null) {
      given.add("--same-prior");
      out = with(out, Knowledge.SAME_PRIOR, samePrior, spec);
    }
    if (threshold != null) {
      given.add("--threshold");
      out = with(out, Knowledge.THRESHOLD, threshold, spec);
    }
    CheckedOptions.require(
        given.size() <= 1,
        spec,
        String.join(" and ", given) + " say the same in two ways; give one of them");
    return out;
  }

  private static ClusterOptions with(
      ClusterOptions options, Knowledge of, double value, CommandSpec spec) {
    return CheckedOptions.of(spec, () -> options.with(of, value));
  }
}
