package dev.gme.cli.model;

import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.ModelOptions;
import dev.gme.cli.files.OutputFile;
import dev.gme.cli.files.TerminalCommand;
import dev.gme.cli.files.VectorInput;
import dev.gme.cli.terminal.Count;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.lab.model.ExtractedEmbeddings;
import dev.gme.lab.score.UncertainEmbeddings;
import dev.gme.lab.score.VectorErrors;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Turns vectors into meta-embeddings. */
@Command(
    name = "extract",
    description = {
      "Turn vectors into meta-embeddings, one for each recording or, with --models, for each model.",
      "'gme score' takes meta-embeddings in the place of vectors. Vectors with covariances (--variance)"
          + " give the nearest meta-embeddings of the model's form, and the error is printed."
    },
    footer = {
      "  gme extract kaldi/eval.scp --model gme.gme --out eval.gme",
      "  gme extract kaldi/eval.scp -m gme.gme --models kaldi/enrol.spk2utt -o e.gme"
    })
public final class ExtractCommand extends TerminalCommand {
  @Mixin VectorInput vectors;
  @Mixin ModelOptions model;
  @Mixin EnrolmentOptions enrolment;
  @Mixin VarianceOptions variance;

  @Mixin OutputFile output;

  @Override
  public Integer call() throws IOException {
    variance.exclude(enrolment.average, "--average", spec);
    variance.exclude(enrolment.numUtts != null, "--num-utts", spec);
    Pipeline pipeline = model.require();
    Optional<VectorErrors> errors = variance.read();
    model.noteCalibration("gme score applies it if it is given the model, too");
    LabelledVectors set =
        vectors.read().requireFinite().requireDimension(pipeline.inputDimension());
    EnrolmentModels models = enrolment.models(set);
    Optional<UncertainEmbeddings> uncertain =
        errors.map(e -> UncertainEmbeddings.of(pipeline, set, e));
    ExtractedEmbeddings extracted =
        uncertain.isPresent()
            ? ExtractedEmbeddings.of(uncertain.get(), models)
            : ExtractedEmbeddings.of(pipeline, set, models, enrolment.way());
    uncertain.ifPresent(u -> terminal.say(u.error() + "."));
    extracted.write(output.path(), CommandProvenance.of(spec, set));
    if (output.json().isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("out", output.path().toString());
      tree.put("embeddings", extracted.size());
      tree.put("recordings", set.size());
      tree.putAll(extracted.figures());
      output.json().print(tree);
      return 0;
    }
    if (models.missing() > 0) {
      terminal.say("Skipped " + Count.of(models.missing(), "recording") + " without a vector.");
    }
    if (extracted.size() > 0) {
      terminal.say(
          "Wrote " + extracted + " to " + output.path() + "; " + extracted.precisions() + ".");
    }
    return 0;
  }
}
