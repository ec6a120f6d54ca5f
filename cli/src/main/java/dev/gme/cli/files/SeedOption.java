package dev.gme.cli.files;

import picocli.CommandLine.Option;

/**
 * The option {@code --seed}, a mixin.
 *
 * <pre>{@code
 * @Mixin SeedOption seed = new SeedOption(BootstrapOptions.DEFAULT.seed());
 * }</pre>
 */
public final class SeedOption {
  @Option(names = "--seed", paramLabel = "SEED", description = "Random seed.")
  long seed;

  /**
   * The option with a default.
   *
   * @param usual the seed where none is given
   */
  public SeedOption(long usual) {
    seed = usual;
  }

  public long value() {
    return seed;
  }
}
