package dev.gme.cli;

import dev.gme.benchmarks.study.AdaptationStudy;
import dev.gme.benchmarks.study.AutoStudy;
import dev.gme.benchmarks.study.BoundStudy;
import dev.gme.benchmarks.study.ClusteringStudy;
import dev.gme.benchmarks.study.DiarizationStudy;
import dev.gme.benchmarks.study.DiscriminativeStudy;
import dev.gme.benchmarks.study.DurationStudy;
import dev.gme.benchmarks.study.FewVectorsStudy;
import dev.gme.benchmarks.study.LargeClusteringStudy;
import dev.gme.benchmarks.study.PaperSizeStudy;
import dev.gme.benchmarks.study.PrecisionStudy;
import dev.gme.benchmarks.study.RealEmbeddingsStudy;
import dev.gme.benchmarks.study.ScoringStudy;
import dev.gme.benchmarks.study.Study;
import dev.gme.benchmarks.study.StudyResult;
import dev.gme.benchmarks.study.SystemsStudy;
import dev.gme.benchmarks.study.WrongModelStudy;
import dev.gme.cli.files.JsonCommand;
import dev.gme.core.GmeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Repeats a study of docs/studies. */
@Command(
    name = "study",
    description = "Repeat a study of docs/studies and print its tables; takes minutes.",
    footer = {
      "  gme study wrong-model",
      "  gme study paper-size --json",
      "  gme study durations --data audio/lists",
      "  gme study diarization --data embeddings",
      "  gme study real-embeddings --data embeddings",
      "  gme study adaptation --data embeddings",
      "  gme study few-vectors --data embeddings --set lstm.npz=audio/lists",
      "  gme study precision --data embeddings --set lstm.npz=lists",
      "  gme study bound --data embeddings",
      "  gme study discriminative --data embeddings --checkpoint work",
      "  gme study auto --data embeddings --checkpoint work"
    })
final class StudyCommand extends JsonCommand {
  /** The studies there are. */
  enum Name {
    SYSTEMS,
    WRONG_MODEL,
    REAL_EMBEDDINGS,
    PAPER_SIZE,
    SCORING,
    FEW_VECTORS,
    DURATIONS,
    DISCRIMINATIVE,
    AUTO,
    PRECISION,
    BOUND,
    CLUSTERING,
    LARGE_CLUSTERING,
    ADAPTATION,
    DIARIZATION;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Parameters(paramLabel = "STUDY", description = "Study to repeat: ${COMPLETION-CANDIDATES}.")
  Name name;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = {
        "Folder of the data. For durations: wav.scp, utt2spk, train.utt, eval.utt and trials.",
        "For real-embeddings, few-vectors, precision, bound, discriminative, auto, clustering and"
            + " adaptation:"
            + " folders NAME-KIND with vectors.scp, and"
            + " NAME-lists with utt2spk, train.utt, eval.utt and trials.",
        "For diarization: the same, and folders of meetings with xvectors.scp, segments, ref.rttm,"
            + " plda and transform.h5."
      })
  Path data;

  @Option(
      names = "--set",
      paramLabel = "FILE=LISTS",
      description =
          "A further set for few-vectors, precision, bound and auto: a file of vectors, and the"
              + " folder of its lists; may be repeated.")
  Map<Path, Path> sets = Map.of();

  @Option(
      names = "--checkpoint",
      paramLabel = "FOLDER",
      description =
          "Keep what discriminative or auto has found in this folder: the same command, run again,"
              + " goes on there.")
  Path checkpoint;

  @Override
  public Integer call() throws IOException {
    StudyResult result = study().run(terminal::say);
    if (json.isWanted()) {
      json.print(result.values());
    } else {
      result.markdown().forEach(terminal.out()::println);
    }
    return 0;
  }

  private Study study() {
    return switch (name) {
      case SYSTEMS -> new SystemsStudy();
      case WRONG_MODEL -> new WrongModelStudy();
      case REAL_EMBEDDINGS -> new RealEmbeddingsStudy(requireData());
      case PAPER_SIZE -> new PaperSizeStudy();
      case SCORING -> new ScoringStudy();
      case FEW_VECTORS -> new FewVectorsStudy(requireData(), sets);
      case DURATIONS -> new DurationStudy(requireData());
      case DISCRIMINATIVE ->
          new DiscriminativeStudy(Optional.ofNullable(data), Optional.ofNullable(checkpoint));
      case AUTO -> new AutoStudy(Optional.ofNullable(data), sets, Optional.ofNullable(checkpoint));
      case PRECISION -> new PrecisionStudy(requireData(), sets);
      case BOUND -> new BoundStudy(requireData(), sets);
      case ADAPTATION -> new AdaptationStudy(Optional.ofNullable(data));
      case CLUSTERING -> new ClusteringStudy(requireData());
      case LARGE_CLUSTERING -> new LargeClusteringStudy();
      case DIARIZATION -> new DiarizationStudy(requireData());
    };
  }

  private Path requireData() {
    if (data == null) {
      throw new GmeException("the study " + name + " needs data", "name their folder: --data DIR");
    }
    return data;
  }
}
