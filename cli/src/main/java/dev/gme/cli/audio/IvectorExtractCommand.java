package dev.gme.cli.audio;

import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.artefact.FrontendFile;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.corpus.Extraction;
import dev.gme.frontend.corpus.FeatureFiles;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.corpus.Skipped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Recordings or frames to i-vectors. */
@Command(
    name = "extract",
    description = {
      "Extract i-vectors of recordings, or of frames that gme features made.",
      "An extractor of gme ivector recipe knows its features and takes recordings; others take"
          + " frames."
    },
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  gme ivector extract data/eval --extractor x.safetensors --out eval.npz",
      "  gme ivector extract f.ark --extractor x --precisions p.npy --out eval.ark",
      "  gme ivector extract feats.scp --extractor final.ie --ubm final.ubm --out v.ark"
    })
public final class IvectorExtractCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SOURCE",
      description =
          "Frames (*.ark, or a script file of an archive), or recordings: a folder with wav.scp, a"
              + " wav.scp, or one audio file.")
  Path source;

  @Option(
      names = "--extractor",
      paramLabel = "FILE",
      required = true,
      description = "An extractor of gme ivector train or recipe, or Kaldi's, such as final.ie.")
  Path extractor;

  @Option(
      names = "--ubm",
      paramLabel = "FILE",
      description = "The mixture of Kaldi's extractor, such as final.ubm.")
  Path ubm;

  @Option(
      names = "--acoustic-weight",
      paramLabel = "X",
      description = "What a frame counts, as in Kaldi (default: ${DEFAULT-VALUE}).")
  double weight = 1;

  @Option(
      names = "--max-count",
      paramLabel = "N",
      description =
          "Recordings of more frames count as of so many, as in Kaldi (default: 0, no limit).")
  double maxCount;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description = "The vectors: *.npz, *.npy, *.safetensors, *.ark, *.csv or *.tsv.")
  Path out;

  @Option(
      names = "--no-prior",
      description =
          "Maximum-likelihood estimates without the prior: no shrinkage of short recordings, but"
              + " more noise.")
  boolean noPrior;

  @Option(
      names = "--precisions",
      paramLabel = "FILE",
      description =
          "Also write the precisions of the posteriors as .npy: lower triangles, a recording a"
              + " row.")
  Path precisions;

  @Mixin PruningFlags pruning;
  @Mixin UtteranceFlags utterances;

  private final Terminal terminal;

  IvectorExtractCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    double share = utterances.skip.share();
    VectorFormat format = Output.vectorFormat(out);
    IvectorSystem system = system();
    Extraction.Options options =
        new Extraction.Options(
            noPrior ? Extraction.Estimate.MAXIMUM_LIKELIHOOD : Extraction.Estimate.POSTERIOR_MEAN,
            precisions != null,
            weight,
            maxCount);
    Skipped skipped = new Skipped();
    LabelledVectors vectors;
    int total;
    Extraction e;
    try (LiveProgress progress = new LiveProgress(terminal)) {
      e = new Extraction(system, options, progress);
      if (isAudio()) {
        total = fromAudio(system, e, skipped, progress);
      } else {
        total = fromFrames(e, skipped);
      }
      vectors = e.finish();
    }
    VectorFiles.write(out, vectors, format);
    if (precisions != null) {
      Npy.write(precisions, NpyArray.of(e.precisions()));
    }
    terminal.say(vectors.toString());
    if (e.rankDeficient() > 0) {
      terminal.say(
          e.rankDeficient()
              + " recordings have too few frames to determine all dimensions; the others are 0");
    }
    SkipFlags.tell(terminal, skipped.reasons());
    if (utterances.json) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("out", out.toString());
      all.put("vectors", vectors.size());
      all.put("dimension", vectors.vectors().cols());
      all.put("rank_deficient", e.rankDeficient());
      all.put("skipped", skipped.reasons());
      terminal.out().println(Output.json(all));
    }
    skipped.check(total, share);
    return 0;
  }

  private IvectorSystem system() throws IOException {
    IvectorSystem read = FrontendFile.extractor(extractor, Optional.ofNullable(ubm));
    return read.with(pruning.over(read.pruning()));
  }

  /** A script file names archives, or recordings; an archive is no folder and no audio. */
  private boolean isAudio() throws IOException {
    if (Files.isDirectory(source)) {
      return true;
    }
    String name = source.getFileName().toString();
    if (name.endsWith(".scp")) {
      try (var lines = Files.lines(source)) {
        return lines.findFirst().map(l -> !l.strip().matches(".*\\.ark(:[0-9]+)?")).orElse(true);
      }
    }
    return !name.endsWith(".ark");
  }

  private int fromFrames(Extraction e, Skipped skipped) throws IOException {
    boolean all = utterances.utts.isEmpty();
    Set<String> left = new LinkedHashSet<>(utterances.asked());
    int[] seen = {0};
    FeatureFiles.read(
        List.of(source),
        (id, frames) -> {
          if (all || left.remove(id)) {
            e.add(id, frames);
            seen[0]++;
          }
        });
    left.forEach(id -> skipped.add(id, "the utterance '" + id + "' is not in " + source));
    return seen[0] + left.size();
  }

  private int fromAudio(IvectorSystem system, Extraction e, Skipped skipped, LiveProgress progress)
      throws IOException {
    FeatureSpec spec =
        system
            .features()
            .orElseThrow(
                () ->
                    new GmeException(
                        extractor + " does not know which features it was trained on",
                        "make them with gme features and give that archive"));
    RecordingList recordings = utterances.audio.recordings(source);
    List<String> ids = utterances.of(recordings);
    FeatureFiles.make(recordings, ids, spec.pipeline(), e::add, skipped, progress);
    return ids.size();
  }
}
