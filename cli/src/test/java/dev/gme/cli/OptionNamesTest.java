package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.cli.InProcess.Result;
import dev.gme.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

class OptionNamesTest {
  private static CommandLine gme() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    var stream = new Terminal.Stream(nowhere, StandardCharsets.UTF_8, false);
    return Main.commandLine(new Terminal(stream, stream));
  }

  /** The option of the innermost command that has this name. */
  private static OptionSpec option(ParseResult parsed, String name) {
    List<CommandLine> all = parsed.asCommandLineList();
    return all.get(all.size() - 1).getCommandSpec().findOption(name);
  }

  @ParameterizedTest
  @CsvSource({
    "features x --out o,           --utts,      --only,         a.utt, [a.utt]",
    "ivector extract x --extractor e --out o, --utts, --only,   a.utt, [a.utt]",
    "ivector extract x --extractor e --out o, --top, --gaussians, 7,   7",
    "evaluate s --key k,           --test-spk,  --labels,       list,  list",
    "evaluate s --key k,           --enrol-spk, --enrol-labels, list,  list",
    "convert a b,                  --to,        --format,  kaldi-text, kaldi-text",
    "score -e x --norm as --cohort c, --top-n,  --cohort-top,   30,    30",
    "score -e x,                   --pool,      --models,       list,  list",
  })
  void oldNamesSetWhatTheNewOnesSet(
      String line, String old, String name, String value, String expected) {
    for (String used : List.of(old, name)) {
      ParseResult parsed = gme().parseArgs((line + " " + used + " " + value).split(" +", -1));
      assertThat(option(parsed, name).<Object>getValue()).as(used).hasToString(expected);
      assertThat(option(parsed, old).hidden()).isTrue();
      assertThat(option(parsed, name).hidden()).isFalse();
    }
  }

  @Test
  void oldNamesAreShownNowhere() {
    for (String line : List.of("help evaluate", "help convert", "help score", "completion")) {
      assertThat(InProcess.run((Object[]) line.split(" ", -1)).out())
          .as(line)
          .doesNotContain("-spk", "--to ", "--to=", "--top-n", "--utts", "--pool");
    }
    // Nor are they offered where somebody has mistyped an option.
    assertThat(InProcess.run("convert", "a", "b", "--too", "x").err()).doesNotContain("'--to'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "adapt v -m m --out o --format kaldi_txt"
            + "| '--format': expected gme, npz, kaldi, kaldi-text, hdf5 or pyannote, found 'kaldi_txt'",
        "calibrate train s --out o --form pva | '--form': expected linear or pav, found 'pva'",
        "score -e e --kaldi-length simpel"
            + "| '--kaldi-length': expected none, likelihood or simple, found 'simpel'",
        "train htplda v --out o --nu two | '--nu': 'two' is not a number",
      })
  void wordsThatThereAreNotAreAnsweredWithThoseThatThereAre(String line, String sentence) {
    Result result = InProcess.run((Object[]) line.split(" +", -1));
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).startsWith("gme: invalid value for option " + sentence + "\nhelp: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "study syst | invalid value for STUDY: expected systems, wrong-model,",
        "evaluate s --dcf 0.01 | invalid value for option '--dcf': expected prior:cost:cost,",
        "fuse train a --key k --out o | a fusion is of two files of scores or more, found [a]",
        "fuse apply f a | a fusion is of two files of scores or more, found [a]",
        "calibrate | gme calibrate needs one of its commands: append, apply, searches, train",
        "ubm | gme ubm needs one of its commands: train",
        "train plda v --lda 3 --raw --out o | --raw and options for single steps",
      })
  void wrongUseIsSaidInWordsOfTheHelp(String line, String sentence) {
    Result result = InProcess.run((Object[]) line.split(" +", -1));
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).startsWith("gme: " + sentence).contains("\nhelp: ");
  }

  @Test
  void wordsAreUnderstoodInAnyCase() {
    ParseResult parsed =
        gme().parseArgs("adapt", "v", "-m", "m", "--out", "o", "--format", "KALDI_TEXT");
    assertThat(option(parsed, "--format").<Object>getValue()).hasToString("KALDI_TEXT");
  }

  @Test
  void helpHasNoNumbersAndWordsOfJava() {
    assertThat(InProcess.run("help", "train", "plda").out())
        .containsPattern("EM\\s+ends\\s+\\(default:\\s+0\\.0+1\\)")
        .doesNotContain("E-");
    assertThat(InProcess.run("help", "adapt").out()).contains("default: gme)");
    assertThat(InProcess.run("help", "score").out())
        .containsPattern("none,\\s+likelihood,\\s+simple")
        .doesNotContain("LIKELIHOOD");
  }

  @Test
  void helpOfACommandIsWhatItsOptionPrints() {
    assertThat(InProcess.run("help").out()).isEqualTo(InProcess.run("--help").out());
    assertThat(InProcess.run("help", "train", "plda").out())
        .isEqualTo(InProcess.run("train", "plda", "--help").out())
        .startsWith("Usage: gme train plda");
    Result typo = InProcess.run("help", "scroe");
    assertThat(typo.exitCode()).isEqualTo(2);
    assertThat(typo.err())
        .startsWith("gme: gme knows no command 'scroe'\nhelp: did you mean 'score'? ");
  }

  @Test
  void helpIsAsWideAsTheTerminal() {
    var bytes = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    var stream = new Terminal.Stream(print, StandardCharsets.UTF_8, true);
    var wide = new Terminal(stream, stream, 120);
    String[] line = {"score", "--help"};
    assertThat(Main.run(Main.commandLine(wide, line), wide, line)).isZero();
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .anySatisfy(l -> assertThat(l).hasSizeGreaterThan(100));
    assertThat(InProcess.run((Object[]) line).out().lines())
        .allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(80));
  }
}
