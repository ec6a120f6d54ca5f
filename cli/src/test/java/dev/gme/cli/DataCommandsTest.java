package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import dev.gme.formats.vectors.VectorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** simulate, info and convert. */
class DataCommandsTest {
  @TempDir static Path shared;
  @TempDir Path folder;
  private static SmallCorpus corpus;

  @BeforeAll
  static void simulate() {
    corpus = new SmallCorpus(shared.resolve("corpus"));
  }

  @Test
  void theSameSeedGivesTheSameBytes() throws IOException {
    SmallCorpus again = new SmallCorpus(folder.resolve("again"));
    for (String name :
        List.of("train.ark", "train.scp", "eval.ark", "trials", "enrol.spk2utt", "eval.utt2spk")) {
      assertThat(again.file(name)).hasSameBinaryContentAs(corpus.file(name));
    }
    GmeRun.ok("simulate {} --speakers 3 --dim 20 --speaker-dim 5", folder.resolve("other"));
    assertThat(Files.mismatch(folder.resolve("other/eval.ark"), corpus.file("eval.ark")))
        .isNotEqualTo(-1);
  }

  @Test
  void theFilesOfAnExperimentFitTogether() throws IOException {
    assertThat(Files.readAllLines(corpus.trials))
        .hasSize(12 * 24)
        .contains("e00001 e00001-003 target", "e00001 e00002-003 nontarget");
    assertThat(Files.readAllLines(corpus.models))
        .hasSize(12)
        .contains("e00002 e00002-001 e00002-002");
    GmeRun info = GmeRun.ok("info {} --vectors {}", corpus.trials, corpus.eval);
    assertThat(info.out())
        .containsPattern("targets +24\n")
        .containsPattern("unknown enrolments +12\n") // which are models
        .containsPattern("unknown tests +0\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"kaldi", "npy", "NPZ", "hdf5", "safetensors", "table"})
  void vectorsAreWrittenInEveryFormat(String format) throws IOException {
    GmeRun run =
        GmeRun.ok(
            "simulate {} --format {} --speakers 2 --eval-speakers 0 --dim 4 --speaker-dim 2 --json",
            folder,
            format);
    JsonNode tree = new ObjectMapper().readTree(run.out());
    Path train = Path.of(tree.path("files").get(0).asText());
    assertThat(VectorFiles.read(train).size()).isEqualTo(16);
    try (Stream<Path> written = Files.list(folder)) {
      assertThat(tree.path("files"))
          .extracting(JsonNode::asText)
          .containsExactlyInAnyOrderElementsOf(written.map(Path::toString).toList());
    }
  }

  @Test
  void impossibleSizesAreWrongUse() {
    GmeRun.refused(
        2,
        "the speaker dimension must be from 1 to 4, found 9",
        "simulate {} --dim 4 --speaker-dim 9",
        folder);
    GmeRun.refused(
        2, "the number of recordings must be at least 1", "simulate {} --recordings 8:2", folder);
    GmeRun.refused(
        2, "the dimension must be at most 46340", "simulate {} --dim 2000000000", folder);
    Path out = folder.resolve("too-large");
    GmeRun.refused(1, "160,000,000 training recordings of", "simulate {} --speakers 20000000", out);
    GmeRun.refused(1, "30,000,000,000 trials are", "simulate {} --eval-speakers 100000", out);
    assertThat(out).doesNotExist();
    GmeRun.refused(
        2, "simulation needs nu of at least 0.1, found 0.01", "simulate {} --nu 0.01", folder);
  }

  @Test
  void dataAreDrawnFromAModelWithoutPreprocessing() {
    Path model = folder.resolve("plda.gme");
    Path out = folder.resolve("drawn");
    GmeRun.ok("simulate {} -m {} --speakers 2 --eval-speakers 0 --nu 5", out, corpus.truth);
    assertThat(GmeRun.ok("info {}", out.resolve("truth.gme")).out()).containsPattern("nu +5.0");
    GmeRun.ok("train plda {} --labels {} --out {}", corpus.train, corpus.labels, model);
    GmeRun.refused(1, model + " has preprocessing", "simulate {} -m {}", out, model);
  }

  @Test
  void infoTellsModelsVectorsAndListsApart() throws IOException {
    GmeRun run = GmeRun.ok("info {} {} {}", corpus.truth, corpus.eval, corpus.trials);
    assertThat(run.out())
        .containsPattern("kind +plda")
        .containsPattern("nu +2.0")
        .containsPattern("command +gme simulate")
        .containsPattern("kind +vectors")
        .containsPattern("vectors +48")
        .containsPattern("kind +key");
    JsonNode tree = new ObjectMapper().readTree(GmeRun.ok("info {} --json", corpus.trials).out());
    assertThat(tree.get(0).path("non_targets").asInt()).isEqualTo(12 * 24 - 24);
  }

  @Test
  void infoWithLabelsIsTheReportOnTrainingData() {
    assertThat(GmeRun.ok("info {} --labels {}", corpus.train, corpus.labels).out())
        .containsPattern("speakers +40")
        .containsPattern("per speaker +4 to 6 recordings")
        .containsPattern("speaker dimension +at most 20");
    Path few = folder.resolve("few");
    write(few, "t00001-001\nt00002-001\n");
    assertThat(GmeRun.ok("info {} --labels {} --only {}", corpus.train, corpus.labels, few).out())
        .contains("refusal: ");
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void infoNamesAFileThatItCannotTell() {
    Path odd = folder.resolve("odd");
    write(odd, "just some words that are no list\n");
    GmeRun.refused(1, odd + ", line 1: no layout of trials or scores fits", "info {}", odd);
    GmeRun.refused(
        1, folder.resolve("none") + " does not exist", "info {}", folder.resolve("none"));
    write(odd, "");
    GmeRun.refused(1, odd + ": the file is empty", "info {}", odd);
    write(odd, "RIFF\0\1\2\3WAVE");
    GmeRun.refused(1, odd + ": expected a model, vectors or a list, found", "info {}", odd);
    GmeRun.refused(
        1,
        odd + ": expected a list of trials or scores, found binary data",
        "evaluate {} --key {}",
        odd,
        odd);
  }

  @ParameterizedTest
  @ValueSource(strings = {"v.ark", "v.npy", "v.npz", "v.h5", "v.safetensors", "v.csv", "v.tsv"})
  void vectorsSurviveAnyFormat(String name) throws IOException {
    Path there = folder.resolve(name);
    GmeRun.ok("convert {} {}", corpus.eval, there);
    Path back = folder.resolve("back.ark");
    GmeRun.ok("convert {} {}", there, back);
    LabelledVectors before = VectorFiles.read(corpus.eval);
    LabelledVectors after = VectorFiles.read(back);
    assertThat(after.ids()).isEqualTo(before.ids());
    assertThat(after.vectors()).isEqualTo(before.vectors());
  }

  @Test
  void listsAndModelsAreConverted() throws IOException {
    Path table = folder.resolve("t.tsv");
    GmeRun.ok("convert {} {}", corpus.trials, table);
    GmeRun.ok("convert {} {} --format voxceleb", table, folder.resolve("vox"));
    GmeRun.ok("convert {} {} --to kaldi", folder.resolve("vox"), folder.resolve("kaldi"));
    assertThat(folder.resolve("kaldi")).hasSameTextualContentAs(corpus.trials);
    Path npz = folder.resolve("m.npz");
    GmeRun.ok("convert {} {}", corpus.truth, npz);
    GmeRun.ok("convert {} {} --to kaldi --nu Infinity", npz, folder.resolve("plda"));
    GmeRun.ok("convert {} {}", folder.resolve("plda"), folder.resolve("m.gme"));
    assertThat(GmeRun.ok("info {}", folder.resolve("m.gme")).out())
        .containsPattern("speaker dimension +5\n")
        .containsPattern("nu +Infinity");
  }

  @Test
  void infoNamesWhatItsNumbersAre() throws IOException {
    assertThat(GmeRun.ok("info {}", corpus.eval).out())
        .containsPattern("type +float32\n")
        .containsPattern("lengths +min [0-9.e-]+, median [0-9.e-]+, max [0-9.e-]+\n");
    JsonNode lengths =
        new ObjectMapper()
            .readTree(GmeRun.ok("info {} --json", corpus.eval).out())
            .get(0)
            .path("lengths");
    assertThat(lengths.path("min").asDouble()).isPositive();
    assertThat(lengths.path("median").asDouble())
        .isBetween(lengths.path("min").asDouble(), lengths.path("max").asDouble());
    Path scores = folder.resolve("scores");
    write(scores, "1001 2001 1\n1001 2002 3\n1001 2003 2\n");
    assertThat(GmeRun.ok("info {}", scores).out())
        .containsPattern("kind +scores")
        .containsPattern("scores +min 1.00000, median 2.00000, max 3.00000\n");
    write(scores, "a b 1\na c nan\na d nan\n");
    GmeRun.refused(
        1,
        scores + ", line 2: expected a number, found NaN, as in 1 more of 3 lines",
        "info {}",
        scores);
  }

  @Test
  void namesOfColumnsAndArraysAreOptions() throws IOException {
    Path table = folder.resolve("t.csv");
    write(table, "speaker,segment,key\nm,s,target\n");
    assertThat(GmeRun.ok("info {} --columns enrol=speaker,test=segment,label=key", table).out())
        .containsPattern("layout +table")
        .containsPattern("targets +1\n");
    GmeRun.ok(
        "convert {} {} --to kaldi --columns enrol=speaker,test=segment,label=key",
        table,
        folder.resolve("kaldi"));
    assertThat(folder.resolve("kaldi")).hasContent("m s target");
    Path npz = folder.resolve("v.npz");
    Npz.write(
        npz,
        Map.of(
            "emb",
            NpyArray.of(FloatMatrix.wrap(1, 2, new float[] {1, 2})),
            "utts",
            NpyArray.of(List.of("a"))));
    GmeRun.ok("convert {} {} --arrays X=emb,ids=utts", npz, folder.resolve("v.csv"));
    assertThat(folder.resolve("v.csv")).hasContent("a,1,2");
    // What is asked for is also what is printed, where the content would not tell.
    write(table, "a b c\na d e\n");
    assertThat(GmeRun.ok("info {} --trials-format kaldi", table).out())
        .containsPattern("layout +kaldi");
  }

  @Test
  void speakersThatAreLeftOutAreSaid() {
    Path npz = folder.resolve("v.npz");
    GmeRun.ok("convert {} {} --labels {}", corpus.train, npz, corpus.labels);
    assertThat(GmeRun.ok("info {}", npz).out()).containsPattern("speakers +40");
    assertThat(GmeRun.ok("convert {} {}", npz, folder.resolve("v.ark")).err())
        .contains("warning: the speakers are left out: the format has no place for them");
    assertThat(GmeRun.ok("convert {} {}", npz, folder.resolve("v.h5")).err())
        .doesNotContain("left out");
  }

  @Test
  void whatCannotBeConvertedIsSaid() {
    String noFormat =
        "invalid value for option '--format': expected kaldi, kaldi-text, npy, npz, hdf5,";
    cannotConvert(2, noFormat, corpus.trials, "convert {} {} --format nonsense");
    String heavyTailed = "Kaldi's <Plda> cannot hold nu = 2.0: it knows Gaussian noise only";
    cannotConvert(1, heavyTailed, corpus.truth, "convert {} {} --to kaldi");
    cannotConvert(2, "the name x does not say which format", corpus.trials, "convert {} {}");
    cannotConvert(
        2, "layout wespeaker needs scores", corpus.trials, "convert {} {} --to wespeaker");
    String noList = corpus.eval + ": vectors cannot be written as nist";
    cannotConvert(2, noList, corpus.eval, "convert {} {} --to nist");
    assertThat(folder).isEmptyDirectory();
  }

  private void cannotConvert(int exitCode, String sentence, Path in, String line) {
    GmeRun.refused(exitCode, sentence, line, in, folder.resolve("x"));
  }

  @Test
  void idsOfAnArrayMayLieAnywhere() throws IOException {
    Path array = folder.resolve("x.npy");
    GmeRun.ok("convert {} {}", corpus.eval, array);
    Path ids = Files.move(folder.resolve("x.ids"), folder.resolve("names.txt"));
    GmeRun.refused(
        1,
        array + ": expected a list of ids beside it, found no " + folder.resolve("x.ids"),
        "info {}",
        array);
    GmeRun.ok("convert {} {} --ids {}", array, folder.resolve("again.ark"), ids);
    LabelledVectors again = VectorFiles.read(folder.resolve("again.scp"));
    assertThat(again.ids()).isEqualTo(VectorFiles.read(corpus.eval).ids());
    Files.write(ids, again.ids().subList(1, again.size()));
    GmeRun.refused(1, array + ": ", "convert {} {} --ids {}", array, folder.resolve("b.ark"), ids);
  }
}
