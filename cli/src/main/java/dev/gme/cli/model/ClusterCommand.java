package dev.gme.cli.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.ModelOptions;
import dev.gme.cli.files.ResumeNote;
import dev.gme.cli.files.VectorOptions;
import dev.gme.cli.terminal.Count;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.artefact.StoredArtefact;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.lists.SpeakerLabels;
import dev.gme.lab.cluster.ClusterEvaluation;
import dev.gme.lab.cluster.ClusterLinks;
import dev.gme.lab.cluster.ClusterMethod;
import dev.gme.lab.cluster.ClusterOptions;
import dev.gme.lab.cluster.ClusterPage;
import dev.gme.lab.cluster.ClusterTuning;
import dev.gme.lab.cluster.Clusters;
import dev.gme.lab.cluster.RecordingClusters;
import dev.gme.lab.cluster.RecordingPartitions;
import dev.gme.lab.evaluate.ResultJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds the speakers of recordings. */
@Command(
    name = "cluster",
    description = {
      "Find which recordings are of one speaker, and how many speakers there are.",
      "Without further knowledge all ways to share the recordings among speakers are alike before"
          + " listening, and every recording is taken for 0.6 of what it says (--scale), which did"
          + " best on held-out training speakers of four sets (docs/studies/clustering.md). Give the"
          + " number of speakers where you know it, or learn both from your own speakers (--tune)."
    },
    footer = {
      "  gme cluster kaldi/eval.scp -m gme.gme --out clusters",
      "  gme cluster kaldi/eval.scp -m gme.gme --speakers 20 --out clusters \\",
      "      --labels kaldi/eval.utt2spk --report clusters.html",
      "  gme cluster kaldi/eval.scp -m gme.gme --tune numpy/eval.npy \\",
      "      --tune-labels numpy/eval.utt2spk --out clusters",
      "  gme cluster kaldi/eval.scp -m gme.gme --checkpoint rounds.npz --out clusters",
      "  gme cluster kaldi/eval.scp -m gme.gme --enrolled kaldi/eval.scp \\",
      "      --models kaldi/enrol.spk2utt --cannot-link pairs --out named"
    })
public final class ClusterCommand extends JsonCommand {
  private static final double GIB = 1L << 30;

  @Parameters(
      paramLabel = "VECTORS",
      description = "Vectors, or meta-embeddings made by 'gme extract'.")
  Path vectors;

  @Mixin ModelOptions model;
  @Mixin ClusterKnowledge knowledge;
  @Mixin ClusterLinkOptions links;

  @Option(
      names = "--scale",
      paramLabel = "S",
      description =
          "Take every recording for S of what it says, 1 for all of it; windows that overlap ask for"
              + " less, such as their step over their length. Unless given, "
              + ClusterOptions.USUAL_SCALE
              + ".")
  Double scale;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description =
          "${COMPLETION-CANDIDATES}: join pools and move recordings, average linkage of scores, or"
              + " one recording after the other.")
  ClusterMethod method = ClusterMethod.POOL;

  @Option(
      names = "--tune",
      paramLabel = "VECTORS",
      description =
          "Learn the scale, and the threshold unless the number of speakers is given otherwise, from"
              + " vectors of known speakers; best of speakers that the model was not trained on.")
  Path tune;

  @Option(
      names = "--tune-labels",
      paramLabel = "FILE",
      description = "The speakers of --tune: utt2spk, spk2utt, or a table with a column speaker.")
  Path tuneLabels;

  @Option(
      names = "--neighbours",
      paramLabel = "K",
      description =
          "How many nearest sets each set looks at in a round, where there are more than 4000"
              + " recordings.")
  int neighbours = ClusterOptions.DEFAULT.neighbours();

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description =
          "Keep the rounds of a large set in this .npz; the same command goes on from it after an"
              + " interrupt.")
  Path checkpoint;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Where to write a line of recording and set each; unless given, stdout.")
  Path out;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description = "The true speakers, to score the sets: utt2spk, spk2utt, or a table.")
  Path labels;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "Write an HTML page: sizes, similarities, the path of the joins, doubtful recordings, sets"
              + " that nearly joined.")
  Path report;

  @Option(
      names = "--doubtful",
      paramLabel = "P",
      description = "Recordings whose place is less probable than P are called doubtful.")
  double doubtful = 0.9;

  @Mixin VectorOptions vectorOptions;

  @Override
  public Integer call() throws IOException {
    CheckedOptions.require(
        doubtful > 0 && doubtful <= 1, spec, "--doubtful is a probability, found " + doubtful);
    CheckedOptions.require(
        tune == null || scale == null, spec, "--tune learns the scale; leave out --scale");
    CheckedOptions.require(
        (tune == null) == (tuneLabels == null), spec, "--tune and --tune-labels go together");
    CheckedOptions.require(
        out != null || json.isWanted() || report == null || !isStdout(report),
        spec,
        "give --out when the report goes to stdout");
    links.check(spec);
    ClusterOptions options = options();
    CheckedOptions.require(
        !links.isGiven() || method == ClusterMethod.POOL,
        spec,
        "--must-link, --cannot-link and --enrolled are for --method pool");
    IdentifiedEmbeddings recordings = embeddings();
    Optional<SpeakerLabels> truth =
        labels == null ? Optional.empty() : Optional.of(SpeakerLabels.open(labels));
    if (tune != null) {
      options = tuned(options);
    }
    Set<String> ids = new HashSet<>(recordings.ids());
    ClusterLinks known = links.read(ids::contains, model, vectorOptions, terminal);
    Clusters found = cluster(recordings, known, options);
    if (checkpoint != null && !found.isByRounds()) {
      terminal.say(
          String.format(
              Locale.ROOT,
              "note: --checkpoint kept nothing: only more than %,d recordings, clustered by --method"
                  + " pool, are joined in rounds that can be kept.",
              options.exactUpTo()));
    }
    Optional<ClusterEvaluation> agreement = truth.map(t -> agreement(t, found));
    if (report != null) {
      try (LineProgress progress = LineProgress.ofParts(terminal)) {
        ClusterPage.write(
            report,
            "Speakers of " + vectors.getFileName(),
            found,
            doubtful,
            agreement,
            CommandProvenance.resultLine(spec),
            progress);
      }
    }
    write(found, agreement);
    return 0;
  }

  private static boolean isStdout(Path path) {
    return path.toString().equals("-");
  }

  private ClusterOptions options() {
    ClusterOptions usual =
        CheckedOptions.of(
            spec,
            () ->
                ClusterOptions.DEFAULT
                    .withScale(scale == null ? ClusterOptions.USUAL_SCALE : scale)
                    .withNeighbours(neighbours));
    ClusterOptions known = knowledge.in(usual, spec);
    return CheckedOptions.of(spec, () -> known.withMethod(method));
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
    return RecordingPartitions.embeddings(model.require(), set);
  }

  private ClusterOptions tuned(ClusterOptions options) throws IOException {
    LabelledVectors known = vectorOptions.read(tune);
    LabelledVectors labelled =
        known.withSpeakers(SpeakerLabels.read(tuneLabels, id -> known.row(id) >= 0));
    ClusterTuning learned;
    try (LineProgress progress = LineProgress.ofParts(terminal)) {
      learned = ClusterTuning.of(model.require(), labelled, progress);
    }
    boolean free = !knowledge.isGiven() && method == ClusterMethod.POOL;
    terminal.say(
        String.format(
            Locale.ROOT,
            "Learned from %s: scale %.3f%s.",
            tune,
            learned.scale(),
            free ? String.format(Locale.ROOT, ", threshold %.3f", learned.threshold()) : ""));
    ClusterOptions scaled = options.withScale(learned.scale());
    return free ? scaled.withThreshold(learned.threshold()) : scaled;
  }

  @SuppressWarnings("try") // the note is there to be closed
  private Clusters cluster(
      IdentifiedEmbeddings recordings, ClusterLinks known, ClusterOptions options)
      throws IOException {
    int n = recordings.ids().size();
    double need = RecordingClusters.memory(recordings, options) / GIB;
    if (need > 1) {
      terminal.say(
          String.format(
              Locale.ROOT,
              "Clustering %s takes up to %.1f GiB of memory.",
              Count.of(n, "recording"),
              need));
    }
    try (LineProgress progress = LineProgress.ofParts(terminal);
        ResumeNote note =
            checkpoint == null || !options.isLarge(n) ? null : ResumeNote.of(terminal)) {
      return ClusterLinkOptions.naming(
          () ->
              RecordingClusters.of(
                  recordings, known, options, Optional.ofNullable(checkpoint), progress));
    }
  }

  private ClusterEvaluation agreement(SpeakerLabels truth, Clusters found) {
    Set<String> ids = new HashSet<>(found.ids());
    Map<String, String> speakers = truth.of(ids::contains);
    Map<String, String> wanted = new LinkedHashMap<>(speakers);
    // The list may be of more recordings than these.
    wanted.keySet().retainAll(ids);
    return ClusterEvaluation.of(
        wanted, labels.toString(), found.setOf(), vectors.toString(), false);
  }

  private void write(Clusters found, Optional<ClusterEvaluation> agreement) throws IOException {
    List<String> lines = out == null && json.isWanted() ? List.of() : found.lines();
    if (out != null) {
      TargetFile.writeLines(out, lines);
    } else if (!json.isWanted()) {
      lines.forEach(terminal.out()::println);
    }
    if (json.isWanted()) {
      json.print(tree(found, agreement));
      return;
    }
    terminal.say(found + ": " + found.how() + "; prior " + found.prior() + ".");
    if (found.leftOut() > 0) {
      terminal.say("Left out " + Count.of(found.leftOut(), "enrolled recording") + ".");
    }
    if (found.enrolled() > 0) {
      terminal.say(
          found.enrolledHeard()
              + " of "
              + Count.of(found.enrolled(), "enrolled speaker")
              + " heard.");
    }
    if (agreement.isPresent()) {
      agreement.get().lines().forEach(terminal::say);
    }
    for (Path file : Arrays.asList(out, report)) {
      if (file != null && !isStdout(file)) {
        terminal.say("Wrote " + file + ".");
      }
    }
  }

  private ObjectNode tree(Clusters found, Optional<ClusterEvaluation> agreement) {
    ObjectNode tree = ResultJson.object();
    tree.put("recordings", found.ids().size());
    tree.put("sets", found.sets());
    tree.put("method", found.options().method().name().toLowerCase(Locale.ROOT));
    tree.put("how", found.how());
    tree.put("prior", found.prior());
    tree.put("scale", found.options().scale());
    if (found.enrolled() > 0) {
      tree.put("enrolled", found.enrolled());
      tree.put("enrolled_heard", found.enrolledHeard());
      tree.put("left_out", found.leftOut());
    }
    if (!Double.isNaN(found.objective())) {
      tree.put("objective", found.objective());
    }
    agreement.ifPresent(a -> tree.set("agreement", a.json()));
    ObjectNode clusters = tree.putObject("clusters");
    found.setOf().forEach((id, set) -> set(clusters, set).add(id));
    ArrayNode unsure = tree.putArray("doubtful");
    List<Clusters.Doubtful> all;
    List<Clusters.NearJoin> near;
    try (LineProgress progress = LineProgress.ofParts(terminal)) {
      all = found.doubtful(doubtful, progress);
      near = found.nearJoins(10, progress);
    }
    for (Clusters.Doubtful d : all) {
      unsure
          .addObject()
          .put("recording", d.id())
          .put("set", d.set())
          .put("probability", d.probability())
          .put("next", d.rival())
          .put("next_probability", d.rivalProbability());
    }
    ArrayNode joins = tree.putArray("near_joins");
    for (Clusters.NearJoin j : near) {
      joins.addObject().put("first", j.first()).put("second", j.second()).put("gain", j.gain());
    }
    return tree;
  }

  private static ArrayNode set(ObjectNode clusters, String set) {
    return clusters.has(set) ? (ArrayNode) clusters.get(set) : clusters.putArray(set);
  }
}
