package dev.gme.cli.evaluate;

import dev.gme.cli.files.OptionHelp;
import dev.gme.lab.evaluate.ScoredKey;
import java.io.IOException;
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

  ScoredKey over(ScoredKey trials) throws IOException {
    require(trials, conditions);
    return conditions.isEmpty() ? trials : trials.equalizedBy(conditions);
  }

  /** Refuses conditions that the key does not have, before anything that takes long. */
  static void require(ScoredKey trials, List<String> conditions) throws IOException {
    OptionHelp.naming(
        "name the conditions",
        "--conditions",
        () -> {
          conditions.forEach(trials::requireCondition);
          return trials;
        });
  }
}
