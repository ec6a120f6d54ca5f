package dev.gme.lab.files;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.CorpusPlan;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a simulated experiment into a folder: vectors and utt2spk of training and evaluation, the
 * models to enrol, labelled trials of all models against all test recordings, and the model that
 * everything was drawn from.
 *
 * <pre>{@code
 * List<Path> written =
 *     new CorpusFiles(folder, VectorFormat.KALDI).write(plan, truth, seed, provenance);
 * }</pre>
 *
 * <p>The same seed gives the same bytes, but for the date in the model's provenance.
 */
public final class CorpusFiles {
  private final Path folder;
  private final VectorFormat format;
  private final List<Path> written = new ArrayList<>();

  public CorpusFiles(Path folder, VectorFormat format) {
    this.folder = folder;
    this.format = format;
  }

  /** All files that were written, in the order in which they are needed. */
  public List<Path> write(CorpusPlan plan, HtPlda truth, long seed, Provenance provenance)
      throws IOException {
    plan.requirePossible(truth.inputDimension());
    Files.createDirectories(folder);
    vectors("train", "t", plan.drawTraining(truth, seed));
    if (plan.evalSpeakers() > 0) {
      LabelledVectors evaluation = vectors("eval", "e", plan.drawEvaluation(truth, seed));
      models(plan, evaluation);
      trials(plan, evaluation);
    }
    Artefact.write(file("truth.gme"), ArtefactKind.PLDA, truth, provenance);
    return List.copyOf(written);
  }

  private Path file(String name) {
    Path path = folder.resolve(name);
    written.add(path);
    return path;
  }

  private LabelledVectors vectors(String name, String prefix, SimulatedDatabase data)
      throws IOException {
    int[] speakers = data.speakers();
    List<String> ids = new ArrayList<>();
    Map<String, String> speakerOf = new LinkedHashMap<>();
    for (int i = 0, nth = 0; i < speakers.length; i++) {
      nth = i > 0 && speakers[i] == speakers[i - 1] ? nth + 1 : 1;
      String speaker = String.format(Locale.ROOT, "%s%05d", prefix, speakers[i] + 1);
      ids.add(String.format(Locale.ROOT, "%s-%03d", speaker, nth));
      speakerOf.put(ids.get(i), speaker);
    }
    LabelledVectors set =
        LabelledVectors.of(name, ids, FloatMatrix.of(data.vectors())).withSpeakers(speakerOf);
    VectorFiles.write(file(name + suffix()), set, format);
    if (format == VectorFormat.KALDI) {
      file(name + ".scp"); // written with the archive
    } else if (format == VectorFormat.NPY) {
      file(name + ".ids"); // which .npy has no place for
    }
    KaldiLists.writePairs(file(name + ".utt2spk"), speakerOf);
    return set;
  }

  private String suffix() {
    return switch (format) {
      case KALDI -> ".ark";
      case TABLE -> ".csv";
      default -> "." + format.name().toLowerCase(Locale.ROOT);
    };
  }

  private void models(CorpusPlan plan, LabelledVectors evaluation) throws IOException {
    Map<String, List<String>> models = new LinkedHashMap<>();
    int each = plan.enrol() + plan.test();
    for (int s = 0; s < plan.evalSpeakers(); s++) {
      models.put(
          evaluation.speakers().orElseThrow().get(s * each),
          evaluation.ids().subList(s * each, s * each + plan.enrol()));
    }
    KaldiLists.writeGroups(file("enrol.spk2utt"), models);
  }

  private void trials(CorpusPlan plan, LabelledVectors evaluation) throws IOException {
    List<String> models = evaluation.speakers().orElseThrow().stream().distinct().toList();
    int each = plan.enrol() + plan.test();
    List<String> tests = new ArrayList<>();
    for (int i = 0; i < evaluation.size(); i++) {
      if (i % each >= plan.enrol()) {
        tests.add(evaluation.ids().get(i));
      }
    }
    int n = Math.multiplyExact(models.size(), tests.size());
    int[] enrol = new int[n];
    int[] test = new int[n];
    boolean[] target = new boolean[n];
    for (int i = 0; i < n; i++) {
      enrol[i] = i / tests.size();
      test[i] = i % tests.size();
      target[i] = test[i] / plan.test() == enrol[i];
    }
    ListWriter.write(
        file("trials"),
        TrialList.of(models, tests, enrol, test).withLabels(target),
        ListLayout.KALDI);
  }
}
