package dev.gme.cli;

import dev.gme.cli.files.OldName;
import java.lang.reflect.Field;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What the options of all commands have beyond what picocli reads from their annotations. */
final class OptionNames {
  private OptionNames() {}

  /** Lets the options of a command be called by old names, and their values by words. */
  static void complete(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    for (OptionSpec option : List.copyOf(spec.options())) {
      OptionSpec worded = option;
      if (isWord(option)) {
        worded = withWords(option);
        spec.remove(option);
        spec.addOption(worded);
      }
      if (option.userObject() instanceof Field field && field.isAnnotationPresent(OldName.class)) {
        spec.addOption(
            OptionSpec.builder(worded)
                .names(field.getAnnotation(OldName.class).value())
                .required(false)
                .hidden(true)
                .build());
      }
    }
    spec.args().stream().flatMap(OptionNames::enums).forEach(type -> register(command, type));
  }

  private static Stream<Class<?>> enums(ArgSpec arg) {
    return Stream.of(arg.auxiliaryTypes()).filter(Class::isEnum);
  }

  private static boolean isWord(OptionSpec option) {
    return option.auxiliaryTypes()[0].isEnum() && option.converters().length == 0;
  }

  /** The same option; help lists its values, and the shell completes them, as words. */
  private static OptionSpec withWords(OptionSpec option) {
    return OptionSpec.builder(option)
        .completionCandidates(WordReader.words(option.auxiliaryTypes()[0]))
        .build();
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // the types of picocli's options are not known here
  private static void register(CommandLine command, Class<?> type) {
    command.registerConverter((Class) type, new WordReader(type));
  }
}
