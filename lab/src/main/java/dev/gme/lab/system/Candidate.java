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
   * not tell them apart: length normalization, which is least misled where the lengths of new
   * vectors differ from those of training; heavy tails as in the paper; other ν, the more unlike
   * the usual one the later; and what holds on few vectors. Where vectors are few for their
   * dimension, the last come first.
   */
  static List<Candidate> first(StepDefaults defaults, boolean isFew) {
    StepReader reader = new StepReader(defaults);
    List<Step> normalized = new ArrayList<>();
    normalized.add(new LearnedPreprocessing(LearnedPreprocessing.baseline()));
    normalized.add(reader.read("plda"));
    List<Candidate> usual = new ArrayList<>();
    usual.add(new Candidate("Gaussian PLDA, length norm", normalized));
    usual.addAll(plugged(reader, List.of(defaults.nu())));
    usual.addAll(
        plugged(
            reader,
            NuProfile.GRID.stream()
                .filter(nu -> nu != defaults.nu())
                .sorted(Comparator.comparing(nu -> Math.abs(Math.log(nu / defaults.nu()))))
                .toList()));
    Step shrunk = reader.read("plda shrink=ledoit-wolf");
    Step length = reader.read("length");
    List<Candidate> robust =
        List.of(
            new Candidate("length, Gaussian PLDA, shrunk", List.of(length, shrunk)),
            new Candidate("Gaussian PLDA, shrunk", List.of(shrunk)),
            new Candidate(
                "nu = " + PluggedNu.label(defaults.nu()) + ", shrunk",
                List.of(shrunk, new PluggedNu(defaults.nu()))),
            // These rank as the cosines of raw and of centred vectors do.
            new Candidate("length, isotropic PLDA", reader.read(List.of("length", "isotropic"))),
            new Candidate(
                "length, centre, isotropic PLDA",
                reader.read(List.of("length", "centre", "isotropic"))));
    List<Candidate> all = new ArrayList<>(isFew ? robust : usual);
    all.addAll(isFew ? usual : robust);
    return all;
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
