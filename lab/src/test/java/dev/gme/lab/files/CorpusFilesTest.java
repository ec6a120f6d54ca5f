package dev.gme.lab.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.CorpusPlan;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.lists.ModelList;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CorpusFilesTest {
  private static final HtPlda TRUTH = ModelRecipe.of(6, 2, 2).draw(1);

  @TempDir Path folder;

  private List<Path> write(Path to, VectorFormat format, int evalSpeakers) throws IOException {
    CorpusPlan plan = new CorpusPlan(4, RecordingCounts.between(2, 3), evalSpeakers, 2, 1);
    return new CorpusFiles(to, format).write(plan, TRUTH, 7, Provenance.NONE);
  }

  @ParameterizedTest
  @EnumSource(VectorFormat.class)
  void filesOfEveryFormatBelongTogether(VectorFormat format) throws IOException {
    List<Path> all = write(folder.resolve("new"), format, 3);
    assertThat(all).allMatch(Files::exists);
    // What lies beside vectors, where the format needs it.
    List<Path> written = all.stream().filter(p -> !p.toString().matches(".*[.](scp|ids)")).toList();
    assertThat(written).hasSize(7);
    boolean needsTwo = format == VectorFormat.KALDI || format == VectorFormat.NPY;
    assertThat(all).hasSize(needsTwo ? 9 : 7);
    LabelledVectors train = VectorFiles.read(written.get(0));
    assertThat(train.withSpeakers(KaldiLists.readPairs(written.get(1))).speakerNumbers())
        .startsWith(0)
        .endsWith(3);
    LabelledVectors eval = VectorFiles.read(written.get(2));
    assertThat(eval.vectors().cols()).isEqualTo(6);
    Map<String, String> speakers = KaldiLists.readPairs(written.get(3));
    Map<String, List<String>> models = ModelList.read(written.get(4));
    assertThat(models).hasSize(3).containsEntry("e00002", List.of("e00002-001", "e00002-002"));
    TrialList trials = ListReader.read(written.get(5));
    assertThat(trials.size()).isEqualTo(9);
    trials.require(models::containsKey, id -> eval.row(id) >= 0);
    for (int i = 0; i < trials.size(); i++) {
      String test = trials.testIds().get(trials.test(i));
      String enrol = trials.enrolIds().get(trials.enrol(i));
      assertThat(trials.isTarget(i)).isEqualTo(speakers.get(test).equals(enrol));
      assertThat(models.get(enrol)).doesNotContain(test);
    }
    HtPlda read = ModelFiles.open(written.get(6)).pipeline().extractor().model();
    assertThat(read.nu()).isEqualTo(2);
    assertThat(read.inputDimension()).isEqualTo(6);
  }

  @Test
  void theSameSeedGivesTheSameBytes() throws IOException {
    List<Path> one = write(folder.resolve("one"), VectorFormat.KALDI, 3);
    List<Path> two = write(folder.resolve("two"), VectorFormat.KALDI, 3);
    for (int i = 0; i < one.size(); i++) {
      assertThat(one.get(i)).hasSameBinaryContentAs(two.get(i));
    }
  }

  @Test
  void withoutEvaluationSpeakersThereIsNothingToTry() throws IOException {
    assertThat(write(folder, VectorFormat.NPZ, 0).stream().map(p -> p.getFileName().toString()))
        .containsExactly("train.npz", "train.utt2spk", "truth.gme");
  }
}
