package dev.gme.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.io.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One set of recordings and a job of each kind on it, for this process and for a cluster: what they
 * make has a digest by which it is compared.
 */
final class ClusterJobs {
  /** Recordings a block, of which there are then fourteen. */
  private final int block;

  private final int speakers;
  private final Path folder;
  private final String model;

  /** Jobs on 3.5 recordings of each of some speakers, a multiple of four. */
  ClusterJobs(Path folder, int speakers) {
    this.folder = folder;
    this.speakers = speakers;
    block = speakers / 4;
    model = SmallCluster.modelFile(folder);
  }

  /** A job with what it makes. */
  enum Kind {
    TOP,
    EVALUATE,
    EM,
    VB
  }

  String at(String name) {
    return folder.resolve(name).toString();
  }

  /** The vectors as a table of so many files. */
  String table(int parts) {
    return SmallCluster.table(
        folder, SmallCluster.rows(SmallCluster.recordings(speakers, 11)), parts);
  }

  String[] extract(String table, String out) {
    return new String[] {
      "extract", "--model", model, "--vectors", table, "--block", "" + block, "--out", at(out)
    };
  }

  /** The words of a job whose result is called {@code out}. */
  String[] words(Kind kind, String table, String embeddings, String out) {
    return switch (kind) {
      case TOP -> new String[] {"score", "--embeddings", embeddings, "--top=5", "--out", at(out)};
      case EVALUATE ->
          new String[] {
            "evaluate",
            "--embeddings",
            embeddings,
            "--speakers",
            table,
            "--parts",
            at(out + ".parts"),
            "--json"
          };
      case EM -> train("train-plda", table, out);
      case VB -> train("train-htplda", table, out, "--raw", "--vb", "--vb-iterations=8");
    };
  }

  private String[] train(String job, String table, String out, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                job,
                "--vectors",
                table,
                "--speaker-dim=5",
                "--iterations=60",
                "--tolerance=0",
                "--out",
                at(out)));
    words.addAll(List.of(more));
    return words.toArray(new String[0]);
  }

  /** Runs a job in this process, one task beside the other; the digest of what it makes. */
  String here(Kind kind, String table, String embeddings, String out) throws IOException {
    JobResult result = here(words(kind, table, embeddings, out));
    return kind == Kind.EVALUATE
        ? new ObjectMapper().writeValueAsString(result.figures())
        : digest(kind, out, "");
  }

  JobResult here(String... words) {
    JobArguments arguments = JobArguments.parse(Arrays.copyOfRange(words, 1, words.length));
    Job job =
        switch (words[0]) {
          case "extract" -> ExtractJob.of(arguments);
          case "score" -> ScoreJob.of(arguments);
          case "evaluate" -> EvaluateJob.of(arguments);
          case "train-plda" -> TrainJob.plda(arguments);
          default -> TrainJob.heavyTailed(arguments);
        };
    return job.run(SmallCluster.get());
  }

  /**
   * The digest of what a job has made.
   *
   * @param said by its driver
   */
  String digest(Kind kind, String out, String said) throws IOException {
    return switch (kind) {
      case TOP -> scores(out);
      case EVALUATE -> said.lines().filter(l -> l.startsWith("{")).findFirst().orElse("no figures");
      case EM, VB -> numbers(out);
    };
  }

  /** The numbers of a model; its provenance has the options, which name the file. */
  private String numbers(String name) throws IOException {
    var value = Artefact.read(folder.resolve(name), ArtefactKind.EXTRACTOR).value();
    return Sha256.of(ArtefactBytes.of(ArtefactKind.EXTRACTOR, value));
  }

  /** All rows of a table of scores in their order. */
  private String scores(String out) {
    List<String> rows =
        SmallCluster.get()
            .session()
            .read()
            .parquet(at(out))
            .orderBy("enrol", "rank")
            .collectAsList()
            .stream()
            .map(Object::toString)
            .collect(Collectors.toList());
    return rows.size() + " " + Sha256.of(String.join("\n", rows).getBytes(StandardCharsets.UTF_8));
  }
}
