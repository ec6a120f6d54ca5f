package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.ModelOptions;
import dev.gme.cli.files.VectorOptions;
import dev.gme.cli.terminal.Count;
import dev.gme.core.GmeException;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.artefact.StoredArtefact;
import dev.gme.formats.io.InputFile;
import dev.gme.lab.cluster.RankedPartitions;
import dev.gme.lab.cluster.RecordingPartitions;
import dev.gme.lab.cluster.StatedPartition;
import dev.gme.lab.evaluate.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says who is who among a few recordings. */
@Command(
    name = "partition",
    description = {
      "Say who is who among a few recordings: the probability of every way to share them among"
          + " speakers.",
      "All partitions are listed for up to "
          + RecordingPartitions.MOST_LISTED
          + " recordings. Two given partitions of any number of recordings can be compared: sets of"
          + " ids between bars, as in 'a,b|c'.",
      "For more recordings, 'gme cluster' finds one partition of all of them."
    },
    footer = {
      "  gme partition kaldi/eval.scp -m gme.gme e00001-001 e00001-002 e00002-001",
      "  gme partition kaldi/eval.scp -m gme.gme e00001-001 e00001-002 --crp 1:0.5",
      "  gme partition kaldi/eval.scp -m gme.gme --partition 'e00001-001,e00001-002'"
    })
public final class PartitionCommand extends JsonCommand {
  @Parameters(
      index = "0",
      paramLabel = "VECTORS",
      description = "Vectors, or meta-embeddings made by 'gme extract'.")
  Path vectors;

  @Parameters(
      index = "1..*",
      paramLabel = "ID",
      description = "The recordings to look at; unless given, all of the file.")
  List<String> ids = List.of();

  @Mixin ModelOptions model;

  @Option(
      names = "--crp",
      paramLabel = "ALPHA:BETA",
      converter = RestaurantReader.class,
      description =
          "Chinese restaurant prior with this concentration and discount; unless given, all"
              + " partitions have the same prior probability.")
  ChineseRestaurant crp;

  @Option(names = "--best", paramLabel = "N", description = "Number of partitions to print.")
  int best = 10;

  @Option(
      names = "--partition",
      paramLabel = "SETS",
      description =
          "A partition to compare: two for their likelihood ratio, one for its ratio against the"
              + " partition in which all speakers differ.")
  List<String> stated = List.of();

  @Mixin VectorOptions vectorOptions;

  @Override
  public Integer call() throws IOException {
    CheckedOptions.requirePositive(best, spec, "--best");
    CheckedOptions.require(stated.size() <= 2, spec, "--partition is given twice at most");
    CheckedOptions.require(
        crp == null || stated.isEmpty(),
        spec,
        "--crp is for the posterior; the ratio of two likelihoods has no prior");
    CheckedOptions.require(
        new HashSet<>(ids).size() == ids.size(), spec, "a recording is named twice: " + ids);
    List<StatedPartition> partitions =
        stated.stream().map(s -> CheckedOptions.of(spec, () -> StatedPartition.parse(s))).toList();
    IdentifiedEmbeddings all = embeddings();
    List<String> chosen =
        !ids.isEmpty() ? ids : partitions.isEmpty() ? all.ids() : partitions.get(0).ids();
    RecordingPartitions recordings = RecordingPartitions.of(all, chosen);
    if (partitions.isEmpty()) {
      if (chosen.isEmpty() || chosen.size() > RecordingPartitions.MOST_LISTED) {
        throw new GmeException(
            "the posterior is of 1 to "
                + RecordingPartitions.MOST_LISTED
                + " recordings, found "
                + chosen.size(),
            "name those to look at, compare two partitions with --partition, or find the speakers of"
                + " all with 'gme cluster'");
      }
      print(recordings.ranked(Optional.ofNullable(crp), best));
    } else {
      print(
          CheckedOptions.of(
              spec,
              () ->
                  partitions.size() == 2
                      ? recordings.ratio(partitions.get(0), partitions.get(1))
                      : recordings.ratio(partitions.get(0))));
    }
    return 0;
  }

  private IdentifiedEmbeddings embeddings() throws IOException {
    LabelledVectors set;
    try (InputFile in = InputFile.open(vectors)) {
      if (StoredArtefact.is(in)) {
        return StoredArtefact.read(in).as(ArtefactKind.META_EMBEDDINGS).value();
      }
      set = vectorOptions.read(in);
    }
    model.noteNetwork(vectors);
    model.noteCalibration("it is for scores of pairs");
    LabelledVectors wanted = ids.isEmpty() ? set : set.only(ids);
    return RecordingPartitions.embeddings(model.require(), wanted);
  }

  private void print(RankedPartitions ranked) {
    if (json.isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("recordings", ranked.recordings());
      tree.put("prior", ranked.prior());
      tree.put("partitions_in_all", ranked.inAll());
      tree.put("partitions", ranked.best().stream().map(PartitionCommand::tree).toList());
      tree.put("same_speaker", ranked.sameSpeaker());
      json.print(tree);
      return;
    }
    TextTable table = new TextTable("partition", "probability", "log LR against all different");
    for (RankedPartitions.Line line : ranked.best()) {
      table.row(line.partition(), format("%.4g", line.probability()), format("%.4f", line.logLr()));
    }
    table.lines().forEach(terminal.out()::println);
    String rest =
        ranked.others() == 0
            ? ""
            : format("; the %,d not shown ", ranked.others())
                + (ranked.others() == 1 ? "has" : "share")
                + format(" %.4g", ranked.restProbability());
    terminal.say(Count.of(ranked.inAll(), "partition") + ", prior " + ranked.prior() + rest + ".");
  }

  private static Map<String, Object> tree(RankedPartitions.Line line) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("partition", line.partition());
    tree.put("probability", line.probability());
    tree.put("log_probability", line.logProbability());
    tree.put("log_lr", line.logLr());
    return tree;
  }

  private void print(RecordingPartitions.Ratio ratio) {
    if (json.isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("first", ratio.first());
      tree.put("second", ratio.second());
      tree.put("log_lr", ratio.logLr());
      json.print(tree);
    } else {
      terminal.out().println(format("%.6f", ratio.logLr()));
      terminal.say(
          "Natural log-likelihood ratio of " + ratio.first() + " against " + ratio.second() + ".");
    }
  }

  private static String format(String pattern, Object value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
