package dev.gme.cli.files;

import picocli.CommandLine.Mixin;

/**
 * A command that prints its results as text or, with {@code --json}, for machines.
 *
 * <pre>{@code
 * @Command(name = "count", description = "Count to three.")
 * final class CountCommand extends JsonCommand {
 *   @Override
 *   public Integer call() {
 *     json.print(List.of(1, 2, 3));
 *     return 0;
 *   }
 * }
 * }</pre>
 */
public abstract class JsonCommand extends TerminalCommand {
  @Mixin protected JsonOption json;
}
