package dev.gme.cli.data;

import dev.gme.cli.files.AnyFileOptions;
import dev.gme.cli.files.JsonCommand;
import dev.gme.core.GmeException;
import dev.gme.core.train.data.DataReport;
import dev.gme.formats.FileKind;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.lab.files.FileFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what files are. */
@Command(
    name = "info",
    description = {
      "Say what a file is: a model with its preprocessing and where it comes from, a mixture, an"
          + " i-vector extractor, vectors, trials, keys or scores.",
      "With --labels vectors are looked at as training data: speakers, recordings per speaker, rank,"
          + " duplicates, and what training would refuse or warn about."
    },
    footer = {
      "  gme info gme.gme gme.txt",
      "  gme info kaldi/train.scp --labels kaldi/train.utt2spk",
      "  gme info kaldi/eval.scp --model gme.gme",
      "  gme info kaldi/trials --vectors kaldi/eval.scp --json"
    })
public final class InfoCommand extends JsonCommand {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Any files that gme reads.")
  List<Path> files = List.of();

  @Mixin AnyFileOptions reading;

  @Option(
      names = "--vectors",
      paramLabel = "FILE",
      description = "Count the trials with a side that this file has no vector for.")
  Path vectors;

  @Option(
      names = {"-m", "--model"},
      paramLabel = "FILE",
      description =
          "Say whether vectors look like those that this model was made for, or like another domain.")
  Path model;

  @Override
  public Integer call() throws IOException {
    Optional<LabelledVectors> known =
        vectors == null ? Optional.empty() : Optional.of(VectorFiles.read(vectors));
    Optional<ModelFile> suited =
        model == null ? Optional.empty() : Optional.of(ModelFiles.open(model));
    FileFacts facts = new FileFacts(new Choices(), known, suited);
    List<Map<String, Object>> all = new ArrayList<>();
    for (Path file : files) {
      FileFacts.Found found = facts.of(file);
      found.untold().ifPresent(why -> say(why, file));
      if (!json.isWanted()) {
        if (!all.isEmpty()) {
          terminal.out().println();
        }
        found.facts().forEach(this::print);
      }
      all.add(named(found.facts()));
    }
    if (json.isWanted()) {
      json.print(all);
    }
    return 0;
  }

  /** What the options say of the files. */
  private final class Choices implements FileFacts.Reader {
    @Override
    public Optional<FileKind> forced() {
      return reading.kind();
    }

    @Override
    public LabelledVectors vectors(Path file) throws IOException {
      return reading.vectors().read(file);
    }

    @Override
    public LabelledVectors vectors(InputFile file) throws IOException {
      return reading.vectors().read(file);
    }

    @Override
    public ListLayout layout(InputFile file) throws IOException {
      return reading.lists().layout(file);
    }

    @Override
    public TrialList list(InputFile file) throws IOException {
      return reading.lists().read(file);
    }
  }

  private void say(FileFacts.Untold why, Path file) {
    terminal.say(
        switch (why) {
          case SPEAKERS -> "With --labels FILE there is more to say about " + file + ".";
          case TOO_MANY_VECTORS ->
              "Too many vectors for a report on them as training data: " + file + ".";
        });
  }

  /** With names as they are usual in JSON. */
  private static Map<String, Object> named(Map<String, Object> facts) {
    Map<String, Object> out = new LinkedHashMap<>();
    facts.forEach((name, value) -> out.put(name.replaceAll("[- ]", "_"), value));
    return out;
  }

  private void print(String name, Object value) {
    print("", name, value);
  }

  private void print(String indent, String name, Object value) {
    if (value instanceof DataReport report) {
      terminal.out().println(report);
    } else if (value instanceof Map<?, ?> map) {
      terminal.out().println(indent + name);
      map.forEach((k, v) -> print(indent + "  ", k.toString(), v));
    } else {
      String line = String.format(Locale.ROOT, "%-24s%s", indent + name, text(value));
      terminal.out().println(GmeException.printable(line));
    }
  }

  private static String text(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(InfoCommand::text).collect(Collectors.joining(", "));
    }
    return value instanceof Double d && Double.isFinite(d)
        ? String.format(Locale.ROOT, "%.6g", d)
        : String.valueOf(value);
  }
}
