package dev.gme.cli.audio;

import dev.gme.cli.files.KaldiUbmOption;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.OutputFile;
import dev.gme.cli.files.TerminalCommand;
import dev.gme.core.Progress;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import dev.gme.frontend.artefact.FrontendFile;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.corpus.Extraction;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.lab.ivector.IvectorExtraction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
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
          + " frames. The name of --out says how vectors are written: *.npz, *.npy, *.safetensors,"
          + " *.ark, *.csv or *.tsv."
    },
    footer = {
      "  gme ivector extract data/eval --extractor x.safetensors --out eval.npz",
      "  gme ivector extract f.ark --extractor x --precisions p.npy --out eval.ark",
      "  gme ivector extract feats.scp --extractor final.ie --ubm final.ubm --out v.ark"
    })
final class IvectorExtractCommand extends TerminalCommand {
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

  @Mixin KaldiUbmOption ubm;

  @Option(
      names = "--acoustic-weight",
      paramLabel = "X",
      description = "Weight of a frame, as in Kaldi.")
  double weight = Extraction.Options.DEFAULT.weight();

  @Option(
      names = "--max-count",
      paramLabel = "N",
      description =
          "Recordings with more frames count as if they had so many, as in Kaldi; 0 is no limit.")
  double maxCount = Extraction.Options.DEFAULT.maxCount();

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
  @Mixin OutputFile output;

  @Override
  public Integer call() throws IOException {
    utterances.skip.check(spec);
    Path out = output.path();
    VectorFormat format = Output.vectorFormat(out);
    IvectorExtraction.Result result;
    try (LineProgress progress = LineProgress.ofParts(terminal)) {
      result = extract(progress);
    }
    LabelledVectors vectors = result.vectors();
    VectorFiles.write(out, vectors, format);
    if (precisions != null) {
      Npy.write(precisions, NpyArray.of(result.precisions()));
    }
    terminal.say(vectors.toString());
    if (result.rankDeficient() > 0) {
      terminal.say(
          result.rankDeficient()
              + " recordings have too few frames to determine all dimensions; the others are 0");
    }
    Map<String, String> skipped = result.skipped().reasons();
    SkipFlags.tell(terminal, skipped);
    if (output.json().isWanted()) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("out", out.toString());
      all.put("vectors", vectors.size());
      all.put("dimension", vectors.dimension());
      all.put("rank_deficient", result.rankDeficient());
      all.put("skipped", skipped);
      output.json().print(all);
    }
    utterances.skip.check(result.skipped(), result.asked());
    return 0;
  }

  private IvectorExtraction.Result extract(Progress progress) throws IOException {
    Extraction.Options options =
        new Extraction.Options(
            noPrior ? Extraction.Estimate.MAXIMUM_LIKELIHOOD : Extraction.Estimate.POSTERIOR_MEAN,
            precisions != null,
            weight,
            maxCount);
    IvectorSystem read = FrontendFile.extractor(extractor, ubm.file());
    IvectorExtraction extraction =
        new IvectorExtraction(read.with(pruning.over(read.pruning(), spec)), options, progress);
    if (IvectorExtraction.isFrames(source)) {
      return extraction.ofFrames(source, utterances.asked());
    }
    RecordingList recordings = utterances.audio.recordings(source);
    return extraction.ofRecordings(extractor.toString(), recordings, utterances.of(recordings));
  }
}
