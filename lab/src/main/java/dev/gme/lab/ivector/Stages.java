package dev.gme.lab.ivector;

import dev.gme.formats.io.Digest;
import dev.gme.formats.io.TargetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Steps that are done once: each leaves a stamp with the digest of its inputs and parameters, and
 * is passed over as long as that stays the same and its files are there.
 */
public final class Stages {
  /** Raised when a step would make other files of the same inputs. */
  private static final String VERSION = "1";

  private final Path folder;
  private final Consumer<String> say;

  Stages(Path folder, Consumer<String> say) {
    this.folder = folder;
    this.say = say;
  }

  /** The work of a step. */
  interface Work {
    /** Writes the files of the step; gives a sentence about them. */
    String run() throws IOException;
  }

  /** What is known of a step before it runs. */
  record Stage(String name, String inputs, Map<String, String> parameters, List<Path> outputs) {
    String digest() {
      return new Digest().add(VERSION).add(name).add(inputs).add(parameters).toString();
    }
  }

  /** Runs a step if it must be; gives its digest, which is an input of the steps after it. */
  String run(Stage stage, Work work) throws IOException {
    String digest = stage.digest();
    Path stamp = folder.resolve(stage.name + ".stage");
    if (Files.exists(stamp) && stage.outputs.stream().allMatch(Files::exists)) {
      List<String> lines = Files.readAllLines(stamp);
      if (lines.size() > 1 && lines.get(0).equals("digest " + digest)) {
        say.accept(stage.name + ": " + lines.get(1) + " (unchanged)");
        return digest;
      }
    }
    Files.deleteIfExists(stamp);
    long start = System.nanoTime();
    String sentence = work.run();
    say.accept(
        String.format(
            java.util.Locale.ROOT,
            "%s: %s (%.1f s)",
            stage.name,
            sentence,
            (System.nanoTime() - start) * 1e-9));
    List<String> lines = new ArrayList<>(List.of("digest " + digest, sentence));
    stage.parameters.forEach((key, value) -> lines.add(key + " " + value));
    TargetFile.writeLines(stamp, lines);
    return digest;
  }
}
