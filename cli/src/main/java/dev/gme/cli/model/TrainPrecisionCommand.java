package dev.gme.cli.model;

import dev.gme.formats.lists.SideInformation;
import dev.gme.lab.data.TrainSet;
import dev.gme.lab.system.Headed;
import dev.gme.lab.system.Step;
import dev.gme.lab.system.TrainedSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Trains a precision head. */
@Command(
    name = "precision",
    description = {
      "Train a precision head: how far to trust a recording, from its vector and from what else is"
          + " known of it, such as its seconds of speech.",
      "Four folds of the speakers judge it: where they do not show that it helps, the model is"
          + " returned as it was. Recordings to be scored need the same columns, and where they are"
          + " unlike the training recordings the head is left out, with a warning. Folds cannot see"
          + " all harm: compare scores with and without it ('gme score --no-head', 'gme compare')."
    },
    footer = {
      "  gme train precision train.npz --from htplda.gme \\",
      "      --side train.quality.tsv:log:speech,snr --out speech.gme",
      "  gme train precision kaldi/train.scp --labels kaldi/train.utt2spk \\",
      "      --from gme.gme --side utt2dur:log:duration --out head.gme"
    })
final class TrainPrecisionCommand extends TrainingCommand {
  @Option(
      names = "--from",
      required = true,
      paramLabel = "FILE",
      description = "The model to start from, which is kept as it is but for its precisions.")
  Path from;

  @Option(
      names = "--side",
      required = true,
      paramLabel = "FILE:COLUMNS",
      description =
          "Side information on all training recordings, and the columns to learn from, between"
              + " commas: NAME, or log:NAME for its logarithm. The file is a table with the names"
              + " of columns in its first line, such as the .quality.tsv of 'gme embed', or lines"
              + " of an id and a number, which get the name that is given here.")
  String side;

  @Override
  public Integer call() throws IOException {
    SideInformation information = SideInformation.parse(side);
    List<String> columns = information.requireAsked();
    TrainingStart start = TrainingStart.read(from, terminal);
    TrainSet set = input.read().withSide(information);
    TrainedSystem before = start.on(set);
    Headed step = new Headed(columns);
    TrainedSystem trained = output.refine(Optional.of(before), List.of(step), set);
    List<Step> chain = new ArrayList<>(before.origin().steps());
    trained.model().head().ifPresent(head -> chain.add(step));
    output.write(trained, chain, set, () -> said(trained));
    return 0;
  }

  private static Map<String, Object> said(TrainedSystem trained) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("head_kept", trained.model().head().isPresent());
    trained
        .model()
        .head()
        .ifPresent(
            head -> {
              out.put("columns", head.columns());
              out.put("centres", head.centres());
              out.put("weights", head.weights());
              out.put("mean_log_b", head.origin().meanLogB());
            });
    return out;
  }
}
