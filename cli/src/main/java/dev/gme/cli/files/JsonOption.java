package dev.gme.cli.files;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gme.cli.terminal.Terminal;
import dev.gme.lab.evaluate.ResultJson;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/**
 * The option {@code --json}, a mixin.
 *
 * <pre>{@code
 * @Mixin JsonOption json;
 * ...
 * if (json.isWanted()) {
 *   json.print(Map.of("eer", eer));
 * }
 * }</pre>
 */
public final class JsonOption {
  @Option(names = "--json", description = "Print JSON instead of text.")
  boolean json;

  private final Terminal terminal;

  public JsonOption(Terminal terminal) {
    this.terminal = terminal;
  }

  public boolean isWanted() {
    return json;
  }

  /** Prints maps, lists and plain values; keep the order of a map with a LinkedHashMap. */
  public void print(Map<String, ?> tree) {
    printTree(tree);
  }

  /** Prints a tree of JSON. */
  public void print(JsonNode tree) {
    printTree(tree);
  }

  /** Prints a list of maps, lists or plain values. */
  public void print(List<?> tree) {
    printTree(tree);
  }

  /** Prints a tree of JSON if that is wanted, and else lines of text. */
  public void printOr(Supplier<? extends JsonNode> tree, Supplier<List<String>> lines) {
    if (json) {
      printTree(tree.get());
    } else {
      lines.get().forEach(terminal.out()::println);
    }
  }

  private void printTree(Object tree) {
    terminal.out().println(ResultJson.text(tree));
  }
}
