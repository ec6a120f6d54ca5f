package dev.gme.cli.files;

import dev.gme.formats.io.InputFile;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.ListRecognizer;
import dev.gme.formats.table.TrialList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * Reads trials, keys and scores; a mixin with the options that force their layout.
 *
 * <pre>{@code
 * @Mixin TrialOptions trialOptions;
 * ...
 * TrialList key = trialOptions.read(keyFile);
 * }</pre>
 */
public final class TrialOptions {
  @Option(
      names = "--trials-format",
      paramLabel = "LAYOUT",
      description =
          "Layout of trials and scores: ${COMPLETION-CANDIDATES}; unless given, the content tells.")
  ListLayout layout;

  @Option(
      names = "--columns",
      split = ",",
      paramLabel = "NAME=COLUMN",
      description =
          "Names of the columns of a table of trials or scores, where they are not enrol, test,"
              + " label, score and weight: for example enrol=model,test=segment.")
  Map<String, String> columns = new LinkedHashMap<>();

  @Option(
      names = "--conditions",
      split = ",",
      paramLabel = "NAME",
      description =
          "Names of the further columns of a list without a header, which are called condition1,"
              + " condition2, … else: for example gender,duration.")
  List<String> conditions = List.of();

  /** The list with the names that are given to its conditions. */
  public TrialList named(TrialList list) {
    return conditions.isEmpty() ? list : list.withConditionNames(conditions);
  }

  /** Whether a layout was given. */
  public boolean isForced() {
    return layout != null || !columns.isEmpty();
  }

  /** The layout that is asked for, or that of the file. */
  public ListLayout layout(InputFile file) throws IOException {
    if (layout != null) {
      return layout;
    }
    return columns.isEmpty() ? ListRecognizer.recognize(file) : ListLayout.TABLE;
  }

  public TrialList read(InputFile file) throws IOException {
    return OptionHelp.naming(
        "the layout",
        "--trials-format",
        () -> named(ListReader.read(file, Optional.ofNullable(layout), columns)));
  }

  public TrialList read(Path file) throws IOException {
    return OptionHelp.naming(
        "the layout",
        "--trials-format",
        () -> named(ListReader.read(file, Optional.ofNullable(layout), columns)));
  }
}
