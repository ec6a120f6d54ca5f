package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.formats.io.Sha256;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands of the README, as they stand there and in their order, in a folder for each
 * section, and holds what the README says they print against what they do.
 *
 * <p>Commands are lines indented by four blanks that begin with {@code ./gme}; the indented lines
 * below one are an extract of what it prints, see {@link PrintedLine}.
 */
@Tag("slow")
class ReadmeIT {
  private static final Path README = Shell.ROOT.resolve("README.md");

  /** Has the whole table of which the README shows three rows. */
  private static final Path STUDY = Shell.ROOT.resolve("docs/studies/real-embeddings.md");

  /** Commands that are not run as they stand. All others are. */
  private static final Map<String, String> INSTEAD =
      Map.of(
          // All suites take many minutes; each is run by the tests of its module.
          "./gme bench", "./gme bench elementary",
          // DIR is the user's. The sizes that one begins with want hours of speech; what the recipe
          // achieves is tested by RealSpeechRecipeTest.
          "./gme ivector recipe DIR --out exp",
              "./gme ivector recipe audio/lists --out exp --gaussians 8 --dim 10 --speaker-dim 5");

  /** What the user brings, by the name that the README gives it. */
  private static final Map<String, List<String>> BROUGHT =
      Map.of(
          "vectors.scp", List.of("embeddings", "audiomnist-ivector", "vectors.scp"),
          "vectors.ark", List.of("embeddings", "audiomnist-ivector", "vectors.ark"),
          "lists", List.of("embeddings", "audiomnist-lists"),
          "mine", List.of("embeddings", "librispeech-ivector"),
          "mine-lists", List.of("embeddings", "librispeech-lists"),
          "audio", List.of("audio"),
          "recordings", List.of("neural", "audio16k"),
          "net.onnx", List.of("neural", "speaker-lstm.onnx"),
          "trials.txt", List.of("audio", "lists", "trials"));

  /** The vectors that the README's figures are of; with others, only the words can be the same. */
  private static final String VECTORS_OF_THE_README =
      "db8ba80b8c4d7f226c5dfcd536e7c7a6e5ca120ce777db49ac9aa409914306c5";

  private static final List<Path> LINKS = new ArrayList<>();

  @TempDir static Path folder;

  private record Command(String line, List<String> prints) {}

  @TestFactory
  Stream<DynamicContainer> commandsDoWhatTheReadmeSays() throws IOException {
    return commands().entrySet().stream()
        .map(
            section ->
                DynamicContainer.dynamicContainer(
                    section.getKey(),
                    section.getValue().stream()
                        .map(
                            c -> DynamicTest.dynamicTest(c.line, () -> run(section.getKey(), c)))));
  }

  private static void run(String section, Command command) throws Exception {
    String line = INSTEAD.getOrDefault(command.line, command.line);
    Path place = Files.createDirectories(folder.resolve(section.replace(' ', '-')));
    link(place.resolve("gme"), Shell.ROOT.resolve("gme"));
    link(place.resolve("recipes"), Shell.ROOT.resolve("recipes"));
    for (Map.Entry<String, List<String>> file : BROUGHT.entrySet()) {
      // Up to here the data need not be there.
      if (line.matches(".*[ =:]" + file.getKey().replaceFirst("\\..*", "") + "\\b.*")) {
        List<String> path = file.getValue();
        String[] more = path.subList(1, path.size()).toArray(String[]::new);
        link(place.resolve(file.getKey()), SharedData.part(path.get(0), more));
      }
    }
    Shell.Result result = new Shell(place).run(line);
    assertThat(result.exitCode()).as(result.err()).isZero();
    List<String> printed = Stream.of(result.out(), result.err()).flatMap(String::lines).toList();
    boolean sameData = hasDataOfTheReadme(place);
    assertThat(Stream.concat(command.prints.stream(), printsInTheStudy(command.line).stream()))
        .map(PrintedLine::of)
        .map(l -> sameData ? l : l.withAnyNumbers())
        .allSatisfy(l -> assertThat(printed).anyMatch(l));
    if (line.equals("./gme demo")) {
      assertThat(rowsOfTheFirstTable())
          .hasSize(5)
          .allSatisfy(row -> assertThat(printed).anyMatch(PrintedLine.of(row + " …")));
    }
  }

  private static boolean hasDataOfTheReadme(Path place) throws IOException {
    Path vectors = place.resolve("vectors.ark");
    return !Files.exists(vectors)
        || Sha256.of(Files.readAllBytes(vectors)).equals(VECTORS_OF_THE_README);
  }

  private static void link(Path name, Path target) throws IOException {
    if (!Files.exists(name)) {
      LINKS.add(Files.createSymbolicLink(name, target));
    }
  }

  /** Else JUnit warns of each that it leads out of the temporary folder. */
  @AfterAll
  static void unlink() throws IOException {
    for (Path link : LINKS) {
      Files.delete(link);
    }
  }

  /** The indented lines below the same command in the study; none where it is not there. */
  private static List<String> printsInTheStudy(String command) throws IOException {
    return Files.readAllLines(STUDY).stream()
        .dropWhile(l -> !l.equals("    " + command))
        .skip(1)
        .takeWhile(l -> l.startsWith("    "))
        .map(String::strip)
        .toList();
  }

  /** As the demo prints them. */
  private static List<String> rowsOfTheFirstTable() throws IOException {
    return Files.readAllLines(README).stream()
        .filter(l -> l.startsWith("| G"))
        .map(l -> l.replace("|", " ").replace("ν", "nu").replace("∞", "infinity").strip())
        .toList();
  }

  /** By the heading of their section. */
  private static Map<String, List<Command>> commands() throws IOException {
    Map<String, List<Command>> out = new LinkedHashMap<>();
    String section = "";
    Command open = null;
    boolean fenced = false; // code, which LibraryExampleTest looks at
    for (String line : Files.readAllLines(README)) {
      String text = line.strip();
      fenced ^= text.startsWith("```");
      if (fenced) {
        open = null;
      } else if (line.startsWith("## ")) {
        section = line.substring(3);
      } else if (line.startsWith("    ./gme ")) {
        open = new Command(text.replaceFirst(" +#.*", ""), new ArrayList<>());
        out.computeIfAbsent(section, s -> new ArrayList<>()).add(open);
      } else if (!line.startsWith("    ")) {
        open = null;
      } else if (open != null) {
        open.prints.add(text);
      } else {
        // The build that runs this test; nothing else is shown as a command or as printed.
        assertThat(text).isEqualTo("mvn verify");
      }
    }
    return out;
  }

  @Test
  void theTourLeadsFromFilesToAReport() throws IOException {
    assertThat(commands().get("Five-minute tour"))
        .extracting(Command::line)
        .anyMatch(l -> l.startsWith("./gme simulate ") && l.contains("--format npy"))
        .anyMatch(l -> l.startsWith("./gme evaluate ") && l.contains("--report "));
    assertThat(commands().get("With your own vectors"))
        .extracting(Command::line)
        .anySatisfy(l -> assertThat(printsInTheStudy(l)).hasSizeGreaterThan(12));
  }
}
