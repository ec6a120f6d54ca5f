package dev.gme.lab.ivector;

import dev.gme.core.GmeException;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.lab.evaluate.ScoredKey;
import dev.gme.lab.ivector.IvectorRecipe.Trials;
import dev.gme.lab.score.TrialPairs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Scores lists of trials over the evaluation recordings by all systems. */
final class Scoring {
  private final RecipeRun run;
  private final List<RecipeSystem> systems;

  Scoring(RecipeRun run, List<RecipeSystem> systems) {
    this.run = run;
    this.systems = systems;
  }

  List<ScoredSet> run() throws IOException {
    if (run.data().eval().isEmpty()) {
      throw new GmeException(
          "there are trials but no evaluation recordings", "give a list of these recordings");
    }
    LabelledVectors vectors = VectorFiles.read(run.file(VectorStage.EVAL));
    List<ScoredSet> out = new ArrayList<>();
    for (Trials t : run.data().trials()) {
      out.add(score(t, vectors));
    }
    return out;
  }

  private ScoredSet score(Trials t, LabelledVectors vectors) throws IOException {
    String name = t.file().getFileName().toString();
    // A model of several recordings does without those that were skipped.
    EnrolmentModels models =
        t.models().isPresent()
            ? EnrolmentModels.ofKnown(vectors, KaldiLists.readGroups(t.models().get()))
            : EnrolmentModels.ofRecordings(vectors);
    TrialList asked = ListReader.read(t.file()).asKey();
    TrialPairs trials =
        run.options().allowsMissingTrials()
            ? TrialPairs.ofKnown(asked, models.ids(), vectors.ids())
            : TrialPairs.of(asked, models.ids(), vectors.ids());
    int left = asked.size() - trials.list().size();
    if (left == asked.size()) {
      throw new GmeException(
          t.file() + ": of no trial are both sides among the evaluation recordings",
          "give the lists of the recordings that the trials name");
    }
    if (left > 0) {
      run.say().accept(name + ": " + left + " trials of missing recordings are left out");
    }
    List<double[]> scores = new ArrayList<>();
    for (RecipeSystem system : systems) {
      float[] s = system.score(vectors, models, trials, run.progress());
      scores.add(IntStream.range(0, s.length).mapToDouble(i -> s[i]).toArray());
    }
    return ScoredSet.of(name, systems, ScoredKey.of(trials.list(), scores));
  }
}
