package dev.gme.benchmarks.study;

import dev.gme.core.Progress;
import dev.gme.core.cluster.Agglomeration;
import dev.gme.core.cluster.AverageLinkage;
import dev.gme.core.cluster.ClusterPrior;
import dev.gme.core.cluster.SetLimits;
import dev.gme.core.cluster.StartingSets;
import dev.gme.core.cluster.TwoGaussians;
import dev.gme.core.diarize.DerOptions;
import dev.gme.core.diarize.DiarizationError;
import dev.gme.core.diarize.DiarizationScorer;
import dev.gme.core.diarize.Diarizer;
import dev.gme.core.diarize.DiarizerOptions;
import dev.gme.core.diarize.SpeakerTurns;
import dev.gme.core.diarize.VbHmm;
import dev.gme.core.diarize.VbHmmOptions;
import dev.gme.core.diarize.VbHmmState;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Pipeline;
import dev.gme.core.partition.Partition;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.turns.Rttm;
import dev.gme.formats.turns.Segments;
import dev.gme.formats.vectors.VectorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A meeting of the VBx example: windows, their model, and who truly spoke. */
final class Meeting {
  /** What VBx adds to the threshold that it finds. */
  private static final double VBX_OFFSET = -0.015;

  private final Path folder;
  private final double[] starts;
  private final double[] ends;
  private final DoubleMatrix cosines;
  private final MetaEmbeddings windows;
  private final SpeakerTurns reference;

  private Meeting(
      Path folder,
      List<Segments.Segment> segments,
      DoubleMatrix cosines,
      MetaEmbeddings windows,
      SpeakerTurns reference) {
    this.folder = folder;
    starts = segments.stream().mapToDouble(Segments.Segment::start).toArray();
    ends = segments.stream().mapToDouble(Segments.Segment::end).toArray();
    this.cosines = cosines;
    this.windows = windows;
    this.reference = reference;
  }

  static Meeting read(Path folder) throws IOException {
    LabelledVectors vectors = VectorFiles.read(folder.resolve("xvectors.scp"));
    Map<String, Segments.Segment> times =
        Segments.read(folder.resolve("segments")).stream()
            .collect(Collectors.toMap(Segments.Segment::id, s -> s));
    Pipeline model =
        ModelFiles.open(folder.resolve("plda"))
            .uncalibrated()
            .after(ModelFiles.readPreprocessing(folder.resolve("transform.h5")));
    DoubleMatrix all = vectors.rows().doubles(0, vectors.size());
    DoubleMatrix unit = ModelFiles.readPreprocessing(folder.resolve("transform.h5")).apply(all);
    return new Meeting(
        folder,
        vectors.ids().stream().map(times::get).toList(),
        unit.outerGram(),
        model.extract(vectors.rows()),
        only(folder.resolve("ref.rttm")));
  }

  private static SpeakerTurns only(Path rttm) throws IOException {
    return Rttm.read(rttm).values().iterator().next();
  }

  String name() {
    return folder.getFileName().toString();
  }

  int speakers() {
    return reference.speakersHeard();
  }

  /** The output that was published with the example. */
  SpeakerTurns published() throws IOException {
    return only(folder.resolve("vbx-output.rttm"));
  }

  /** VBx with the settings that were published with the example. */
  SpeakerTurns vbx() {
    double threshold = TwoGaussians.ofPairs(cosines).threshold() + VBX_OFFSET;
    Partition start = AverageLinkage.of(cosines).atThreshold(threshold);
    VbHmmState end =
        new VbHmm(windows, VbHmmOptions.VBX)
            .fit(VbHmmState.start(start.labels(), start.sets()), Progress.NONE);
    return turns(end.labels());
  }

  /** Average linkage of cosines to a given number of speakers. */
  SpeakerTurns cosineLinkage(int speakers) {
    return turns(AverageLinkage.of(cosines).withSets(speakers).labels());
  }

  /** Average linkage of log-likelihood ratios to a given number of speakers. */
  SpeakerTurns pldaLinkage(int speakers) {
    return turns(AverageLinkage.of(windows.llr(windows)).withSets(speakers).labels());
  }

  /** Joins of pools from single windows, flat prior. */
  SpeakerTurns pools(double scale, SetLimits limits) {
    StartingSets start = StartingSets.of(windows).scaled(scale);
    return turns(Agglomeration.run(start, ClusterPrior.flat(), limits).best().labels());
  }

  SpeakerTurns diarized(DiarizerOptions options) {
    return turns(new Diarizer(options).speakers(windows, starts, ends, Progress.NONE).labels());
  }

  private SpeakerTurns turns(int[] labels) {
    int n = Arrays.stream(labels).max().orElse(-1) + 1;
    List<String> names = IntStream.range(0, n).mapToObj(i -> "speaker" + i).toList();
    return SpeakerTurns.ofWindows(starts, ends, labels, names);
  }

  DiarizationError error(SpeakerTurns turns, DerOptions options) {
    return new DiarizationScorer(options).score(reference, turns, Optional.empty());
  }
}
