package dev.gme.cli;

import dev.gme.cli.terminal.Terminal;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * Runs usual command lines and shows nothing. The launcher records which classes that loads, for
 * the archive that makes later starts fast; a JVM can record one run only, so it has to be one.
 */
@Command(
    name = "warm-up",
    hidden = true,
    description = "Run usual commands without output, to record which classes they load.",
    footer = "  gme warm-up")
final class WarmUpCommand implements Callable<Integer> {
  private static final List<String> USUAL =
      List.of(
          "--help",
          "--version",
          "--unknown",
          "simulate FOLDER --speakers 30 --eval-speakers 5 --dim 12 --speaker-dim 3",
          "train htplda FOLDER/train.scp --labels FOLDER/train.utt2spk --out FOLDER/m -d 3",
          "score -m FOLDER/m -e FOLDER/eval.scp --models FOLDER/enrol.spk2utt"
              + " --trials FOLDER/trials --out FOLDER/scores",
          "evaluate FOLDER/scores --key FOLDER/trials",
          "score -m FOLDER/m -e FOLDER/eval.scp --out FOLDER/scores.npy",
          "score -m FOLDER/m -e FOLDER/eval.scp --out FOLDER/pairs",
          "score -m FOLDER/m -e FOLDER/eval.scp --trials FOLDER/pairs",
          "convert FOLDER/eval.scp FOLDER/eval.npz",
          "info FOLDER/m FOLDER/trials FOLDER/eval.scp");

  @Override
  public Integer call() throws IOException {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Terminal.Stream stream = new Terminal.Stream(nowhere, StandardCharsets.UTF_8, false);
    Terminal terminal = new Terminal(stream, stream);
    Path folder = Files.createTempDirectory("gme-warm-up");
    try {
      for (String line : USUAL) {
        String[] args =
            Arrays.stream(line.split(" ", -1))
                .map(word -> word.replace("FOLDER", folder.toString()))
                .toArray(String[]::new);
        Main.run(Main.commandLine(terminal, args), terminal, args);
      }
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    }
    return 0;
  }
}
