package dev.gme.cli;

import dev.gme.cli.terminal.StdoutException;
import dev.gme.core.GmeException;
import dev.gme.core.NearestWord;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What the user is told when a command fails: one sentence, one line of help, an exit code. */
record Failure(int exitCode, String sentence, String help) {
  static final int FAILED = 1;
  static final int WRONG_USE = 2;

  /** Whoever read stdout has gone; 128 + SIGPIPE, as other programs end then. Nothing is said. */
  static final int PIPE_CLOSED = 141;

  /** How Linux and macOS say it; Java has no exception for it. */
  private static final String DISK_FULL = "No space left on device";

  /** What picocli says where a family of commands is named alone; it has no exception for that. */
  private static final String NO_SUBCOMMAND = "Missing required subcommand";

  static Failure of(Throwable e) {
    if (e instanceof GmeException g) {
      return new Failure(FAILED, g.getMessage(), g.help());
    }
    if (e instanceof StdoutException s) {
      return s.isPipeClosed()
          ? new Failure(PIPE_CLOSED, "", "")
          : failed(
              "standard output cannot be written: " + s.getCause().getMessage(),
              "see whether the disk is full, or write to another place");
    }
    if (e instanceof UncheckedIOException u) {
      return of(u.getCause());
    }
    if (e instanceof IOException io) {
      return ofIo(io);
    }
    if (e instanceof OutOfMemoryError) {
      return ofMemory(e.getMessage());
    }
    if (e instanceof ExceptionInInitializerError && e.getCause() != null) {
      return of(e.getCause());
    }
    return failed(
        "internal error, " + e, "this is a bug; run again with --debug and report what it prints");
  }

  private static Failure failed(String sentence, String help) {
    return new Failure(FAILED, GmeException.printable(sentence), help);
  }

  private static Failure ofIo(IOException e) {
    if (e instanceof NoSuchFileException f) {
      return failed(f.getFile() + " does not exist", "check the path");
    }
    if (e instanceof AccessDeniedException f) {
      return failed(
          f.getFile() + " cannot be opened: permission denied", "check who owns it and its rights");
    }
    if (e instanceof FileAlreadyExistsException f) {
      return failed(f.getFile() + " exists already", "remove it or choose another name");
    }
    if (e.getMessage() != null && e.getMessage().contains(DISK_FULL)) {
      return failed(e.getMessage(), "make room on that disk, or write to another place");
    }
    if (e instanceof FileSystemException || e instanceof FileNotFoundException) {
      return failed(e.getMessage(), "check the path and its rights");
    }
    return failed(
        e.getMessage() == null ? e.toString() : e.getMessage(), "run again with --debug for more");
  }

  private static Failure ofMemory(String reason) {
    long heap = Runtime.getRuntime().maxMemory();
    return failed(
        String.format(
            Locale.ROOT,
            "out of memory (%s); the Java heap may grow to %.1f GiB",
            reason,
            heap / (double) (1 << 30)),
        "allow more, for example with GME_JAVA_OPTS=-Xmx" + Math.max(1, (2 * heap) >> 30) + "g");
  }

  static Failure ofWrongUse(ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String help = command + " --help shows what there is";
    if (e instanceof UnmatchedArgumentException u && !u.getUnmatched().isEmpty()) {
      return ofUnmatched(u, command, help);
    }
    // A mistyped option is why another one is missing, as a rule.
    Optional<String> mistyped =
        e.getCommandLine().getUnmatchedArguments().stream()
            .filter(word -> word.startsWith("-") && word.length() > 1)
            .findFirst();
    if (e instanceof MissingParameterException && mistyped.isPresent()) {
      return ofUnmatched(
          new UnmatchedArgumentException(e.getCommandLine(), List.of(mistyped.get())),
          command,
          help);
    }
    if (e.getCause() instanceof GmeException g) {
      return new Failure(WRONG_USE, g.getMessage(), g.help());
    }
    Set<String> parts = visible(e.getCommandLine().getSubcommands());
    return new Failure(
        WRONG_USE,
        e.getMessage().equals(NO_SUBCOMMAND)
            ? command + " needs one of its commands: " + listed(parts)
            : inOurWords(e),
        help);
  }

  private static String listed(Set<String> words) {
    return words.stream().sorted().collect(Collectors.joining(", "));
  }

  /** picocli's sentence without its terms: "positional parameter at index 0 (STUDY)" is STUDY. */
  private static String inOurWords(ParameterException e) {
    return lowerFirst(e.getMessage())
        .replaceFirst("positional parameter at index \\S+ \\(([^)]+)\\)", "$1")
        .replaceFirst("(option '[^']+') \\([^)]+\\)", "$1");
  }

  private static Failure ofUnmatched(UnmatchedArgumentException e, String command, String help) {
    var spec = e.getCommandLine().getCommandSpec();
    String found = e.getUnmatched().get(0);
    // After "--" even the name of an option is an argument.
    boolean option =
        found.startsWith("-") && found.length() > 1 && !spec.optionsMap().containsKey(found);
    boolean subcommand = !option && !spec.subcommands().isEmpty();
    String what = option ? "option" : subcommand ? "command" : "argument";
    Set<String> known =
        option
            ? visibleOptions(spec)
            : subcommand ? visible(spec.subcommands()) : argumentValues(spec);
    // The value of --option=value is no part of the name.
    String name = option ? found.replaceFirst("=.*", "") : found;
    return new Failure(
        WRONG_USE,
        command + " knows no " + what + " '" + name + "'",
        NearestWord.to(name, known).map(n -> "did you mean '" + n + "'? " + help).orElse(help));
  }

  private static Set<String> visibleOptions(CommandSpec spec) {
    return spec.options().stream()
        .filter(o -> !o.hidden())
        .flatMap(o -> Stream.of(o.names()))
        .collect(Collectors.toSet());
  }

  private static Set<String> visible(Map<String, CommandLine> commands) {
    return commands.entrySet().stream()
        .filter(c -> !c.getValue().getCommandSpec().usageMessage().hidden())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** What the arguments of a command may be, where that is a list of words. */
  private static Set<String> argumentValues(CommandSpec spec) {
    Set<String> values = new TreeSet<>();
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      if (parameter.completionCandidates() != null) {
        parameter.completionCandidates().forEach(values::add);
      }
    }
    return values;
  }

  /** As in the middle of a sentence; LDA stays LDA. */
  private static String lowerFirst(String s) {
    boolean stays = s.isEmpty() || (s.length() > 1 && Character.isUpperCase(s.charAt(1)));
    return stays ? s : s.substring(0, 1).toLowerCase(Locale.ROOT) + s.substring(1);
  }
}
