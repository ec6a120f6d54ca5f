package dev.gme.core.identify;

import dev.gme.core.GmeException;

/**
 * What wrong answers cost, and the answer that costs least on average (docs/math.md 10.1).
 *
 * <pre>{@code
 * IdentificationCosts costs = new IdentificationCosts(1, 1, 10);   // naming a stranger is bad
 * IdentificationCosts.Decision d = costs.decide(identification);
 * String answer = d.isNamed() ? names.get(d.speaker()) : "nobody";
 * }</pre>
 *
 * @param wrongName C_w: to name another enrolled speaker
 * @param refused C_m: to say "nobody" of an enrolled speaker
 * @param strangerNamed C_f: to name an enrolled speaker where it is nobody among them
 */
public record IdentificationCosts(double wrongName, double refused, double strangerNamed) {
  /** All mistakes alike: the most probable answer. */
  public static final IdentificationCosts EQUAL = new IdentificationCosts(1, 1, 1);

  /** What {@link Decision#speaker()} is where nobody is named. */
  public static final int NOBODY = -1;

  public IdentificationCosts {
    for (double cost : new double[] {wrongName, refused, strangerNamed}) {
      if (!(cost >= 0 && cost < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("a cost is a number from 0 on, found " + cost);
      }
    }
    if (wrongName + refused + strangerNamed == 0) {
      throw new IllegalArgumentException("all costs are 0, so every answer is as good");
    }
  }

  /** Reads three costs as people type them, {@code WRONG:REFUSED:STRANGER}. */
  public static IdentificationCosts parse(String text) {
    String[] parts = text.split(":", -1);
    try {
      if (parts.length == 3) {
        return new IdentificationCosts(
            Double.parseDouble(parts[0]),
            Double.parseDouble(parts[1]),
            Double.parseDouble(parts[2]));
      }
    } catch (NumberFormatException e) {
      // The sentence below is better than that of the JDK.
    }
    throw new GmeException(
        "expected three costs WRONG:REFUSED:STRANGER, found '" + text + "'", "for example 1:1:10");
  }

  /**
   * The answer.
   *
   * @param speaker who is named, or {@link #NOBODY}
   * @param expectedCost what the answer costs on average
   */
  public record Decision(int speaker, double expectedCost) {
    public boolean isNamed() {
      return speaker != NOBODY;
    }
  }

  /** The answer for a search: its best candidate, or nobody. */
  public Decision decide(Identification found) {
    double others = Math.exp(found.logRest());
    for (int i = found.size() - 1; i > 0; i--) {
      others += Math.exp(found.logPosterior(i));
    }
    return decide(
        found.speaker(0), Math.exp(found.logPosterior(0)), others, Math.exp(found.logUnknown()));
  }

  /**
   * The answer for a whole posterior.
   *
   * @param logPosterior of every enrolled speaker, and of nobody in the last place
   */
  public Decision decide(double[] logPosterior) {
    int n = logPosterior.length - 1;
    if (n < 1) {
      throw new IllegalArgumentException("a posterior of at least one speaker and nobody");
    }
    int best = 0;
    for (int e = 1; e < n; e++) {
      if (logPosterior[e] > logPosterior[best]) {
        best = e;
      }
    }
    double others = 0;
    for (int e = 0; e < n; e++) {
      others += e == best ? 0 : Math.exp(logPosterior[e]);
    }
    return decide(best, Math.exp(logPosterior[best]), others, Math.exp(logPosterior[n]));
  }

  private Decision decide(int best, double probability, double others, double unknown) {
    double naming = strangerNamed * unknown + wrongName * others;
    double refusing = refused * (probability + others);
    return naming <= refusing ? new Decision(best, naming) : new Decision(NOBODY, refusing);
  }
}
