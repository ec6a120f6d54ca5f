package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.ModelOptions;
import dev.gme.cli.files.OutputFile;
import dev.gme.cli.files.TerminalCommand;
import dev.gme.cli.files.VectorInput;
import dev.gme.core.model.Pipeline;
import dev.gme.core.train.plda.PldaAdaptation;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.model.ModelFormat;
import dev.gme.lab.model.AdaptedModel;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Adapts a PLDA to vectors of a new domain. */
@Command(
    name = "adapt",
    description = {
      "Adapt a PLDA model to a new domain with vectors that have no labels.",
      "The method is that of Kaldi's ivector-adapt-plda: the mean becomes that of the vectors, and"
          + " variance in excess of the model's is divided between noise and speakers."
    },
    footer = {
      "  gme adapt kaldi/eval.scp --model plda.gme --out adapted.gme",
      "  gme adapt kaldi/eval.scp --model plda.gme --mean-diff-scale 0.5 -o adapted.gme"
    })
public final class AdaptCommand extends TerminalCommand {
  @Mixin VectorInput vectors;
  @Mixin ModelOptions model;

  @Option(
      names = "--mean-diff-scale",
      paramLabel = "X",
      description = "Factor with which the shift of the mean counts as variance.")
  double meanDiffScale = PldaAdaptation.Options.DEFAULT.meanDiffScale();

  @Option(
      names = "--within-covar-scale",
      paramLabel = "X",
      description = "Share of the excess variance that becomes noise, within speakers.")
  double withinScale = PldaAdaptation.Options.DEFAULT.withinScale();

  @Option(
      names = "--between-covar-scale",
      paramLabel = "X",
      description = "Share of the excess variance that becomes variance between speakers.")
  double betweenScale = PldaAdaptation.Options.DEFAULT.betweenScale();

  @Mixin OutputFile output;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Format of the adapted model: gme, npz, kaldi or kaldi-text.")
  ModelFormat format = ModelFormat.GME;

  @Override
  public Integer call() throws IOException {
    PldaAdaptation.Options options =
        CheckedOptions.of(
            spec, () -> new PldaAdaptation.Options(meanDiffScale, withinScale, betweenScale));
    Pipeline before = model.require();
    model.noteCalibration("it is for the scores of the model as it was");
    LabelledVectors set = vectors.read();
    AdaptedModel adapted = AdaptedModel.of(before, set, options);
    ModelFiles.write(output.path(), adapted.model(), format, CommandProvenance.of(spec, set));
    if (output.json().isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("out", output.path().toString());
      tree.putAll(adapted.figures());
      output.json().print(tree);
    } else {
      terminal.say(adapted + ". Wrote " + output.path() + ".");
    }
    return 0;
  }
}
