package dev.gme.lab.system;

import dev.gme.core.GmeException;
import dev.gme.core.train.discriminative.DescentOptions;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** How discriminative steps write and read the options of their descent. */
final class DescentWords {
  static final String[] NAMES = {
    "optimizer", "steps", "evaluate-every", "patience", "penalty", "folds", "held-out", "seed"
  };

  private DescentWords() {}

  static StepWords.Writer add(DescentOptions of, StepWords.Writer words) {
    DescentOptions usual = DescentOptions.DEFAULT;
    return words
        .named("optimizer", word(of.method()), word(usual.method()))
        .named("steps", of.steps(), usual.steps())
        .named("evaluate-every", of.evaluateEvery(), usual.evaluateEvery())
        .named("patience", of.patience(), usual.patience())
        .named("penalty", of.penalty(), usual.penalty())
        .named("folds", of.folds(), usual.folds())
        .named("seed", of.seed(), usual.seed());
  }

  /** What the words say, and for the rest what it would be without them. */
  static DescentOptions read(Map<String, String> named, DescentOptions otherwise) {
    DescentOptions.Method method =
        named.containsKey("optimizer")
            ? constant(DescentOptions.Method.class, named.get("optimizer"))
            : otherwise.method();
    return DescentOptions.builder()
        .method(method)
        .steps(integer(named, "steps", otherwise.steps()))
        .evaluateEvery(integer(named, "evaluate-every", otherwise.evaluateEvery()))
        .patience(integer(named, "patience", otherwise.patience()))
        .penalty(number(named, "penalty", otherwise.penalty()))
        .folds(folds(named, otherwise.folds()))
        .seed(integer(named, "seed", Math.toIntExact(otherwise.seed())))
        .build();
  }

  /** Files of before held a share of the speakers out, which is one fold of its inverse. */
  private static int folds(Map<String, String> named, int otherwise) {
    return named.containsKey("held-out") && !named.containsKey("folds")
        ? DescentOptions.foldsOfShare(StepWords.number(named.get("held-out")))
        : integer(named, "folds", otherwise);
  }

  static int integer(Map<String, String> named, String name, int otherwise) {
    return named.containsKey(name) ? StepWords.integer(named.get(name)) : otherwise;
  }

  static double number(Map<String, String> named, String name, double otherwise) {
    return named.containsKey(name) ? StepWords.number(named.get(name)) : otherwise;
  }

  static <E extends Enum<E>> E constant(Class<E> type, String word) {
    return Arrays.stream(type.getEnumConstants())
        .filter(c -> word(c).equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new GmeException(
                    "there is no '" + word + "' to choose",
                    "choose among "
                        + String.join(
                            ", ",
                            Arrays.stream(type.getEnumConstants())
                                .map(DescentWords::word)
                                .toList())));
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** The prior of which these are the log-odds, without the noise of rounding. */
  static String probability(double logOdds) {
    return String.format(Locale.ROOT, "%.12g", 1 / (1 + Math.exp(-logOdds)))
        .replaceFirst("0+$", "")
        .replaceFirst("\\.$", "");
  }
}
