package dev.gme.cli.files;

import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Provenance;
import dev.gme.lab.provenance.Stamp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Says where what a command writes comes from: the command line, the options with their values, the
 * data, the version and the time. A flag that was not given is left out: it says nothing of what
 * was done, since a command may do the same unasked. What was done, the command adds.
 *
 * <pre>{@code
 * @Spec CommandSpec spec;
 * ...
 * Artefact.write(out, ArtefactKind.EXTRACTOR, pipeline, CommandProvenance.of(spec, train));
 * }</pre>
 *
 * <p>The time is that of the environment variable SOURCE_DATE_EPOCH where that is set, so that a
 * run can be repeated to the byte.
 */
public final class CommandProvenance {
  /** These say how to run, not what to make. */
  private static final Set<String> ABOUT_THE_RUN =
      Set.of("--help", "--threads", "--quiet", "--debug", "--json", "--version");

  /** These say where to write it. */
  private static final Set<String> OUTPUTS = Set.of("--out", "--report", "--plots");

  private CommandProvenance() {}

  /** The provenance of something made from vectors. */
  public static Provenance of(CommandSpec command, LabelledVectors data) {
    return of(command, "sha256:" + data.digest() + " (" + data + ")");
  }

  /**
   * The provenance of something made from other data.
   *
   * @param data a digest or name of it, or empty
   */
  public static Provenance of(CommandSpec command, String data) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (ArgSpec arg : command.args()) {
      String name = arg instanceof OptionSpec o ? o.longestName() : arg.paramLabel();
      String value = text(arg.getValue());
      if (!value.isEmpty() && !arg.hidden() && !ABOUT_THE_RUN.contains(name)) {
        parameters.put(name.replaceFirst("^-+", ""), value);
      }
    }
    return new Provenance(data, commandLine(command), parameters, Stamp.tool(), Stamp.date());
  }

  /** A value as a user would write it; nothing for what was not given. */
  private static String text(Object value) {
    if (value == null || value.equals(false)) {
      return "";
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(e -> e.getKey() + "=" + e.getValue())
          .collect(Collectors.joining(","));
    }
    if (value instanceof Collection<?> values) {
      return values.stream().map(CommandProvenance::text).collect(Collectors.joining(","));
    }
    return value.toString();
  }

  private static String commandLine(CommandSpec command) {
    List<String> args = command.root().commandLine().getParseResult().originalArgs();
    return "gme " + args.stream().map(CommandProvenance::quoted).collect(Collectors.joining(" "));
  }

  /**
   * The command line without the options that say how to run and where to write: equal results have
   * equal lines, wherever they lie.
   */
  public static String resultLine(CommandSpec command) {
    List<String> kept = new ArrayList<>();
    Iterator<String> args = command.root().commandLine().getParseResult().originalArgs().iterator();
    while (args.hasNext()) {
      String arg = args.next();
      OptionSpec option = command.optionsMap().get(arg.replaceFirst("=.*", ""));
      String name = option == null ? "" : option.longestName();
      if (!OUTPUTS.contains(name) && !ABOUT_THE_RUN.contains(name)) {
        kept.add(quoted(arg));
      } else if (option.arity().min() > 0 && !arg.contains("=") && args.hasNext()) {
        args.next();
      }
    }
    return "gme " + String.join(" ", kept);
  }

  private static String quoted(String arg) {
    return arg.matches("[-+A-Za-z0-9_./,:=@%]+") ? arg : "'" + arg.replace("'", "'\\''") + "'";
  }
}
