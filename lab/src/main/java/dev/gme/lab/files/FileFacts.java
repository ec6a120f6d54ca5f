package dev.gme.lab.files;

import dev.gme.formats.FileKind;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.RegionFiles;
import dev.gme.formats.artefact.EmbeddingManifest;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.lists.ClusterRounds;
import dev.gme.formats.lists.SideInformation;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.formats.table.SearchAnswers;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.turns.Rttm;
import dev.gme.formats.turns.Segments;
import dev.gme.frontend.artefact.FrontendFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is said of a file, by name; values are plain, maps of plain ones, or lists.
 *
 * <pre>{@code
 * Map<String, Object> facts = new FileFacts(reader, Optional.empty()).of(Path.of("a.gme")).facts();
 * Object kind = facts.get("kind");
 * }</pre>
 */
public final class FileFacts {
  private final Reader reader;
  private final Optional<LabelledVectors> known;
  private final Optional<ModelFile> model;

  /** Reads files whose content leaves a choice to the user. */
  public interface Reader {
    /** What the file is, where the user says so; otherwise its content tells. */
    Optional<FileKind> forced();

    /** The vectors that count, with speakers where these are known. */
    LabelledVectors vectors(Path file) throws IOException;

    /** The same of a file that is open, such as a pipe, which is closed. */
    LabelledVectors vectors(InputFile file) throws IOException;

    ListLayout layout(InputFile file) throws IOException;

    TrialList list(InputFile file) throws IOException;
  }

  /** Why there is no report on vectors as training data. */
  public enum Untold {
    /** The speakers are not known. */
    SPEAKERS,
    /** The vectors do not fit in memory. */
    TOO_MANY_VECTORS
  }

  /**
   * What is known of a file.
   *
   * @param untold why there is not more, if there could be
   */
  public record Found(Map<String, Object> facts, Optional<Untold> untold) {}

  /**
   * Says what is known of the files beforehand.
   *
   * @param known vectors that trials should be about, if any
   */
  public FileFacts(Reader reader, Optional<LabelledVectors> known) {
    this(reader, known, Optional.empty());
  }

  /**
   * Says what is known of the files beforehand.
   *
   * @param known vectors that trials should be about, if any
   * @param model a model that vectors should suit, if any
   */
  public FileFacts(Reader reader, Optional<LabelledVectors> known, Optional<ModelFile> model) {
    this.reader = reader;
    this.known = known;
    this.model = model;
  }

  /** Reads a file of any kind, or a folder of meta-embeddings, and says what it is. */
  public Found of(Path file) throws IOException {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("file", file.toString());
    Path manifest = file.resolve(EmbeddingManifest.FILE);
    try (InputFile in = InputFile.open(Files.exists(manifest) ? manifest : file)) {
      return new Found(facts, add(in, facts));
    }
  }

  private Optional<Untold> add(InputFile in, Map<String, Object> facts) throws IOException {
    Optional<FileKind> forced = reader.forced();
    Optional<FrontendFile> frontend =
        forced.isPresent() ? Optional.empty() : FrontendFile.recognize(in);
    if (frontend.isPresent()) {
      ModelFacts.origin(FrontendFacts.add(in.path(), frontend.get(), facts), facts);
      return Optional.empty();
    }
    FileKind kind = forced.isPresent() ? forced.get() : FileKind.of(in);
    switch (kind) {
      case MODEL -> ModelFacts.add(in, facts);
      case VBX_TRANSFORM, PYANNOTE_TRANSFORM -> {
        facts.put(
            "kind", "preprocessing of " + (kind == FileKind.VBX_TRANSFORM ? "VBx" : "pyannote"));
        facts.put("preprocessing", ModelFiles.readPreprocessing(in).toString());
      }
      case VECTORS -> {
        return new VectorFacts(reader, forced.isPresent(), model).add(in, facts);
      }
      case LIST -> {
        String layout = reader.layout(in).label();
        ListFacts.add(reader.list(in), layout, known, facts);
      }
      case TURNS -> TimeFacts.turns(Rttm.read(in), facts);
      case REGIONS -> TimeFacts.regions(RegionFiles.read(in), facts);
      case SEGMENTS -> TimeFacts.segments(Segments.read(in), facts);
      case SEARCHES -> searches(SearchAnswers.read(in), facts);
      case CLUSTER_ROUNDS -> rounds(ClusterRounds.read(in.path()), facts);
      case SIDE_INFORMATION -> side(SideInformation.read(in.path()), facts);
      case EMBEDDING_MANIFEST -> embeddings(EmbeddingManifest.read(in), facts);
      case NETWORK -> NetworkFacts.add(in, facts);
      case SCORE_MATRIX -> ListFacts.add(ScoreMatrixFiles.read(in), "npy matrix", known, facts);
    }
    return Optional.empty();
  }

  private static void rounds(ClusterRounds rounds, Map<String, Object> facts) {
    facts.put("kind", "rounds of a clustering (gme cluster --checkpoint)");
    facts.put("recordings and enrolled", rounds.labels().length);
    facts.put("sets after each round", Arrays.toString(rounds.setsAfterRound()));
    facts.put("objective", rounds.objective());
  }

  private static void side(SideInformation side, Map<String, Object> facts) {
    facts.put("kind", "side information");
    facts.put("recordings", side.size());
    for (String column : side.columns()) {
      double[] known = side.known(column);
      facts.put(column, known.length == 0 ? "no numbers" : Spread.of(known));
      if (known.length < side.size()) {
        facts.put(column + ", missing", side.size() - known.length);
      }
    }
  }

  private static void embeddings(EmbeddingManifest manifest, Map<String, Object> facts) {
    facts.put("kind", "a folder of meta-embeddings in blocks");
    facts.put("recordings", manifest.recordings());
    facts.put("dimension", manifest.dimension());
    facts.put("blocks", manifest.blocks().size());
    facts.put("b", manifest.lowest() + " to " + manifest.highest());
    facts.put("model_sha256", manifest.model());
  }

  private static void searches(SearchAnswers answers, Map<String, Object> facts) {
    List<SearchAnswers.Test> tests = answers.tests();
    List<SearchAnswers.Test> named = tests.stream().filter(SearchAnswers.Test::isNamed).toList();
    facts.put("kind", "answers of searches (gme identify)");
    facts.put("tests", tests.size());
    facts.put("named", named.size());
    facts.put("nobody", tests.size() - named.size());
    facts.put("speakers named", named.stream().map(SearchAnswers.Test::answer).distinct().count());
    if (!tests.isEmpty()) {
      facts.put(
          "candidates",
          Spread.of(tests.stream().mapToDouble(t -> t.candidates().size()).toArray()));
      facts.put(
          "posterior of the answer",
          Spread.of(tests.stream().mapToDouble(SearchAnswers.Test::posterior).toArray()));
    }
  }
}
