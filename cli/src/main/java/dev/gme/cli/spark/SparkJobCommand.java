package dev.gme.cli.spark;

import dev.gme.cli.files.TerminalCommand;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * A job on a cluster. Its options are handed on to {@code dev.gme.spark.Main} under their own
 * names; those of {@link SparkOptions} and of all commands are for the start of it.
 */
abstract class SparkJobCommand extends TerminalCommand {
  @Mixin SparkOptions spark;

  @Option(names = "--json", description = "Print JSON instead of text.")
  boolean json;

  @Option(
      names = "--same-bits",
      description = "Fail where machines compute in ways whose last bits may differ.")
  boolean sameBits;

  /** The name that the job has there. */
  abstract String job();

  @Override
  public final Integer call() throws IOException {
    List<String> words =
        new ArrayList<>(spark.words(threads(), spark.secret == null ? null : properties()));
    words.add(job());
    words.addAll(options());
    ProcessBuilder submit = SparkFolder.find().command(SparkFolder.SUBMIT, words);
    if (spark.address() != null) {
      submit.environment().putIfAbsent(SparkFolder.LOCAL_ADDRESS, spark.address());
    }
    return SparkFolder.run(submit);
  }

  private Path properties() throws IOException {
    return SecretFile.properties(SecretFile.settings(spark.secret));
  }

  /** What the user gave for the job, as the job reads it. */
  private List<String> options() {
    List<String> out = new ArrayList<>();
    for (OptionSpec option : given()) {
      boolean isOfStart =
          option.userObject() instanceof Field f && f.getDeclaringClass() == SparkOptions.class;
      String name = option.longestName();
      if (isOfStart || name.equals("--threads")) {
        continue;
      }
      boolean isSwitch = option.arity().max() == 0;
      for (String value : option.originalStringValues()) {
        out.add(isSwitch ? name : name + "=" + value);
        if (isSwitch) {
          break;
        }
      }
    }
    return out;
  }

  private List<OptionSpec> given() {
    ParseResult line = spec.commandLine().getParseResult();
    return line.matchedOptions();
  }

  private String threads() {
    for (OptionSpec option : given()) {
      if (option.longestName().equals("--threads")) {
        return option.getValue().toString();
      }
    }
    return "*";
  }
}
