package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the texts of {@code --help} have in common, whichever command they are of. */
class HelpTextTest {
  /** Defaults come from the field that the option sets: at the end of the text, or here. */
  private static final Pattern TYPED_DEFAULT = Pattern.compile("default: (?!\\$\\{DEFAULT-VALUE})");

  /** A text that cannot be read without the one above it. */
  private static final Pattern LEANING = Pattern.compile("^(Of|The same|That|Those|Its|Their|It) ");

  /** Options without a field to take the default from, and where their text has it from. */
  private static final Map<String, String> OTHER_DEFAULTS =
      Map.of(
          "--preset", "CostOptions.DEFAULT_PRESET, which --dcf replaces",
          "--cohort-top",
              "ScoreNormalization.DEFAULT_TOP_N; the field is null where it is not given",
          "--batch", "one default for each criterion, constants of their options",
          "--nu", "SimulateCommand.DEFAULT_NU; the field is null where a model has it",
          "--crp", "constants of PseudolikelihoodOptions");

  static Stream<CommandLine> allCommands() {
    return MainTest.allCommands();
  }

  /** The texts as they stand in the annotations, before picocli fills in the variables. */
  private static Map<String, String> templates(CommandSpec command) {
    Map<String, String> out = new TreeMap<>();
    for (ArgSpec arg : command.args()) {
      if (arg.hidden()) {
        continue; // an old name
      }
      Field field = (Field) arg.userObject();
      String[] lines =
          arg instanceof OptionSpec
              ? field.getAnnotation(Option.class).description()
              : field.getAnnotation(Parameters.class).description();
      String name = arg instanceof OptionSpec o ? o.longestName() : arg.paramLabel();
      out.put(name, String.join(" ", lines));
    }
    return out;
  }

  private static List<String> texts(CommandLine command, Pattern pattern) {
    return templates(command.getCommandSpec()).entrySet().stream()
        .filter(e -> pattern.matcher(e.getValue()).find())
        .map(e -> e.getKey() + ": " + e.getValue())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("allCommands")
  void defaultsAreNotTypedByHand(CommandLine command) {
    assertThat(texts(command, TYPED_DEFAULT))
        .filteredOn(text -> !OTHER_DEFAULTS.containsKey(text.substring(0, text.indexOf(':'))))
        .as(command.getCommandSpec().qualifiedName())
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("allCommands")
  void everyTextStandsByItself(CommandLine command) {
    assertThat(texts(command, LEANING)).as(command.getCommandSpec().qualifiedName()).isEmpty();
  }
}
