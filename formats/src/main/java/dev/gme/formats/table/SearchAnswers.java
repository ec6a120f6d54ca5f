package dev.gme.formats.table;

import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.NumberParser;
import dev.gme.formats.io.TextLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The answers of searches for speakers, as {@code gme identify} writes them: for every test its
 * candidates, then a line for nobody.
 *
 * <pre>{@code
 * SearchAnswers answers = SearchAnswers.read(Path.of("who.tsv"));
 * String who = answers.tests().get(0).answer();
 * }</pre>
 *
 * @param tests in the order of the file
 */
public record SearchAnswers(List<Test> tests) {
  /** The columns, between tabs. */
  public static final String HEADER = "test\tspeaker\tposterior\tllr\tdetection_llr\tanswer";

  /** What stands in the place of a name where it is nobody who is enrolled. */
  public static final String NOBODY = "nobody";

  private static final int COLUMNS = 6;
  private static final int POSTERIOR = 2;

  public SearchAnswers {
    tests = List.copyOf(tests);
  }

  /**
   * One search.
   *
   * @param id of the test
   * @param candidates by name, best first
   * @param answer a candidate, or {@link #NOBODY}
   * @param posterior of the answer
   */
  public record Test(String id, List<String> candidates, String answer, double posterior) {
    public Test {
      candidates = List.copyOf(candidates);
    }

    /** Whether the answer is an enrolled speaker. */
    public boolean isNamed() {
      return !answer.equals(NOBODY);
    }
  }

  /** Whether a text begins with the header of such a file. */
  public static boolean isHeader(String line) {
    return line.equals(HEADER);
  }

  public static SearchAnswers read(Path file) throws IOException {
    return InputFile.read(file, SearchAnswers::read);
  }

  /** The answers of a file that is open. */
  public static SearchAnswers read(InputFile file) throws IOException {
    return new Reading(file.path()).all(TextLines.of(file));
  }

  /** Lines become tests. */
  private static final class Reading {
    private final Path file;
    private final List<Test> tests = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private final List<String> candidates = new ArrayList<>();
    private String test;
    private String answer;
    private double posterior;

    Reading(Path file) {
      this.file = file;
    }

    SearchAnswers all(TextLines lines) throws IOException {
      String line = lines.next();
      if (line == null || !isHeader(line)) {
        throw BadFile.atLine(
            file,
            1,
            "expected the columns " + HEADER.replace('\t', ' ') + " between tabs",
            "give a file that 'gme identify' wrote");
      }
      for (line = lines.next(); line != null; line = lines.next()) {
        add(lines.number(), line.split("\t", -1));
      }
      if (test != null) {
        throw BadFile.at(
            file,
            "the last test, " + BadFile.quoted(test) + ", has no line for " + NOBODY,
            "the file ends early; write it again");
      }
      return new SearchAnswers(tests);
    }

    private void add(long number, String[] words) {
      if (words.length != COLUMNS) {
        throw BadFile.atLine(
            file,
            number,
            "expected " + COLUMNS + " words between tabs, found " + words.length,
            "correct that line");
      }
      if (test == null) {
        test = words[0];
        answer = null;
        if (!ids.add(test)) {
          throw BadFile.atLine(
              file,
              number,
              "the test " + BadFile.quoted(test) + " comes twice",
              "remove one of them");
        }
      } else if (!test.equals(words[0])) {
        throw BadFile.atLine(
            file,
            number,
            "expected the test " + BadFile.quoted(test) + ", found " + BadFile.quoted(words[0]),
            "every test ends with a line for " + NOBODY);
      }
      double p = probability(number, words[POSTERIOR]);
      String isAnswer = words[COLUMNS - 1];
      if (!isAnswer.equals("yes") && !isAnswer.equals("no")) {
        throw BadFile.atLine(
            file,
            number,
            "expected yes or no, found " + BadFile.quoted(isAnswer),
            "correct that line");
      }
      if (isAnswer.equals("yes")) {
        if (answer != null) {
          throw BadFile.atLine(
              file,
              number,
              "the test " + BadFile.quoted(test) + " has a second answer",
              "leave one of them");
        }
        answer = words[1];
        posterior = p;
      }
      if (words[1].equals(NOBODY)) {
        end(number);
      } else {
        candidates.add(words[1]);
      }
    }

    private void end(long number) {
      if (answer == null) {
        throw BadFile.atLine(
            file,
            number,
            "the test " + BadFile.quoted(test) + " has no answer",
            "one of its lines ends in yes");
      }
      tests.add(new Test(test, candidates, answer, posterior));
      candidates.clear();
      test = null;
    }

    private double probability(long number, String word) {
      double value;
      try {
        byte[] bytes = word.getBytes(StandardCharsets.ISO_8859_1);
        value = NumberParser.parse(bytes, 0, bytes.length);
      } catch (NumberFormatException e) {
        value = Double.NaN;
      }
      if (!(value >= 0 && value <= 1)) {
        throw BadFile.atLine(
            file,
            number,
            "expected a posterior from 0 to 1, found " + BadFile.quoted(word),
            "correct that line");
      }
      return value;
    }
  }
}
