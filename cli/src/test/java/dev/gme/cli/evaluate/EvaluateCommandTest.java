package dev.gme.cli.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.cli.InProcess;
import dev.gme.cli.InProcess.Result;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.Bootstrap;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.MisleadingEvidence;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.formats.table.TrialList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluateCommandTest {
  @TempDir Path folder;
  private final ScoreFixture data = new ScoreFixture();

  /** {@code gme evaluate} of the fixture's scores with its key. */
  private Result evaluate(Object... more) throws IOException {
    List<Object> words = new ArrayList<>(List.of("evaluate", data.scores(folder)));
    words.addAll(List.of("--llr", "--key", data.key(folder)));
    words.addAll(List.of(more));
    return InProcess.run(words.toArray());
  }

  private static JsonNode json(Result result) throws IOException {
    // Files that others made do not say what their scores are.
    assertThat(result.err().lines())
        .allMatch(l -> l.matches("warning: \\S+ does not say what its scores are; .*"));
    assertThat(result.exitCode()).isZero();
    return new ObjectMapper().readTree(result.out());
  }

  @Test
  void theTableNamesDefinitionOperatingPointThresholdAndCounts() throws Exception {
    Result result = evaluate();
    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    double eer = 100 * Evaluation.of(data.trials()).metrics().eerRocch();
    assertThat(result.out())
        .startsWith("a: 40 target and 360 non-target trials\n")
        .contains("EER %, ROC convex hull")
        .contains(String.format("%.2f", eer))
        .contains("minDCF 0.01:1:1")
        .contains("Bayes threshold 4.5951")
        .contains("Cprm_min, sre16: the mean of the minimum DCFs at 0.01:1:1 and 0.005:1:1.")
        .contains("rule of 30");
  }

  @Test
  void scoresAreAskedFor() {
    Result result = InProcess.run("evaluate", "--json");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("missing required parameter: 'SCORES'");
  }

  @Test
  void jsonHasTheFiguresOfTheLibrary() throws Exception {
    JsonNode result = json(evaluate("--preset", "sre08", "--dcf", "0.2:1:3", "--json"));
    OperatingPoint point = new OperatingPoint(0.2, 1, 3);
    Evaluation expected =
        Evaluation.of(data.trials(), EvaluationOptions.of(List.of(OperatingPoint.SRE08, point)));
    JsonNode system = result.at("/results/0");
    assertThat(system.path("eer_rocch").asDouble()).isEqualTo(expected.metrics().eerRocch());
    assertThat(system.path("cllr").asDouble()).isEqualTo(expected.metrics().cllr());
    assertThat(system.path("targets").asInt()).isEqualTo(40);
    JsonNode cost = system.at("/costs/1");
    assertThat(cost.path("bayes_threshold").asDouble()).isEqualTo(point.bayesThreshold());
    assertThat(cost.path("act_dcf").asDouble()).isEqualTo(expected.metrics().actDcf(point));
    assertThat(cost.at("/min_at/misses").asInt())
        .isEqualTo(expected.costs().get(1).minErrors().misses());
    assertThat(system.path("min_cost sre08").asDouble())
        .isEqualTo(expected.metrics().minCost(CostPreset.SRE08));
  }

  /** Whatever the layout of key and scores, and in whatever order the scores come. */
  @Test
  void everyLayoutGivesTheSameFigures() throws Exception {
    String nist = "modelid\tsegmentid\tside";
    List<Path> keys =
        List.of(
            data.key(folder),
            data.write(
                folder.resolve("vox"),
                "",
                i -> (data.isTarget[i] ? "1 " : "0 ") + data.pair(i, " ")),
            data.write(
                folder.resolve("nist-key"),
                nist + "\ttargettype",
                i -> data.pair(i, "\t") + "\ta\t" + data.label(i)),
            data.write(folder.resolve("sre10"), "", i -> data.pair(i, " ") + " a " + data.label(i)),
            data.write(
                folder.resolve("key.csv"),
                "enrol,test,label",
                i -> data.pair(i, ",") + "," + data.label(i)));
    Path shuffled = folder.resolve("shuffled.txt");
    List<String> lines = new ArrayList<>(Files.readAllLines(data.scores(folder)));
    Collections.shuffle(lines, new Random(3));
    Files.write(shuffled, lines);
    List<String> models = data.enrol.stream().distinct().toList();
    List<String> tests = data.test.stream().distinct().toList();
    TrialList scored = TrialList.allPairs(models, tests).withScores(data.scores);
    Path matrix = folder.resolve("matrix.npy");
    Npy.write(matrix, NpyArray.of(DoubleMatrix.wrap(models.size(), tests.size(), data.scores)));
    ScoreMatrixFiles.writeIds(matrix, models, tests);
    Path bosaris = folder.resolve("scores.h5");
    ListWriter.write(bosaris, scored, ListLayout.BOSARIS);
    List<Path> scores =
        List.of(
            data.scores(folder),
            shuffled,
            matrix,
            bosaris,
            data.write(
                folder.resolve("nist-scores"),
                nist + "\tLLR",
                i -> data.pair(i, "\t") + "\ta\t" + data.scores[i]),
            data.write(
                folder.resolve("scores.csv"),
                "enrol,test,score",
                i -> data.pair(i, ",") + "," + data.scores[i]));
    double eer = Evaluation.of(data.trials()).metrics().eerRocch();
    for (Path key : keys) {
      for (Path file : scores) {
        JsonNode result = json(InProcess.run("evaluate", file, "--key", key, "--json"));
        assertThat(result.at("/results/0/eer_rocch").asDouble())
            .as(key + " " + file)
            .isEqualTo(eer);
      }
    }
    Path own =
        data.write(
            folder.resolve("wespeaker"),
            "",
            i -> data.pair(i, " ") + " " + data.scores[i] + " " + data.label(i));
    assertThat(json(InProcess.run("evaluate", own, "--json")).at("/results/0/eer_rocch").asDouble())
        .isEqualTo(eer);
  }

  @Test
  void intervalsAreThoseOfDrawingSpeakers() throws Exception {
    JsonNode result =
        json(
            evaluate(
                "--enrol-spk",
                data.speakers(folder),
                "--replicates",
                "200",
                "--seed",
                "5",
                "--json"));
    int tests = ScoreFixture.SPEAKERS * ScoreFixture.TESTS;
    int[] enrol = IntStream.range(0, data.scores.length).map(i -> i / tests).toArray();
    int[] test =
        IntStream.range(0, data.scores.length).map(i -> i % tests / ScoreFixture.TESTS).toArray();
    Interval expected =
        Bootstrap.of(
                data.trials().withSpeakers(enrol, test),
                BootstrapOptions.DEFAULT.withReplicates(200).withSeed(5),
                Progress.NONE)
            .interval(Metrics::eerRocch);
    JsonNode found = result.at("/results/0/eer_rocch_interval");
    assertThat(found.path("lo").asDouble()).isEqualTo(expected.lo());
    assertThat(found.path("hi").asDouble()).isEqualTo(expected.hi());
  }

  @Test
  void theKeysOwnColumnsNameSpeakersToo() throws Exception {
    Path key =
        data.write(
            folder.resolve("key.tsv"),
            "enrol\ttest\tlabel\tenrol_speaker\ttest_speaker",
            i ->
                data.pair(i, "\t")
                    + "\t"
                    + data.label(i)
                    + "\ts"
                    + data.enrol.get(i).substring(1)
                    + "\ts"
                    + Integer.parseInt(data.test.get(i).substring(1)) / ScoreFixture.TESTS);
    Result result =
        InProcess.run(
            "evaluate",
            data.scores(folder),
            "--llr",
            "--key",
            key,
            "--intervals",
            "--replicates",
            "50");
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("95 % interval").contains("with 50 replicates");
  }

  @Test
  void intervalsWithoutSpeakersAreRefused() throws Exception {
    Result result = evaluate("--intervals");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("does not say who speaks").contains("--labels");
  }

  /** As in the trials of Kaldi and of gme simulate; other names need a line in the list. */
  @Test
  void aModelMayBeNamedAsItsSpeaker() throws Exception {
    Path speakers = data.speakers(folder);
    Path key = data.key(folder);
    Path scores = data.scores(folder);
    String lines = Files.readString(speakers);
    Files.writeString(speakers, lines.replaceAll("m\\d s\\d\n", "").replace(" s", " m"));
    Result result = InProcess.run("evaluate", scores, "--key", key, "--enrol-spk", speakers);
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).contains("Intervals: 95 %");
    Files.writeString(speakers, lines.replace("m0 s0\n", ""));
    Result refused = InProcess.run("evaluate", scores, "--key", key, "--enrol-spk", speakers);
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("line 1: there is no speaker for 'm0'");
  }

  @Test
  void speakersThatContradictTheKeyAreNamed() throws Exception {
    Path speakers = data.speakers(folder);
    Files.writeString(speakers, Files.readString(speakers).replace("t3 s0", "t3 s5"));
    Result result = evaluate("--enrol-spk", speakers);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("line 4").contains("m0 t3").contains("s0 and s5");
  }

  @Test
  void aMissingScoreIsNamedUnlessItMayBeMissing() throws Exception {
    Path scores = data.scores(folder);
    List<String> lines = new ArrayList<>(Files.readAllLines(scores));
    lines.remove(6);
    Files.write(scores, lines);
    Path key = data.key(folder);
    Result refused = InProcess.run("evaluate", scores, "--key", key);
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err())
        .contains(key + ", line 7: there is no score for the trial m0 t6")
        .contains("--allow-missing");
    Result allowed = InProcess.run("evaluate", scores, "--key", key, "--allow-missing");
    assertThat(allowed.exitCode()).isZero();
    assertThat(allowed.err()).contains("1 of 400 trials have no score");
    assertThat(allowed.out()).contains("359 non-target");
  }

  @Test
  void anUnknownIdAndAContradictionAreNamed() throws Exception {
    Path scores = data.scores(folder);
    String good = Files.readString(scores);
    Files.writeString(scores, good + "m0 t99 1\n");
    Result unknown = InProcess.run("evaluate", scores, "--key", data.key(folder));
    assertThat(unknown.err()).contains(scores + ", line 401").contains("m0 t99");
    assertThat(
            InProcess.run("evaluate", scores, "--key", data.key(folder), "--allow-missing")
                .exitCode())
        .isZero();
    Files.writeString(scores, good + "m0 t1 99\n");
    Result twice = InProcess.run("evaluate", scores, "--key", data.key(folder));
    assertThat(twice.err())
        .contains(", line 401: the trial m0 t1 has score 99.0, but score 1.6875 in line 2")
        .contains("line 2");
  }

  @Test
  void conditionsAreEvaluatedApartAndEqualized() throws Exception {
    JsonNode result = json(evaluate("--by", "condition1", "--equalize", "condition1", "--json"));
    int[] part =
        IntStream.range(0, data.scores.length)
            .map(i -> data.gender(i).equals("f") ? 0 : 1)
            .toArray();
    assertThat(result.at("/results/0/eer_rocch").asDouble())
        .isEqualTo(Evaluation.of(data.trials().equalized(part)).metrics().eerRocch());
    int[] f = IntStream.range(0, part.length).filter(i -> part[i] == 0).toArray();
    boolean[] labels = new boolean[f.length];
    double[] scores = new double[f.length];
    for (int k = 0; k < f.length; k++) {
      labels[k] = data.isTarget[f[k]];
      scores[k] = data.scores[f[k]];
    }
    assertThat(result.at("/results/1/trials").asText()).isEqualTo("condition1=f");
    assertThat(result.at("/results/1/eer_rocch").asDouble())
        .isCloseTo(
            Evaluation.of(ScoredTrials.of(scores, labels)).metrics().eerRocch(), within(1e-12));
    Result wrong = evaluate("--by", "gender");
    assertThat(wrong.err())
        .contains("no condition 'gender'")
        .contains("choose one of condition1 (f, m), or name the conditions (--conditions)");
  }

  @Test
  void conditionsOfAListWithoutHeaderGetTheirNames() throws Exception {
    Path page = folder.resolve("named.html");
    Result named =
        evaluate("--conditions", "gender", "--by", "gender", "--report", page.toString());
    assertThat(named.out()).contains("gender=f").contains("gender=m");
    assertThat(named.err()).doesNotContain("--conditions");
    assertThat(page).content().contains("gender = f").doesNotContain("condition1");
    Result unnamed = evaluate("--report", page.toString());
    assertThat(unnamed.err())
        .contains("The key does not name its conditions condition1 (f, m); --conditions does.");
    assertThat(evaluate("--conditions", "gender,age").err())
        .contains("expected names for 1 conditions, found 2: gender, age")
        .contains("help: name the columns after ids, labels and scores in their order");
  }

  @Test
  void severalSystemsAreLinesOfOneTableAndOfOnePage() throws Exception {
    Path page = folder.resolve("report.html");
    Result result =
        InProcess.run(
            "evaluate",
            data.scores(folder),
            data.others(folder),
            "--key",
            data.key(folder),
            "--report",
            page);
    assertThat(result.exitCode()).isZero();
    assertThat(result.out().lines().limit(3)).anyMatch(l -> l.startsWith("a ")).hasSize(3);
    assertThat(result.out())
        .contains("\nb ")
        .contains("Cprm_act, sre16: the mean of the actual DCFs there, at the Bayes thresholds.");
    assertThat(result.out().lines().toList().get(1).split(" {2,}"))
        .containsExactly("system", "EER %", "Cprm_min", "Cprm_act", "Cllr", "min Cllr");
    String act =
        String.format("%.3f", Evaluation.of(data.trials()).metrics().actCost(CostPreset.SRE16));
    assertThat(result.out().lines().toList().get(2).split(" {2,}")).contains(act);
    assertThat(page)
        .content()
        .contains("<dt>command</dt><dd>gme evaluate " + data.scores(folder))
        .contains("<dt>date</dt><dd>20")
        .doesNotContain("--report");
    assertThat(evaluate("--log10").err()).contains("--log10 is for the report");
  }

  @Test
  void operatingPointsHaveMinimumAndActualCosts() throws Exception {
    String out =
        InProcess.run(
                "evaluate",
                data.scores(folder),
                data.others(folder),
                "--key",
                data.key(folder),
                "--dcf",
                "0.1:1:1",
                "--preset",
                "sre10")
            .out();
    assertThat(out.lines().toList().get(1).split(" {2,}"))
        .contains("min cost sre10", "act cost sre10", "minDCF 0.1:1:1", "actDCF 0.1:1:1");
  }

  @Test
  void jsonTellsCalibrationLossAndMisleadingEvidence() throws Exception {
    JsonNode system = json(evaluate("--json")).at("/results/0");
    Metrics m = Evaluation.of(data.trials()).metrics();
    assertThat(system.path("calibration_loss").asDouble()).isEqualTo(m.cllr() - m.minCllr());
    MisleadingEvidence rates = MisleadingEvidence.of(data.trials());
    JsonNode misleading = system.path("misleading_evidence");
    assertThat(misleading.path("targets_below_0").asDouble()).isEqualTo(rates.targets());
    assertThat(misleading.path("nontargets_above_0").asDouble()).isEqualTo(rates.nontargets());
  }

  @Test
  void aWrongOperatingPointIsWrongUse() throws Exception {
    Path scores = data.scores(folder);
    Result result = InProcess.run("evaluate", scores, "--dcf", "0.01:1");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("expected prior:cost:cost, such as 0.01:10:1");
    assertThat(InProcess.run("evaluate", scores, "--dcf", "2:1:1").exitCode()).isEqualTo(2);
    assertThat(InProcess.run("evaluate", scores, "--preset", "sre99").err()).contains("sre16");
    assertThat(InProcess.run("evaluate", scores).err())
        .contains("does not say which trials are target trials");
    assertThat(InProcess.run("evaluate", data.key(folder)).err()).contains("expected scores");
  }

  @Test
  void aSystemDoesNotDifferFromItselfButFromAWorseOne() throws Exception {
    Path key = data.key(folder);
    Path speakers = data.speakers(folder);
    Path a = data.scores(folder);
    JsonNode same =
        json(
            InProcess.run(
                "compare",
                a,
                a,
                "--key",
                key,
                "--enrol-spk",
                speakers,
                "--replicates",
                "100",
                "--json"));
    assertThat(same.at("/figures/0/difference_interval/lo").asDouble()).isZero();
    assertThat(same.at("/figures/0/difference_interval/hi").asDouble()).isZero();
    Result worse =
        InProcess.run(
            "compare",
            a,
            data.others(folder),
            "--key",
            key,
            "--enrol-spk",
            speakers,
            "--replicates",
            "200");
    assertThat(worse.exitCode()).isZero();
    assertThat(worse.out().lines().filter(l -> l.startsWith("EER %, ROC")).findFirst())
        .hasValueSatisfying(l -> assertThat(l).contains(" -").endsWith("differ"));
    Result refused = InProcess.run("compare", a, a, "--key", key);
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("does not say who speaks");
  }

  /** SRE16 names files in its key; lists of speakers mostly have recordings. */
  @Test
  void speakersAreFoundWithoutTheSuffixOfAFile() throws Exception {
    Path key =
        data.write(folder.resolve("key"), "", i -> data.pair(i, " ") + ".sph " + data.label(i));
    Path scores =
        data.write(folder.resolve("s.txt"), "", i -> data.pair(i, " ") + ".sph " + data.scores[i]);
    Result result =
        InProcess.run(
            "evaluate", scores, "--key", key, "--enrol-spk", data.speakers(folder), "--json");
    assertThat(result.exitCode()).as(result.err()).isZero();
    Result plain = evaluate("--enrol-spk", data.speakers(folder), "--json");
    assertThat(result.out().replace("\"s\"", "\"a\"")).isEqualTo(plain.out());
  }

  @Test
  void everyPlotIsAlsoAFile() throws Exception {
    Path plots = folder.resolve("figures");
    Result result = evaluate("--plots", plots);
    assertThat(result.exitCode()).as(result.err()).isZero();
    for (String plot : List.of("det", "bayes", "tippett", "calibration", "scores-1")) {
      assertThat(plots.resolve(plot + ".svg")).content().contains("<svg ").contains("</svg>");
      assertThat(ImageIO.read(plots.resolve(plot + ".png").toFile()).getWidth()).isEqualTo(1200);
    }
  }

  /** Draws with the random seed 5. */
  @Test
  void precisionsOfEmbeddingsAreShown() throws Exception {
    List<String> ids = new ArrayList<>(new TreeSet<>(data.enrol));
    ids.addAll(new TreeSet<>(data.test));
    Path embeddings = folder.resolve("e.gme");
    double[] b = new Random(5).doubles(ids.size(), 0.1, 10).toArray();
    MetaEmbeddings e =
        MetaEmbeddings.of(
            DoubleMatrix.wrap(ids.size(), 1, new double[ids.size()]), b, new double[] {1});
    Artefact.write(
        embeddings,
        ArtefactKind.META_EMBEDDINGS,
        new IdentifiedEmbeddings(ids, e),
        Provenance.NONE);
    Path page = folder.resolve("page.html");
    Object[] args = {
      "evaluate",
      data.scores(folder),
      "--key",
      data.key(folder),
      "--precisions",
      embeddings,
      "--report",
      page
    };
    Result result = InProcess.run(args);
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(page).content().contains("EER against precision").contains("a.txt, sha256:");
    assertThat(InProcess.run(Arrays.copyOf(args, 6)).exitCode()).isEqualTo(2);
    Artefact.write(
        embeddings,
        ArtefactKind.META_EMBEDDINGS,
        new IdentifiedEmbeddings(ids.subList(1, ids.size()), e.range(1, ids.size())),
        Provenance.NONE);
    assertThat(InProcess.run(args).err()).contains("there is no meta-embedding of 'm0'");
    // Trials that are left out need none.
    Path scores = data.scores(folder);
    List<String> others =
        Files.readAllLines(scores).stream().filter(l -> !l.startsWith("m0 ")).toList();
    Files.write(scores, others);
    Object[] missing = Arrays.copyOf(args, args.length + 1);
    missing[args.length] = "--allow-missing";
    Result some = InProcess.run(missing);
    assertThat(some.exitCode()).as(some.err()).isZero();
  }

  @Test
  void aConditionWithTooManyValuesIsNamed() throws Exception {
    Path key =
        data.write(
            folder.resolve("many"), "", i -> data.pair(i, " ") + " " + data.label(i) + " v" + i);
    Path page = folder.resolve("page.html");
    InProcess.run("evaluate", data.scores(folder), "--key", key, "--report", page);
    assertThat(page).content().contains("condition1 has 400 values, more than 40");
  }

  @Test
  void repeatedTrialsOfTheKeyCountEachTime() throws Exception {
    Path scores = Files.writeString(folder.resolve("s"), "m a 3\nm b 1\nm c 2\nm d 0\n");
    Path key =
        Files.writeString(
            folder.resolve("k"), "m a target\nm b target\nm c nontarget\nm d nontarget\n");
    Path repeats =
        Files.writeString(folder.resolve("k2"), Files.readString(key) + "m a target\nm a target\n");
    JsonNode once =
        new ObjectMapper()
            .readTree(InProcess.run("evaluate", scores, "--key", key, "--json").out());
    Result result = InProcess.run("evaluate", scores, "--key", repeats, "--json");
    assertThat(result.err())
        .contains("2 of 6 trials repeat earlier ones of " + repeats + "; they count each time");
    JsonNode more = new ObjectMapper().readTree(result.out());
    assertThat(once.at("/results/0/targets").asInt()).isEqualTo(2);
    assertThat(more.at("/results/0/targets").asInt()).isEqualTo(4);
    Files.writeString(repeats, Files.readString(key) + "m a nontarget\n");
    Result wrong = InProcess.run("evaluate", scores, "--key", repeats);
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.err())
        .contains("k2, line 5: the trial m a has nontarget, but target in line 1");
  }

  @Test
  void theLayoutOfScoresIsForcedByItsOwnOption() throws Exception {
    Path scores = Files.writeString(folder.resolve("s"), "m a one two\n");
    Result result = InProcess.run("evaluate", scores, "--key", data.key(folder));
    assertThat(result.err()).contains("--scores-format").doesNotContain("--trials-format");
  }

  @Test
  void aKeyMayNameItsColumnsOtherwise() throws Exception {
    Path scores = Files.writeString(folder.resolve("s"), "m a 2\nm b -1\nm c 0\n");
    Path key =
        Files.writeString(
            folder.resolve("k.csv"),
            "speaker,segment,key\nm,a,target\nm,b,nontarget\nm,c,target\n");
    Result result =
        InProcess.run(
            "evaluate",
            scores,
            "--key",
            key,
            "--columns",
            "enrol=speaker,test=segment,label=key",
            "--json");
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(json(result).at("/results/0/targets").asInt()).isEqualTo(2);
  }
}
