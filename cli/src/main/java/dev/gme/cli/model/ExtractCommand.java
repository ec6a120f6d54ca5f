package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
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
import dev.gme.lab.score.HeadedExtraction;
import dev.gme.lab.score.UncertainEmbeddings;
import dev.gme.lab.score.VectorErrors;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Turns vectors into meta-embeddings. */
@Command(
    name = "extract",
    description = {
      "Turn vectors into meta-embeddings, one for each recording or, with --models, for each"
          + " model.",
      "'gme score' takes meta-embeddings in the place of vectors. Vectors with covariances"
          + " (--variance) give the nearest meta-embeddings of the model's form, and the error is"
          + " printed.",
      "A model with a precision head needs --side. Where the recordings are unlike those that the"
          + " head was learned on it is left out, with a warning: then extract what is to be"
          + " compared with them by --no-head."
    },
    footer = {
      "  gme extract kaldi/eval.scp --model gme.gme --out eval.gme",
      "  gme extract kaldi/eval.scp -m gme.gme --models kaldi/enrol.spk2utt -o e.gme",
      "  gme extract kaldi/eval.scp -m head.gme --side utt2dur --out head-eval.gme"
    })
public final class ExtractCommand extends TerminalCommand {
  @Mixin VectorInput vectors;
  @Mixin ModelOptions model;
  @Mixin EnrolmentOptions enrolment;
  @Mixin VarianceOptions variance;
  @Mixin SideOptions side;

  @Mixin OutputFile output;

  @Override
  public Integer call() throws IOException {
    variance.exclude(enrolment.average, "--average", spec);
    variance.exclude(enrolment.numUtts != null, "--num-utts", spec);
    side.check(spec);
    variance.exclude(side.isGiven(), "--side", spec);
    CheckedOptions.require(
        !side.isGiven() || !(enrolment.average || enrolment.numUtts != null),
        spec,
        "--side is of single recordings, not of --average or --num-utts");
    Pipeline pipeline = side.wanted(model.require(), variance.isWanted());
    Optional<VectorErrors> errors = variance.read();
    model.noteCalibration("gme score applies it if it is given the model, too");
    model.noteNetwork(vectors.path());
    LabelledVectors set =
        vectors.read().requireFinite().requireDimension(pipeline.inputDimension());
    EnrolmentModels models = enrolment.models(set);
    Optional<UncertainEmbeddings> uncertain =
        errors.map(e -> UncertainEmbeddings.of(pipeline, set, e));
    Optional<HeadedExtraction> headed =
        uncertain.isEmpty() && pipeline.head().isPresent()
            ? Optional.of(side.headed(pipeline, List.of(set)))
            : Optional.empty();
    ExtractedEmbeddings extracted =
        uncertain.isPresent()
            ? ExtractedEmbeddings.of(uncertain.get().canonical(), models)
            : headed.isPresent()
                ? ExtractedEmbeddings.of(headed.get().extract(set), models)
                : ExtractedEmbeddings.of(pipeline, set, models, enrolment.way());
    uncertain.ifPresent(u -> terminal.say(u.error() + "."));
    extracted.write(output.path(), CommandProvenance.of(spec, set));
    if (output.json().isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("out", output.path().toString());
      tree.put("embeddings", extracted.size());
      tree.put("recordings", set.size());
      tree.putAll(extracted.figures());
      headed.ifPresent(h -> tree.put("head_applied", h.isApplied()));
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
