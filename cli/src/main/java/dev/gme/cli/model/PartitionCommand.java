package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.JsonOption;
import dev.gme.cli.files.ModelOptions;
import dev.gme.cli.files.TerminalCommand;
import dev.gme.cli.files.VectorOptions;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.core.embedding.CanonicalGme;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.model.Pipeline;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;
import dev.gme.core.partition.PartitionPosterior;
import dev.gme.core.partition.PartitionPrior;
import dev.gme.core.partition.PartitionScorer;
import dev.gme.core.partition.PartitionWords;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.artefact.StoredArtefact;
import dev.gme.formats.io.InputFile;
import dev.gme.lab.evaluate.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
          + PartitionScorer.MAX_POSTERIOR
          + " recordings. Two given partitions of any number of recordings can be compared: sets of"
          + " ids between bars, as in 'a,b|c'."
    },
    footer = {
      "  gme partition eval.scp -m htplda.gme call1 call2 call3",
      "  gme partition eval.scp -m htplda.gme call1 call2 call3 --crp 1:0.5 --best 3",
      "  gme partition eval.scp -m htplda.gme --partition 'a,b|c' --partition 'a|b,c'"
    })
public final class PartitionCommand extends TerminalCommand {
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

  @Option(
      names = "--best",
      paramLabel = "N",
      description = "Number of partitions to print (default: ${DEFAULT-VALUE}).")
  int best = 10;

  @Option(
      names = "--partition",
      paramLabel = "SETS",
      description =
          "A partition to compare: two for their likelihood ratio, one for its ratio against the"
              + " partition in which all speakers differ.")
  List<String> stated = List.of();

  @Mixin VectorOptions vectorOptions;
  @Mixin JsonOption json;

  public PartitionCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    CheckedOptions.require(best >= 1, spec, "--best must be at least 1, found " + best);
    CheckedOptions.require(stated.size() <= 2, spec, "--partition is given twice at most");
    CheckedOptions.require(
        crp == null || stated.isEmpty(),
        spec,
        "--crp is for the posterior; the ratio of two likelihoods has no prior");
    CheckedOptions.require(
        new HashSet<>(ids).size() == ids.size(), spec, "a recording is named twice: " + ids);
    List<List<List<String>>> sets =
        stated.stream().map(s -> CheckedOptions.of(spec, () -> PartitionWords.sets(s))).toList();
    IdentifiedEmbeddings all = embeddings();
    List<String> chosen =
        !ids.isEmpty()
            ? ids
            : sets.isEmpty() ? all.ids() : sets.get(0).stream().flatMap(List::stream).toList();
    PartitionScorer<CanonicalGme> scorer = new PartitionScorer<>(recordings(all, chosen));
    if (stated.isEmpty()) {
      posterior(scorer, chosen);
    } else {
      ratio(scorer, chosen, sets);
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
    model.noteCalibration("it is for scores of pairs");
    LabelledVectors wanted = ids.isEmpty() ? set : set.only(ids);
    Pipeline pipeline = model.require();
    wanted.requireFinite().requireDimension(pipeline.inputDimension());
    return new IdentifiedEmbeddings(wanted.ids(), pipeline.extract(wanted.vectors()));
  }

  private static List<CanonicalGme> recordings(IdentifiedEmbeddings all, List<String> chosen) {
    MetaEmbeddings e = all.embeddings();
    List<CanonicalGme> out = new ArrayList<>();
    for (String id : chosen) {
      int row = all.ids().indexOf(id);
      if (row < 0) {
        throw new GmeException("there is no recording '" + id + "'", "check its name");
      }
      out.add(e.get(row));
    }
    return out;
  }

  private void posterior(PartitionScorer<CanonicalGme> scorer, List<String> chosen) {
    if (chosen.isEmpty() || chosen.size() > PartitionScorer.MAX_POSTERIOR) {
      throw new GmeException(
          "the posterior is of 1 to "
              + PartitionScorer.MAX_POSTERIOR
              + " recordings, found "
              + chosen.size(),
          "name those to look at, or compare two partitions with --partition");
    }
    PartitionPosterior posterior = scorer.posterior(crp == null ? PartitionPrior.flat() : crp);
    double[] logLr = posterior.logLrAgainstFinest();
    double[] logP = posterior.logProbability();
    TextTable table = new TextTable("partition", "probability", "log LR against all different");
    List<Map<String, Object>> lines = new ArrayList<>();
    int[] shown = posterior.best(best);
    for (int p : shown) {
      String words = PartitionWords.of(posterior.partitions().get(p), chosen);
      double probability = Math.exp(logP[p]);
      table.row(words, format("%.4g", probability), format("%.4f", logLr[p]));
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("partition", words);
      line.put("probability", probability);
      line.put("log_probability", logP[p]);
      line.put("log_lr", logLr[p]);
      lines.add(line);
    }
    if (json.isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("recordings", chosen);
      tree.put("prior", prior());
      tree.put("partitions_in_all", posterior.partitions().size());
      tree.put("partitions", lines);
      tree.put("same_speaker", same(posterior, chosen.size()));
      json.print(tree);
    } else {
      table.lines().forEach(terminal.out()::println);
      terminal.say(
          format("%,d partitions", logP.length)
              + (", prior " + prior())
              + (shown.length < logP.length ? rest(logP, shown) : "")
              + ".");
    }
  }

  /** What is left for those that are not shown, so that it all adds up to one. */
  private static String rest(double[] logP, int[] shown) {
    Set<Integer> seen = IntStream.of(shown).boxed().collect(Collectors.toSet());
    double sum =
        IntStream.range(0, logP.length)
            .filter(p -> !seen.contains(p))
            .mapToDouble(p -> Math.exp(logP[p]))
            .sum();
    return format("; the %,d not shown share", logP.length - shown.length) + format(" %.4g", sum);
  }

  private String prior() {
    return crp == null
        ? "flat"
        : "Chinese restaurant " + crp.concentration() + ":" + crp.discount();
  }

  private static List<List<Double>> same(PartitionPosterior posterior, int n) {
    return IntStream.range(0, n)
        .mapToObj(
            i -> IntStream.range(0, n).mapToObj(j -> posterior.probabilitySame(i, j)).toList())
        .toList();
  }

  private void ratio(
      PartitionScorer<CanonicalGme> scorer, List<String> chosen, List<List<List<String>>> sets) {
    Partition first = CheckedOptions.of(spec, () -> PartitionWords.parse(sets.get(0), chosen));
    Partition second =
        sets.size() == 2
            ? CheckedOptions.of(spec, () -> PartitionWords.parse(sets.get(1), chosen))
            : Partition.finest(chosen.size());
    double logLr = scorer.logLr(first, second);
    String a = PartitionWords.of(first, chosen);
    String b = PartitionWords.of(second, chosen);
    if (json.isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("first", a);
      tree.put("second", b);
      tree.put("log_lr", logLr);
      json.print(tree);
    } else {
      terminal.out().println(format("%.6f", logLr));
      terminal.say("Natural log-likelihood ratio of " + a + " against " + b + ".");
    }
  }

  private static String format(String pattern, Object value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
