package dev.gme.cli;

import dev.gme.lab.evaluate.Measure;
import java.util.Collection;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Help in which the text of an option ends with its default, taken from the field that the option
 * sets. A text that has "default:" in another place stays as it is.
 */
final class HelpWithDefaults extends Help {
  HelpWithDefaults(CommandSpec command, ColorScheme colours) {
    super(command, colours);
  }

  @Override
  public IOptionRenderer createDefaultOptionRenderer() {
    IOptionRenderer usual = super.createDefaultOptionRenderer();
    return (option, labels, colours) ->
        usual.render(hasDefault(option) ? withDefault(option) : option, labels, colours);
  }

  private static boolean hasDefault(OptionSpec option) {
    Object value = option.initialValue();
    boolean nothing =
        value == null
            || value instanceof Boolean
            || value instanceof Collection<?>
            || value instanceof Map<?, ?>;
    return !nothing
        && !option.required()
        && option.showDefaultValue() != Visibility.NEVER
        && !String.join(" ", option.description()).contains("default:");
  }

  private static OptionSpec withDefault(OptionSpec option) {
    String[] text = option.description().clone();
    int last = text.length - 1;
    text[last] =
        text[last].replaceFirst("\\.$", "") + " (default: " + text(option.initialValue()) + ").";
    return OptionSpec.builder(option).description(text).build();
  }

  /** As a user would type it: no constants of Java, no 1.0E-4. */
  private static String text(Object value) {
    return value instanceof Enum<?> constant
        ? WordReader.word(constant)
        : value instanceof Double number ? Measure.plain(number) : value.toString();
  }
}
