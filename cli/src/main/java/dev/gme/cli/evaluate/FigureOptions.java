package dev.gme.cli.evaluate;

import dev.gme.core.metric.BootstrapOptions;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** The trials that figures are made of, and which figures; a mixin. */
final class FigureOptions {
  @Mixin KeyOptions keys;
  @Mixin SpeakerOptions speakers;
  @Mixin CostOptions costs;
  @Mixin DrawOptions draws;
  @Mixin EqualizeOption equalize;
  @Mixin LlrOption llr;

  BootstrapOptions bootstrap(CommandLine command) {
    return draws.options(command, costs.points());
  }
}
