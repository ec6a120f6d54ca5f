package dev.gme.cli;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A line that a document says a command prints. Words must be the same, and whole numbers. A number
 * with decimals may differ by one unit of its last digit, since processors round differently; what
 * is itself rounding error, below 1e-9, may be any other such. Blanks count as one, and {@code …}
 * at the end stands for the rest of the line, or for any line.
 */
final class PrintedLine implements Predicate<String> {
  private static final Pattern NUMBER =
      Pattern.compile("(?<![\\w.])-?\\d+(,\\d{3})*(\\.\\d+)?(e[-+]?\\d+)?");

  private static final BigDecimal ROUNDING_ERROR = new BigDecimal("1e-9");

  private final String words;
  private final List<BigDecimal> numbers;
  private final boolean hasRest;

  private PrintedLine(String words, List<BigDecimal> numbers, boolean hasRest) {
    this.words = words;
    this.numbers = numbers;
    this.hasRest = hasRest;
  }

  private PrintedLine(String text, boolean hasRest) {
    this(words(text), numbers(text), hasRest);
  }

  static PrintedLine of(String text) {
    return text.endsWith("…")
        ? new PrintedLine(text.substring(0, text.length() - 1).strip(), true)
        : new PrintedLine(text, false);
  }

  /** The same words, whatever the numbers; nor need the mark of doubtful ones be there. */
  PrintedLine withAnyNumbers() {
    return new PrintedLine(words.replaceFirst(" \\*$", ""), List.of(), true);
  }

  @Override
  public boolean test(String line) {
    String found = words(line);
    List<BigDecimal> values = numbers(line);
    if (hasRest ? !found.startsWith(words) : !found.equals(words)) {
      return false;
    }
    for (int i = 0; i < numbers.size(); i++) {
      if (!isNear(numbers.get(i), values.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNear(BigDecimal expected, BigDecimal found) {
    if (expected.scale() <= 0) {
      return expected.compareTo(found) == 0;
    }
    return found.subtract(expected).abs().compareTo(expected.ulp()) <= 0
        || (found.abs().max(expected.abs()).compareTo(ROUNDING_ERROR) < 0
            && expected.signum() != 0);
  }

  private static String words(String text) {
    return NUMBER.matcher(text).replaceAll("#").strip().replaceAll("\\s+", " ");
  }

  private static List<BigDecimal> numbers(String text) {
    return NUMBER
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .map(n -> new BigDecimal(n.replace(",", "")))
        .toList();
  }

  @Override
  public String toString() {
    return words + " with " + numbers;
  }
}
