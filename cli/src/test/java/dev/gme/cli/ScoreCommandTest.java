package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.ScoreAbout;
import dev.gme.formats.table.ScoreAlignment;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.lab.evaluate.ScoreLists;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** From vectors to meta-embeddings and scores, in every format. */
class ScoreCommandTest extends CorpusCommandTest {
  private GmeRun score(String more, Object... values) {
    List<Object> all = new ArrayList<>(List.of(corpus.truth, corpus.eval, corpus.models));
    all.addAll(List.of(values));
    return GmeRun.ok("score -m {} -e {} --models {} " + more, all.toArray());
  }

  /** Against the plain formula of the library, in double. */
  @Test
  void aListOfTrialsIsScoredByPooling() throws IOException {
    GmeRun run = score("--trials {} --exact", corpus.trials);
    Path file = folder.resolve("scores");
    Files.writeString(file, run.out());
    TrialList scores = ListReader.read(file);
    assertThat(scores.size()).isEqualTo(12 * 24);
    Pipeline model = ModelFiles.open(corpus.truth).pipeline();
    LabelledVectors v = VectorFiles.read(corpus.eval);
    MetaEmbeddings e = model.extract(v.vectors());
    int[][] pool = {{v.row("e00003-001"), v.row("e00003-002")}};
    for (int i = 0; i < scores.size(); i++) {
      if (scores.enrolIds().get(scores.enrol(i)).equals("e00003")) {
        double expected = e.pool(pool).llr(0, e, v.row(scores.testIds().get(scores.test(i))));
        assertThat(scores.score(i)).isCloseTo(expected, within(1e-6 * (1 + Math.abs(expected))));
      }
    }
    assertThat(run.err()).contains("288 log-likelihood ratios").contains("exact in double");
  }

  /** A text archive with so many numbers for each evaluation recording. */
  private Path variances(String name, int numbers, double value) throws IOException {
    String row = ("  [ " + (value + " ").repeat(numbers) + "]\n");
    Path file = folder.resolve(name);
    Files.writeString(
        file,
        VectorFiles.read(corpus.eval).ids().stream()
            .map(id -> id + row)
            .collect(Collectors.joining()));
    return file;
  }

  @Test
  void vectorsWithVariancesAreScoredExactlyOrByTheNearestCanonicalForms() throws IOException {
    Path none = variances("none.ark", 20, 0);
    GmeRun plain = score("--trials {} --exact", corpus.trials);
    assertThat(score("--trials {} --variance {}", corpus.trials, none).out())
        .isEqualTo(plain.out());
    Path some = variances("some.ark", 20, 0.5);
    GmeRun exact = score("--trials {} --variance {}", corpus.trials, some);
    assertThat(exact.out()).isNotEqualTo(plain.out());
    GmeRun canonical = score("--trials {} --variance {} --canonical", corpus.trials, some);
    assertThat(canonical.err()).contains("nearest canonical forms: posteriors differ by");
    Path embeddings = folder.resolve("u.gme");
    assertThat(
            GmeRun.ok(
                    "extract {} -m {} --models {} --variance {} -o {}",
                    corpus.eval,
                    corpus.truth,
                    corpus.models,
                    some,
                    embeddings)
                .err())
        .contains("nearest canonical forms");
    GmeRun.refused(
        1,
        "variance 0 (from 0) of vector 'e00001-001' must be at least 0",
        "score -m {} -e {} --variance {}",
        corpus.truth,
        corpus.eval,
        variances("bad.ark", 20, -1));
    GmeRun.refused(
        1,
        "expected 20 variances or 400 elements of a covariance",
        "score -m {} -e {} --variance {}",
        corpus.truth,
        corpus.eval,
        variances("short.ark", 3, 1));
    GmeRun.refused(
        2, "--canonical goes with --variance", "score -m {} -e {} --canonical", none, none);
  }

  @Test
  void embeddingsOfExtractScoreAsTheirVectors() throws IOException {
    Path models = folder.resolve("models.gme");
    Path tests = folder.resolve("tests.gme");
    GmeRun.ok("extract {} -m {} --pool {} -o {}", corpus.eval, corpus.truth, corpus.models, models);
    JsonNode tree =
        new ObjectMapper()
            .readTree(
                GmeRun.ok("extract {} -m {} -o {} --json", corpus.eval, corpus.truth, tests).out());
    assertThat(tree.path("embeddings").asInt()).isEqualTo(48);
    assertThat(GmeRun.ok("score -e {} -t {} --trials {}", models, tests, corpus.trials).out())
        .isEqualTo(score("--trials {}", corpus.trials).out());
    GmeRun.refused(
        1,
        tests + " has meta-embeddings, which --models",
        "score -e {} --models {}",
        tests,
        corpus.models);
  }

  @Test
  void allPairsGoToTextAndMatrices() throws IOException {
    String text = score("--format scores").out();
    Path npy = folder.resolve("s.npy");
    JsonNode tree = new ObjectMapper().readTree(score("--out {} --json", npy).out());
    assertThat(tree.path("trials").asInt()).isEqualTo(12 * 48);
    TrialList matrix = ScoreMatrixFiles.read(npy);
    Path h5 = folder.resolve("s.h5");
    score("--out {}", h5);
    TrialList bosaris = ListReader.read(h5);
    assertThat(text.lines()).hasSize(matrix.size());
    for (int i = 0; i < matrix.size(); i++) {
      assertThat(bosaris.score(i)).isEqualTo(matrix.score(i));
      String enrol = matrix.enrolIds().get(matrix.enrol(i));
      assertThat(text).contains(enrol + " " + matrix.testIds().get(matrix.test(i)) + " ");
    }
  }

  @Test
  void theBestCountsAndQuantilesAreOfAllPairs() throws IOException {
    String top = score("--top 2").out();
    assertThat(top.lines()).hasSize(24);
    assertThat(top.lines().limit(2).collect(Collectors.joining("\n")))
        .matches("e00001 e00001-00\\d \\S+\ne00001 e00001-00\\d \\S+");
    assertThat(score("--top 1 --per test").out().lines()).hasSize(48);
    JsonNode tree =
        new ObjectMapper().readTree(score("--threshold -1e9 --threshold 0 --json").out());
    assertThat(tree.path("thresholds").get(0).path("scores").asInt()).isEqualTo(12 * 46);
    assertThat(score("--quantiles").out().lines()).hasSize(10);
    assertThat(score("--histogram -10:10").out().lines()).hasSize(23);
  }

  @Test
  void averagedAndCosineScoresDiffer() throws IOException {
    String pooled = score("--trials {}", corpus.trials).out();
    assertThat(score("--trials {} --average", corpus.trials).out()).isNotEqualTo(pooled);
    GmeRun cosine = score("--trials {} --cosine --format wespeaker", corpus.trials);
    assertThat(cosine.out().lines())
        .allMatch(l -> l.matches("\\S+ \\S+ -?(0\\.\\d+|\\de-\\d+|[01]) (non)?target"));
    assertThat(cosine.err()).contains("288 cosines");
  }

  /** Without --test nothing is ranked against itself, nor a model against its recordings. */
  @Test
  void theBestAreOthers() {
    String self = "(\\S+) \\1 .*";
    for (String per : List.of("", " --per test")) {
      List<String> best =
          GmeRun.ok("score --cosine -e {} --top 47" + per, corpus.eval).out().lines().toList();
      assertThat(best).hasSize(48 * 47).noneMatch(l -> l.matches(self));
    }
    assertThat(score("--top 3").out().lines().toList())
        .hasSize(36)
        .noneMatch(l -> l.matches("(e\\d+) \\1-00[12] .*"));
    assertThat(score("--top 1 -t {}", corpus.file("eval.ark")).out().lines().toList())
        .anyMatch(l -> l.matches("(e\\d+) \\1-00[12] .*"));
  }

  /** Counts are those of the list of all pairs without what has a recording in common. */
  @Test
  void nothingIsCountedAgainstItself() throws IOException {
    List<Double> others = new ArrayList<>();
    for (String line : GmeRun.ok("score --cosine -e {}", corpus.eval).out().lines().toList()) {
      String[] words = line.split(" ", -1);
      if (!words[0].equals(words[1])) {
        others.add(Double.parseDouble(words[2]));
      }
    }
    assertThat(others).hasSize(48 * 47);
    ObjectMapper json = new ObjectMapper();
    JsonNode count =
        json.readTree(GmeRun.ok("score --cosine -e {} --threshold 0.2 --json", corpus.eval).out())
            .path("thresholds")
            .get(0);
    assertThat(count.path("of").asInt()).isEqualTo(48 * 47);
    assertThat(count.path("scores").asLong())
        .isEqualTo(others.stream().filter(s -> s >= 0.2).count());
    // A recording has a cosine of 1 with itself and of less with all others.
    double highest = others.stream().mapToDouble(s -> s).max().orElseThrow();
    JsonNode quantiles =
        json.readTree(GmeRun.ok("score --cosine -e {} --quantiles --json", corpus.eval).out());
    assertThat(quantiles.path("quantiles").get(8).path("score").asDouble())
        .isCloseTo(highest, within(1e-3));
    long binned = 0;
    for (JsonNode bin :
        json.readTree(GmeRun.ok("score --cosine -e {} --histogram -1:1 --json", corpus.eval).out())
            .path("histogram")) {
      binned += bin.path("scores").asLong();
    }
    assertThat(binned).isEqualTo(48 * 47);
    assertThat(
            GmeRun.ok(
                    "score --cosine -e {} -t {} --threshold -2",
                    corpus.eval,
                    corpus.file("eval.ark"))
                .out())
        .contains("2304");
    Path one = folder.resolve("one.txt");
    Files.writeString(one, "a  [ 1 2 3 ]\n");
    GmeRun.refused(
        1, "there is no pair of different recordings", "score --cosine -e {} --quantiles", one);
  }

  /** A file holds what its name says, in the caller's order, and says what the scores are. */
  @Test
  void namesSayWhatIsInAFile() throws IOException {
    List<String> order = new ArrayList<>();
    for (String name : List.of("s.txt", "s.csv", "s.tsv", "s.npz", "s.h5", "s.npy")) {
      for (String how : List.of("", "--exact ", "--nu Infinity ")) {
        Path file = folder.resolve(name);
        score(how + "--out {}", file);
        TrialList read = ScoreLists.read(file);
        List<String> trials = IntStream.range(0, read.size()).mapToObj(read::describe).toList();
        if (order.isEmpty()) {
          order.addAll(trials);
        }
        assertThat(trials).as(how + name).isEqualTo(order);
        ScoreAbout about = read.about().orElseThrow();
        assertThat(about.kind()).isEqualTo(ScoreAbout.Kind.LLR);
        assertThat(about.model()).isEqualTo(corpus.truth.getFileName().toString());
        assertThat(about.modelSha256()).matches("[0-9a-f]{64}");
        assertThat(about.pipeline())
            .contains(how.isBlank() || how.contains("exact") ? "2.0" : "Inf");
      }
    }
    assertThat(order.get(0)).isEqualTo("e00001 e00001-001");
    assertThat(order.get(1)).isEqualTo("e00001 e00001-002");
    assertThat(order.get(48)).isEqualTo("e00002 e00001-001");
    assertThat(Files.readAllLines(folder.resolve("s.csv")).get(0)).isEqualTo("enrol,test,score");
    assertThat(Files.readAllLines(folder.resolve("s.tsv")).get(0)).isEqualTo("enrol\ttest\tscore");
    Path npz = folder.resolve("list.npz");
    score("--trials {} --out {}", corpus.trials, npz);
    assertThat(ListReader.read(npz).size()).isEqualTo(288);
    assertThat(GmeRun.ok("info {}", npz).out())
        .contains("log-likelihood ratios   yes")
        .containsPattern("layout +npz");
    Path json = folder.resolve("s.json");
    GmeRun.refused(
        2,
        "layout scores is not what the name s.json says",
        "score -m {} -e {} --out {}",
        corpus.truth,
        corpus.eval,
        json);
    GmeRun.refused(
        2,
        "layout scores is not what the name list.npz says",
        "score -m {} -e {} --format scores --out {}",
        corpus.truth,
        corpus.eval,
        npz);
    GmeRun.refused(
        2,
        "a .npy file is of all pairs",
        "score -m {} -e {} --trials {} --out {}",
        corpus.truth,
        corpus.eval,
        corpus.trials,
        folder.resolve("l.npy"));
  }

  /** Cosines are no log-likelihood ratios, and every command that needs these says so. */
  @Test
  void cosinesAreMarked() throws IOException {
    Path cosines = folder.resolve("cosines.txt");
    score("--cosine --trials {} --out {}", corpus.trials, cosines);
    GmeRun.refused(
        1,
        cosines + ": expected log-likelihood ratios, found cosines",
        "decide {} --prior 0.5",
        cosines);
    assertThat(GmeRun.ok("decide {} --prior 0.5 --llr", cosines).out().lines()).hasSize(288);
    GmeRun figures = GmeRun.ok("evaluate {} --key {}", cosines, corpus.trials);
    assertThat(figures.err())
        .contains("note: " + cosines + " holds cosines, which are no log-likelihood ratios");
    assertThat(figures.out()).doesNotContain("act");
    assertThat(GmeRun.ok("evaluate {} --key {} --llr", cosines, corpus.trials).err()).isEmpty();
    assertThat(GmeRun.ok("info {}", cosines).out()).contains("no, cosine");
    Path calibration = folder.resolve("c.gme");
    GmeRun.ok("calibrate train {} --key {} --out {}", cosines, corpus.trials, calibration);
    Path llrs = folder.resolve("llrs.npz");
    GmeRun.ok("calibrate apply {} {} --out {}", calibration, cosines, llrs);
    assertThat(ListReader.read(llrs).about().orElseThrow().description())
        .startsWith("cosines calibrated by llr = ");
    assertThat(GmeRun.ok("decide {} --prior 0.5", llrs).err()).doesNotContain("warning");
    assertThat(GmeRun.ok("decide {} --calibration {} --prior 0.5", cosines, calibration).err())
        .contains("Calibration: llr = ")
        .doesNotContain("warning");
    Path raw = Files.copy(cosines, folder.resolve("unknown.txt"));
    assertThat(GmeRun.ok("decide {} --prior 0.5", raw).err())
        .contains("warning: " + raw + " does not say what its scores are");
    assertThat(GmeRun.ok("evaluate {} --key {}", raw, corpus.trials).err())
        .contains("warning: " + raw + " does not say what its scores are");
  }

  /** CN-Celeb's keys have 0 and 1 behind the ids. */
  @Test
  void keysOfZerosAndOnes() throws IOException {
    Path scores = folder.resolve("s.txt");
    score("--trials {} --out {}", corpus.trials, scores);
    Path key = folder.resolve("key01");
    Files.writeString(
        key,
        Files.readString(corpus.trials)
            .replaceAll("(?m) nontarget$", " 0")
            .replaceAll("(?m) target$", " 1"));
    assertThat(GmeRun.ok("evaluate {} --key {}", scores, key).out())
        .isEqualTo(GmeRun.ok("evaluate {} --key {}", scores, corpus.trials).out());
    assertThat(GmeRun.ok("info {}", key).out()).contains("labels where a key is expected");
    assertThat(score("--trials {} --format wespeaker", key).out())
        .isEqualTo(score("--trials {} --format wespeaker", corpus.trials).out());
  }

  /** A mean that is said to be of two recordings is the pool of them, in a Gaussian model. */
  @Test
  void averagedVectorsWithNumbersScoreAsTheirRecordings() throws IOException {
    LabelledVectors v = VectorFiles.read(corpus.eval);
    StringBuilder means = new StringBuilder();
    StringBuilder counts = new StringBuilder();
    for (int s = 1; s <= 12; s++) {
      String model = String.format("e%05d", s);
      means.append(model).append("  [ ");
      for (int k = 0; k < 20; k++) {
        double a = v.vectors().get(v.row(model + "-001"), k);
        double b = v.vectors().get(v.row(model + "-002"), k);
        means.append((a + b) / 2).append(' ');
      }
      means.append("]\n");
      counts.append(model).append(" 2\n");
    }
    Path enrol = Files.writeString(folder.resolve("means"), means);
    Path numUtts = Files.writeString(folder.resolve("num_utts"), counts);
    String pooled = score("--nu Infinity --trials {} --exact", corpus.trials).out();
    GmeRun run =
        GmeRun.ok(
            "score -m {} --nu Infinity -e {} -t {} --num-utts {} --trials {} --exact",
            corpus.truth,
            enrol,
            corpus.eval,
            numUtts,
            corpus.trials);
    double[] expected = numbers(pooled);
    double[] found = numbers(run.out());
    for (int i = 0; i < expected.length; i++) {
      assertThat(found[i]).isCloseTo(expected[i], within(1e-4 * (1 + Math.abs(expected[i]))));
    }
  }

  /** Without length normalization Kaldi's scores are those of the Gaussian model. */
  @Test
  void gaussianModelsAreScoredAsKaldiDoes() {
    double[] plain = numbers(score("--nu Infinity --trials {} --exact", corpus.trials).out());
    String kaldi = "--nu Infinity --trials {} --exact --kaldi-length ";
    double[] none = numbers(score(kaldi + "none", corpus.trials).out());
    for (int i = 0; i < plain.length; i++) {
      assertThat(none[i]).isCloseTo(plain[i], within(1e-6 * (1 + Math.abs(plain[i]))));
    }
    String normalized = score(kaldi + "likelihood", corpus.trials).out();
    assertThat(score(kaldi + "simple", corpus.trials).out()).isNotEqualTo(normalized);
    assertThat(score(kaldi + "likelihood --smoothing 0.1", corpus.trials).out())
        .isNotEqualTo(normalized);
    GmeRun.refused(
        1,
        "Kaldi's scoring is of Gaussian models, this one has nu = 2.0",
        "score -q -m {} -e {} --kaldi-length simple",
        corpus.truth,
        corpus.eval);
  }

  private static double[] numbers(String scores) {
    return scores.lines().mapToDouble(l -> Double.parseDouble(l.split(" ", -1)[2])).toArray();
  }

  @Test
  void cohortsNormalizeAndWarn() {
    GmeRun run = score("--trials {} --norm s --cohort {}", corpus.trials, corpus.train);
    assertThat(run.err()).contains("normalized by s").doesNotContain("warning");
    run =
        score(
            "--trials {} --norm as --cohort-top 20 --cohort {} --labels {}",
            corpus.trials,
            corpus.eval,
            corpus.file("eval.utt2spk"));
    assertThat(run.err())
        .contains("normalized by as(20)")
        .contains("warning: the cohort has 24 recordings of the enrolment side")
        .contains("warning: the cohort has 12 speakers of the test side, for example e00001");
    // Of the 200 best that count by default there are but 48.
    run = score("--trials {} --norm as --cohort {}", corpus.trials, corpus.eval);
    assertThat(run.err()).contains("normalized by as(48)").doesNotContain("as(200)");
  }

  @Test
  void cosinesAreNormalizedInListsAndMatricesAlike() throws IOException {
    String how = "--cosine --norm as --top-n 20 --cohort {} ";
    GmeRun list = score(how + "--trials {}", corpus.train, corpus.trials);
    assertThat(list.err()).contains("288 cosines normalized by as(20)");
    Path all = folder.resolve("all");
    score(how + "--out {}", corpus.train, all);
    List<String> lines = Files.readAllLines(all);
    for (String line : list.out().lines().toList()) {
      String trial = line.substring(0, line.lastIndexOf(' ') + 1);
      String other = lines.stream().filter(l -> l.startsWith(trial)).findFirst().get();
      assertThat(numbers(other)[0]).isCloseTo(numbers(line)[0], within(1e-4));
    }
  }

  @Test
  void missingVectorsAreNamedOrPassedOver() throws IOException {
    Path trials = folder.resolve("trials");
    Files.writeString(
        trials,
        "e00001 nobody\n" + Files.readString(corpus.trials).replaceAll(" (non)?target", ""));
    GmeRun.refused(
        1,
        trials + ", line 1: there is no vector or model 'nobody'",
        "score -m {} -e {} --models {} --trials {} -q",
        corpus.truth,
        corpus.eval,
        corpus.models,
        trials);
    GmeRun run = score("--trials {} --allow-missing", trials);
    assertThat(run.err()).contains("warning: passed over 1 of 289 trials");
    assertThat(run.out()).isEqualTo(score("--trials {}", corpus.trials).out());
  }

  /** SRE16 names files in its lists; the scores keep the names of the list. */
  @Test
  void idsWithTheSuffixOfAFileAreThoseOfTheirRecordings() throws IOException {
    Path trials = folder.resolve("ndx");
    List<String> lines = new ArrayList<>(List.of("modelid\tsegmentid\tside"));
    for (String line : Files.readAllLines(corpus.trials)) {
      lines.add(line.replaceAll("(\\S+) (\\S+) .*", "$1\t$2.sph\ta"));
    }
    Files.write(trials, lines);
    Path models = spk2utt(Files.readString(corpus.models).replaceAll("(-00\\d)", "$1.sph"));
    GmeRun run =
        GmeRun.ok(
            "score -m {} -e {} --models {} --trials {}", corpus.truth, corpus.eval, models, trials);
    assertThat(run.out().replace(".sph", "")).isEqualTo(score("--trials {}", corpus.trials).out());
    assertThat(run.out().lines()).allMatch(line -> line.contains(".sph "));

    Path other = folder.resolve("other");
    Files.writeString(other, "1 e00001-001.wav e00001-002.WAV\n0 e00001-001.wav e00002-001.txt\n");
    GmeRun.refused(
        1,
        other + ", line 2: there is no vector or model 'e00002-001.txt'",
        "score -q -m {} -e {} --trials {}",
        corpus.truth,
        corpus.eval,
        other);
  }

  @Test
  void emptyFilesAreNamed() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty"));
    GmeRun.refused(
        1,
        empty + ": expected vectors, found an empty file",
        "score -q -m {} -e {}",
        corpus.truth,
        empty);
    GmeRun.refused(
        1,
        empty + ": expected a model, found an empty file",
        "score -q -m {} -e {}",
        empty,
        corpus.eval);
  }

  /** Whoever reads the vectors says whose are wrong, and in which file. */
  @Test
  void uselessVectorsAreNamed() throws IOException {
    Path nan = folder.resolve("nan.ark");
    Path tooShort = folder.resolve("short.ark");
    String good = "a  [ " + "1 ".repeat(20) + "]\n";
    Files.writeString(nan, good + "b  [ 1 nan " + "1 ".repeat(18) + "]\n");
    Files.writeString(tooShort, "a  [ 1 2 3 ]\n");
    Path labels = Files.writeString(folder.resolve("utt2spk"), "a s\nb s\n");
    Path out = folder.resolve("x");
    String sentence = nan + ": the vector 'b' must be finite, found NaN as number 2 of 20";
    GmeRun.refused(1, sentence, "score -m {} -e {}", corpus.truth, nan);
    GmeRun.refused(1, sentence, "score -m {} -e {} -t {}", corpus.truth, corpus.eval, nan);
    GmeRun.refused(1, sentence, "score --cosine -e {}", nan);
    GmeRun.refused(1, sentence, "extract {} -m {} -o {}", nan, corpus.truth, out);
    GmeRun.refused(1, sentence, "adapt {} -m {} -o {}", nan, corpus.truth, out);
    GmeRun.refused(1, sentence, "partition {} -m {}", nan, corpus.truth);
    GmeRun.refused(1, sentence, "train plda {} --labels {} -o {}", nan, labels, out);
    String dimension = tooShort + ": the model takes vectors of dimension 20, found 3";
    GmeRun.refused(1, dimension, "score -m {} -e {} -t {}", corpus.truth, corpus.eval, tooShort);
    GmeRun.refused(1, dimension, "extract {} -m {} -o {}", tooShort, corpus.truth, out);
    GmeRun.refused(1, dimension, "adapt {} -m {} -o {}", tooShort, corpus.truth, out);
    GmeRun.refused(1, dimension, "partition {} -m {}", tooShort, corpus.truth);
    assertThat(out).doesNotExist();
    // A recording that nobody asked about does not matter.
    GmeRun.ok("partition {} -m {} a", nan, corpus.truth);
  }

  @Test
  void mistakesAreNamed() {
    GmeRun.refused(1, "this needs a model", "score -e {}", corpus.eval);
    GmeRun.refused(2, "--norm and --cohort need each other", "score -e {} --norm z", corpus.eval);
    GmeRun.refused(
        2,
        "one of --top, --threshold, --quantiles and --histogram at a time",
        "score -e {} --top 1 --quantiles",
        corpus.eval);
    GmeRun.refused(2, "a matrix of scores needs a file", "score -e {} --format npy", corpus.eval);
    GmeRun.refused(
        2,
        "the tolerance must be finite and not negative, found -1.0",
        "score -e {} --tolerance -1",
        corpus.eval);
    GmeRun.refused(
        2, "--json reports on scores that go elsewhere", "score -e {} --json", corpus.eval);
    GmeRun.refused(
        2,
        "--top, --threshold, --quantiles and --histogram go to standard output",
        "score -e {} --top 1 --out {}",
        corpus.eval,
        folder.resolve("x"));
    GmeRun.refused(
        2, "--smoothing goes with --kaldi-length", "score -e {} --smoothing 0.1", corpus.eval);
    GmeRun.refused(
        1,
        "there is no vector 't00001-001' for the model 't00001'",
        "score -m {} -e {} -q --models {}",
        corpus.truth,
        corpus.eval,
        spk2utt("t00001 t00001-001\n"));
  }

  private Path spk2utt(String text) {
    try {
      return Files.writeString(folder.resolve("spk2utt"), text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private GmeRun scoreWith(Path model, String more, Object... values) {
    List<Object> all = new ArrayList<>(List.of(model, corpus.eval, corpus.models));
    all.addAll(List.of(values));
    return GmeRun.ok("score -m {} -e {} --models {} " + more, all.toArray());
  }

  /** Trains a calibration and appends it to the model that the scores are of. */
  private void appendTrained(String how, Path scores, Path calibration, Path model) {
    GmeRun.ok(
        "calibrate train {} --key {} " + how + " --ridge 1e-3 --out {}",
        scores,
        corpus.trials,
        calibration);
    GmeRun.ok("calibrate append {} {} --out {}", calibration, corpus.truth, model);
  }

  /** A model with a calibration appended scores as calibrate apply does after it. */
  @Test
  void appendedCalibrationsAreApplied() throws IOException {
    Path raw = file("raw", score("--trials {} --exact", corpus.trials).out());
    Path calibration = folder.resolve("c.gme");
    Path model = folder.resolve("calibrated.gme");
    for (String form : List.of("linear", "pav")) {
      appendTrained("--form " + form, raw, calibration, model);
      TrialList expected =
          ListReader.read(
              file("expected", GmeRun.ok("calibrate apply {} {}", calibration, raw).out()));
      GmeRun run = scoreWith(model, "--trials {} --exact", corpus.trials);
      assertThat(run.err())
          .contains("Calibration: llr = ")
          .contains("288 calibrated log-likelihood ratios");
      TrialList found = ListReader.read(file("found", run.out()));
      TrialList all = ListReader.read(file("all", scoreWith(model, "--exact").out()));
      TrialList aligned = ScoreAlignment.align(expected, all);
      for (int i = 0; i < expected.size(); i++) {
        double e = expected.score(i);
        assertThat(found.score(i)).isCloseTo(e, within(1e-5 * (1 + Math.abs(e))));
        assertThat(aligned.score(i)).isCloseTo(e, within(1e-5 * (1 + Math.abs(e))));
      }
      assertThat(scoreWith(model, "--trials {} --exact --uncalibrated", corpus.trials).out())
          .isEqualTo(Files.readString(raw));
    }
    assertThat(scoreWith(model, "--trials {} --cosine", corpus.trials).err())
        .contains(
            "calibration is left out: it is for plain log-likelihood ratios, not for cosines");
    assertThat(scoreWith(model, "--trials {} --nu 5", corpus.trials).err())
        .contains("note: the model's calibration is left out: with --nu it is another model")
        .contains("288 log-likelihood ratios");
    assertThat(scoreWith(model, "--trials {} --nu 5 --uncalibrated", corpus.trials).err())
        .doesNotContain("left out");
    Path other = folder.resolve("other.gme");
    for (String line :
        List.of("extract {} -m {} --out {}", "adapt {} -m {} --nu Infinity --out {}")) {
      assertThat(GmeRun.ok(line, corpus.eval, model, other).err())
          .contains("note: the model's calibration is left out");
    }
    GmeRun.refused(
        1,
        model + " has a calibration already",
        "calibrate append {} {} --out {}",
        calibration,
        model,
        folder.resolve("twice.gme"));
  }

  @Test
  void aCalibratedModelSaysSoAndIsConvertedWithItsCalibration() throws IOException {
    Path raw = file("raw", score("--trials {} --exact", corpus.trials).out());
    Path calibration = folder.resolve("c.gme");
    Path model = folder.resolve("calibrated.gme");
    Path npz = folder.resolve("calibrated.npz");
    GmeRun.ok("calibrate train {} --key {} --ridge 1e-3 --out {}", raw, corpus.trials, calibration);
    GmeRun.ok("calibrate append {} {} --out {}", calibration, corpus.truth, model);
    GmeRun.ok("convert {} {}", model, npz);
    for (Path file : List.of(model, npz)) {
      assertThat(GmeRun.ok("info {}", file).out())
          .contains("calibrated-model")
          .containsPattern("calibration +llr = ");
    }
    assertThat(GmeRun.ok("info {}", model).out())
        .contains("calibration command", "model command", "gme simulate");
    assertThat(GmeRun.ok("info {}", calibration).out()).containsPattern("calibration +llr = ");
    assertThat(scoreWith(npz, "--trials {}", corpus.trials).out())
        .isEqualTo(scoreWith(model, "--trials {}", corpus.trials).out());
    GmeRun other = GmeRun.ok("convert {} {} --nu 5", model, folder.resolve("other.gme"));
    assertThat(other.err()).contains("calibration is left out");
    assertThat(GmeRun.ok("info {}", folder.resolve("other.gme")).out()).contains("extractor");
  }

  /** The precision of the embeddings is the one quality that a model knows itself. */
  @Test
  void aQualityOfLogPrecisionsCanBeAppended() throws IOException {
    Path raw = file("raw", score("--trials {} --exact", corpus.trials).out());
    Path models = folder.resolve("models.gme");
    Path tests = folder.resolve("tests.gme");
    GmeRun.ok("extract {} -m {} --pool {} -o {}", corpus.eval, corpus.truth, corpus.models, models);
    GmeRun.ok("extract {} -m {} -o {}", corpus.eval, corpus.truth, tests);
    String quality = "logb:" + models + "," + tests;
    Path calibration = folder.resolve("c.gme");
    Path model = folder.resolve("calibrated.gme");
    appendTrained("--quality " + quality, raw, calibration, model);
    TrialList expected =
        ListReader.read(
            file(
                "expected",
                GmeRun.ok("calibrate apply {} {} --quality {}", calibration, raw, quality).out()));
    TrialList found =
        ListReader.read(
            file("found", scoreWith(model, "--trials {} --exact", corpus.trials).out()));
    for (int i = 0; i < expected.size(); i++) {
      double e = expected.score(i);
      assertThat(found.score(i)).isCloseTo(e, within(1e-5 * (1 + Math.abs(e))));
    }
    GmeRun.ok(
        "fuse train {} {} --key {} --ridge 1e-3 --out {}", raw, raw, corpus.trials, calibration);
    GmeRun.refused(
        1,
        calibration + " is a fusion of 2 systems",
        "calibrate append {} {} --out {}",
        calibration,
        corpus.truth,
        model);
  }

  /** A vector of zeros has no direction; whose it is, the user knows by its id alone. */
  @Test
  void vectorsThatCannotBeUsedAreNamed() throws IOException {
    Path text = folder.resolve("text.ark");
    GmeRun.ok("convert {} {} --to kaldi-text", corpus.eval, text);
    List<String> lines = new ArrayList<>(Files.readAllLines(text));
    String id = lines.get(7).split(" ", 2)[0];
    lines.set(7, id + "  [ " + "0 ".repeat(20) + "]");
    Path zero = Files.write(folder.resolve("zero.ark"), lines);
    String message = "vector '" + id + "' has length 0.0 and no direction";
    GmeRun.refused(1, message, "score --cosine -e {} --out {}", zero, folder.resolve("s.txt"));
    Path labels = corpus.file("eval.utt2spk");
    Path model = folder.resolve("m.gme");
    GmeRun.refused(
        1, message, "train plda {} --labels {} --chain length -o {}", zero, labels, model);
    assertThat(model).doesNotExist();
    assertThat(folder.resolve("s.txt")).doesNotExist();
  }
}
