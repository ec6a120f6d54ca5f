package dev.gme.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that the examples of {@code --help} name: those of the README's tour, from fewer
 * speakers, and the few others that it mentions.
 */
final class ExampleFiles {
  /** Small, but with dimensions for the LDA of an example; seed 1. */
  private static final String SIZE =
      " --dim 100 --speaker-dim 10 --speakers 120 --recordings 3 --eval-speakers 30";

  private final Path folder;

  private ExampleFiles(Path folder) {
    this.folder = folder;
  }

  static void write(Path folder) throws IOException {
    ExampleFiles files = new ExampleFiles(folder);
    files.tour();
    files.searches();
    files.lists();
    files.conversations();
    files.discriminative();
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  private void tour() {
    GmeRun.ok("simulate {}" + SIZE, file("kaldi"));
    GmeRun.ok("simulate {} --format npy" + SIZE, file("numpy"));
    for (String model : List.of("plda", "gme")) {
      GmeRun.ok(
          "train {} {} --labels {} --out {}",
          model.equals("gme") ? "htplda" : model,
          file("kaldi/train.scp"),
          file("kaldi/train.utt2spk"),
          file(model + ".gme"));
      GmeRun.ok(
          "score -m {} -e {} --models {} --trials {} --out {}",
          file(model + ".gme"),
          file("kaldi/eval.scp"),
          file("kaldi/enrol.spk2utt"),
          file("kaldi/trials"),
          file(model + ".txt"));
    }
    GmeRun.ok(
        "cluster {} -m {} --out {}", file("kaldi/eval.scp"), file("gme.gme"), file("clusters"));
  }

  /** Searches among half of the speakers, so that the others are strangers. */
  private void searches() throws IOException {
    List<String> enrol = Files.readAllLines(file("kaldi/enrol.spk2utt"));
    Files.write(file("half"), enrol.subList(0, enrol.size() / 2));
    GmeRun.ok(
        "score -m {} -e {} --models {} --out {}",
        file("gme.gme"),
        file("kaldi/eval.scp"),
        file("half"),
        file("all.txt"));
    Files.write(
        file("weights"), enrol.stream().map(line -> line.split(" ", -1)[0] + " 2").toList());
    // Recordings of two speakers that are not enrolled.
    List<String> eval =
        Files.readAllLines(file("kaldi/eval.utt2spk")).stream()
            .map(line -> line.split(" ", -1)[0])
            .filter(id -> id.endsWith("-002"))
            .toList();
    Files.writeString(file("pairs"), eval.get(0) + " " + eval.get(1) + "\n");
  }

  /** A key with conditions, durations of recordings and models, and an experiment. */
  private void lists() throws IOException {
    List<String> key = new ArrayList<>(List.of("enrol\ttest\tlabel\tgender\tlanguage"));
    List<String> durations = new ArrayList<>();
    for (String line : Files.readAllLines(file("kaldi/trials"))) {
      int speaker = Integer.parseInt(line.substring(1, 6));
      String conditions =
          (speaker % 2 == 0 ? "f" : "m") + "\t" + (speaker % 3 == 0 ? "yue" : "tgl");
      key.add(line.replace(' ', '\t') + "\t" + conditions);
    }
    for (String line : Files.readAllLines(file("kaldi/eval.utt2spk"))) {
      String[] words = line.split(" ", -1);
      durations.add(words[0] + " " + (2 + durations.size() % 7));
      if (words[0].endsWith("-001")) {
        durations.add(words[1] + " " + (2 + durations.size() % 7));
      }
    }
    List<String> quality = new ArrayList<>(List.of("id\tspeech\tsnr"));
    for (String line : Files.readAllLines(file("kaldi/train.utt2spk"))) {
      String id = line.split(" ", -1)[0];
      durations.add(id + " " + (2 + durations.size() % 7));
      quality.add(id + "\t" + (1 + quality.size() % 5) + "\t" + quality.size() % 23);
    }
    Files.write(file("train.quality.tsv"), quality);
    Files.write(file("key.tsv"), key);
    Files.write(file("utt2dur"), durations);
    Files.writeString(
        file("my.yaml"),
        """
        train: {vectors: kaldi/train.scp, labels: kaldi/train.utt2spk}
        evaluation:
          - vectors: kaldi/eval.scp
            models: kaldi/enrol.spk2utt
            trials: kaldi/trials
            labels: kaldi/eval.utt2spk
        """);
  }

  /** The recordings as windows of two conversations, and who speaks in them. */
  private void conversations() throws IOException {
    List<String> segments = new ArrayList<>();
    List<String> turns = new ArrayList<>();
    int t = 0;
    for (String line : Files.readAllLines(file("kaldi/eval.utt2spk"))) {
      String[] words = line.split(" ", -1);
      String recording = t < 40 ? "m1" : "m2";
      segments.add(words[0] + " " + recording + " " + t + " " + (t + 1));
      turns.add("SPEAKER " + recording + " 1 " + t + " 1 <NA> <NA> " + words[1] + " <NA> <NA>");
      t++;
    }
    Files.write(file("segments"), segments);
    Files.write(file("ref.rttm"), turns);
    Files.write(file("out.rttm"), turns);
    Files.write(file("all.uem"), List.of("m1 1 0 40", "m2 1 40 " + t));
  }

  /** Few vectors, because discriminative training takes long. */
  private void discriminative() throws IOException {
    Path few = file("few");
    List<String> labels = Files.readAllLines(file("kaldi/train.utt2spk")).subList(0, 120);
    Files.write(few, labels.stream().map(line -> line.split(" ", -1)[0]).toList());
    for (String name : List.of("train.npz", "a.npz")) {
      GmeRun.ok(
          "convert {} {} --labels {} --only {}",
          file("kaldi/train.scp"),
          file(name),
          file("kaldi/train.utt2spk"),
          few);
    }
    for (String name : List.of("htplda.gme", "vb.gme", "head.gme")) {
      Files.copy(file("gme.gme"), file(name));
    }
  }
}
