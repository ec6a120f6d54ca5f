package dev.gme.benchmarks.study;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What the ways to train are worth where the model is wrong (docs/studies/wrong-model.md): data of
 * each {@link SimulatedCorpus}, trained on and evaluated on other speakers, means over seeds.
 */
public final class WrongModelStudy implements Study {
  private final SimulatedDraw.Size size;

  /** The study of the page, which has as much data as {@link SystemsStudy}. */
  public WrongModelStudy() {
    this(SimulatedDraw.Size.DEFAULT);
  }

  WrongModelStudy(SimulatedDraw.Size size) {
    this.size = size;
  }

  @Override
  public StudyResult run(Consumer<String> progress) {
    List<List<Cell>> rows = new ArrayList<>();
    CountedSteps steps = new CountedSteps(SimulatedCorpus.values().length * size.seeds(), progress);
    for (SimulatedCorpus corpus : SimulatedCorpus.values()) {
      SimulatedDraw.means(
              size.seeds(),
              seed -> {
                steps.accept(corpus.title() + ", seed " + seed);
                return new SimulatedDraw(size, corpus, seed).systems();
              })
          .forEach(
              (system, f) ->
                  rows.add(
                      List.of(
                          Cell.text(corpus.title()),
                          Cell.text(system),
                          Cell.percent(f.eer()),
                          Cell.number("%.3f", f.cprmMin()),
                          Cell.number("%.3f", f.cllr()))));
    }
    return StudyResult.of(
        new StudyTable("", List.of("data", "system", "EER", "Cprm_min", "Cllr"), rows));
  }
}
