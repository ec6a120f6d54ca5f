package dev.gme.cli.evaluate;

import dev.gme.lab.evaluate.ScoredKey;
import java.util.List;
import picocli.CommandLine.Option;

/** The conditions that trials are equalized over; a mixin. */
final class EqualizeOption {
  @Option(
      names = "--equalize",
      paramLabel = "CONDITION",
      split = ",",
      description =
          "Weight trials so that every combination of these conditions counts the same, as in"
              + " SRE16.")
  List<String> conditions = List.of();

  ScoredKey over(ScoredKey trials) {
    return conditions.isEmpty() ? trials : trials.equalizedBy(conditions);
  }
}
