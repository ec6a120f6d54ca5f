package dev.gme.lab.system;

import dev.gme.core.train.plda.NuProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A way to train that {@link Auto} tries. This is the list of them: a new one gets a line here.
 *
 * @param name what tables call it
 * @param steps what it is made by, behind the preprocessing that comes before all
 */
public record Candidate(String name, List<Step> steps) {
  public Candidate {
    steps = List.copyOf(steps);
  }

  /**
   * Those that need no others, in the order in which they are preferred where held-out speakers do
   * not tell them apart: heavy tails as in the paper, length normalization, then other ν, the more
   * unlike the usual one the later.
   */
  static List<Candidate> first(StepDefaults defaults) {
    StepReader reader = new StepReader(defaults);
    List<Candidate> out = new ArrayList<>(plugged(reader, List.of(defaults.nu())));
    List<Step> normalized = new ArrayList<>();
    normalized.add(new LearnedPreprocessing(LearnedPreprocessing.baseline()));
    normalized.add(reader.read("plda"));
    out.add(new Candidate("Gaussian PLDA, length norm", normalized));
    out.addAll(
        plugged(
            reader,
            NuProfile.GRID.stream()
                .filter(nu -> nu != defaults.nu())
                .sorted(Comparator.comparing(nu -> Math.abs(Math.log(nu / defaults.nu()))))
                .toList()));
    return out;
  }

  private static List<Candidate> plugged(StepReader reader, List<Double> grid) {
    Step plda = reader.read("plda");
    return grid.stream()
        .map(
            nu ->
                Double.isInfinite(nu)
                    ? new Candidate("Gaussian PLDA", List.of(plda))
                    : new Candidate(
                        "nu = " + PluggedNu.label(nu), List.of(plda, new PluggedNu(nu))))
        .toList();
  }

  /** Whether variational Bayes can go on from here: heavy-tailed, by EM with ν plugged in. */
  boolean isPlugged() {
    return steps.get(steps.size() - 1) instanceof PluggedNu;
  }

  /** This one and a further step. */
  Candidate then(String label, Step step) {
    List<Step> all = new ArrayList<>(steps);
    all.add(step);
    return new Candidate(name + ", " + label, all);
  }
}
