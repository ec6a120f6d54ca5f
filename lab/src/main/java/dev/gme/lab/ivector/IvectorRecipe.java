package dev.gme.lab.ivector;

import dev.gme.core.Progress;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.corpus.Skipped;
import dev.gme.lab.cache.Store;
import dev.gme.lab.evaluate.SystemFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * From recordings to an extractor, i-vectors, backends and, with trials, figures: stage by stage,
 * each of which is passed over when nothing that it depends on has changed.
 *
 * <pre>{@code
 * Store store = new Store(out, Store.Reuse.ALL, Stamp.tool(), CodeDigest.text());
 * IvectorRecipe recipe = new IvectorRecipe(data, store, RecipeOptions.paper(8000), say, progress);
 * recipe.run().figures().forEach(System.out::println);
 * }</pre>
 */
public final class IvectorRecipe {
  private final RecipeRun run;

  /**
   * The recordings and lists that a recipe works on.
   *
   * @param recordings of both lists
   * @param speakers of the training utterances
   * @param train ids of the training utterances
   * @param eval ids of the evaluation utterances; may be none
   * @param trials over the evaluation utterances; may be none
   */
  public record Data(
      RecordingList recordings,
      Map<String, String> speakers,
      List<String> train,
      List<String> eval,
      List<Trials> trials) {}

  /**
   * A list of trials.
   *
   * @param models the recordings of each model, where enrolments are models
   */
  public record Trials(Path file, Optional<Path> models) {}

  /**
   * The scores and figures of a recipe.
   *
   * @param sets each list of trials with the scores of all systems
   * @param skipped recordings that could not be used, with the reasons
   */
  public record Result(List<ScoredSet> sets, Map<String, String> skipped) {
    /** The figures of each list, system and condition. */
    public List<SystemFigures> figures() {
      return sets.stream().flatMap(set -> set.figures().stream()).toList();
    }
  }

  /**
   * A recipe on some data.
   *
   * @param store keeps all files
   * @param say told about each stage
   */
  public IvectorRecipe(
      Data data, Store store, RecipeOptions options, Consumer<String> say, Progress progress) {
    run = new RecipeRun(data, options, store, say, progress);
  }

  public Result run() throws IOException {
    Data data = run.data();
    Set<String> all = new LinkedHashSet<>(data.train);
    all.addAll(data.eval);
    FeatureStage frames = new FeatureStage(run);
    String features = frames.run(new ArrayList<>(all));
    Skipped skipped = frames.skipped();
    skipped.check(all.size(), run.options().maxSkipped());
    List<String> train = data.train.stream().filter(id -> !skipped.contains(id)).toList();
    List<String> eval = data.eval.stream().filter(id -> !skipped.contains(id)).toList();
    UbmStage mixture = new UbmStage(run);
    String ubm = mixture.run(features, train);
    ExtractorStage extraction = new ExtractorStage(run, mixture);
    String extractor = extraction.train(extraction.align(ubm, train));
    String vectors = new VectorStage(run).run(extractor, train, eval);
    BackendStage backend = new BackendStage(run);
    backend.run(vectors);
    List<ScoredSet> sets =
        data.trials.isEmpty() ? List.of() : new Scoring(run, backend.systems()).run();
    return new Result(sets, skipped.reasons());
  }

  /** utt2spk of a folder, or nothing where it has none. */
  public static Map<String, String> speakers(Path folder) throws IOException {
    Path list = folder.resolve("utt2spk");
    return Files.exists(list) ? KaldiLists.readPairs(list) : Map.of();
  }
}
