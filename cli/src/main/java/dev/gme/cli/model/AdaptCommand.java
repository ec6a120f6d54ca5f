package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.ModelOptions;
import dev.gme.cli.files.OptionHelp;
import dev.gme.cli.files.OutputFile;
import dev.gme.cli.files.TerminalCommand;
import dev.gme.cli.files.TrialOptions;
import dev.gme.cli.files.VectorInput;
import dev.gme.core.GmeException;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.formats.lists.SpeakerLabels;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.model.ModelFormat;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.lab.data.EvaluationSet;
import dev.gme.lab.data.NetworkNote;
import dev.gme.lab.evaluate.TrialSpeakerLists;
import dev.gme.lab.model.AdaptationMethod;
import dev.gme.lab.model.AdaptationOptions;
import dev.gme.lab.model.AdaptationTrials;
import dev.gme.lab.model.AdaptationVerdict;
import dev.gme.lab.model.AdaptedModel;
import dev.gme.lab.model.DomainFindings;
import dev.gme.lab.model.ModelAdapter;
import dev.gme.lab.model.TargetVectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Adapts a model to vectors of a new domain. */
@Command(
    name = "adapt",
    description = {
      "Adapt a model to a new domain with vectors of it, which need no labels.",
      "The ways (--method): mean, kaldi, coral, coral+, noise (mean and noise level), tail (mean,"
          + " noise level and nu); domains, with --domains; with --labels for some of the vectors"
          + " linear, regularized, cip, cip-regularized, map, scales.",
      "auto, the default, is the mean alone. With --trials of the target it is what the speakers of"
          + " other folds show to be best, or the model as it was where nothing is shown to help;"
          + " EER, Cprm_min and Cllr before and after are printed with paired intervals."
    },
    footer = {
      "  gme adapt kaldi/eval.scp --model plda.gme --out adapted.gme",
      "  gme adapt kaldi/eval.scp --model plda.gme --method coral+ --out adapted.gme",
      "  gme adapt kaldi/eval.scp --model plda.gme --labels kaldi/eval.utt2spk \\",
      "      --trials kaldi/trials --models kaldi/enrol.spk2utt --method kaldi \\",
      "      --out adapted.gme"
    })
public final class AdaptCommand extends TerminalCommand {
  @Mixin VectorInput vectors;
  @Mixin ModelOptions model;
  @Mixin AdaptationCommandOptions ways;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "The speakers of recordings, as far as they are known: of vectors to learn from, and of"
              + " --trials.")
  Path labels;

  @Option(
      names = "--domains",
      paramLabel = "FILE",
      description = "The domain of each vector, in lines of: id domain; for the way domains.")
  Path domains;

  @Option(
      names = "--trials",
      paramLabel = "FILE",
      description =
          "Trials of the target with labels, by which the ways are judged. Models that judge a"
              + " trial are adapted without the vectors of its speakers.")
  Path trials;

  @Option(
      names = "--trial-vectors",
      paramLabel = "FILE",
      description = "Vectors of the trials' recordings, where they are not among VECTORS.")
  Path trialVectors;

  @Mixin EnrolmentOptions enrolment;
  @Mixin TrialOptions trialOptions;
  @Mixin OutputFile output;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Format of the adapted model: gme, npz, kaldi or kaldi-text.")
  ModelFormat format = ModelFormat.GME;

  @Override
  public Integer call() throws IOException {
    AdaptationOptions options = CheckedOptions.of(spec, ways::options);
    CheckedOptions.require(
        trials != null || (trialVectors == null && !enrolment.isWanted()),
        spec,
        "--trial-vectors, --models, --num-utts and --average are of --trials FILE");
    CheckedOptions.require(
        !options.method().needsLabels() || labels != null,
        spec,
        "the way "
            + options.method()
            + " learns from speakers: name those of some of the vectors with --labels FILE");
    CheckedOptions.require(
        (options.method() == AdaptationMethod.DOMAINS) == (domains != null),
        spec,
        "--method domains and --domains FILE belong together");
    Pipeline given = model.require();
    Pipeline before = given.withoutHead();
    model.noteCalibration("it is for the scores of the model as it was");
    ModelOptions.noteHead(given, "it is for the model as it was", terminal);
    LabelledVectors set = vectors.read();
    TargetVectors target = target(set);
    AdaptedModel adapted;
    Optional<AdaptationVerdict> verdict = Optional.empty();
    try (LineProgress progress = LineProgress.of(terminal, "adapting")) {
      if (trials == null) {
        adapted =
            OptionHelp.naming(
                "shrink towards the model",
                "--shrink",
                () -> new ModelAdapter(options).adapt(before, target, progress));
      } else {
        verdict =
            Optional.of(
                new AdaptationTrials(evaluation(set), target).judge(before, options, progress));
        adapted = verdict.get().model();
      }
    }
    Provenance provenance =
        CommandProvenance.of(spec, set).with(Map.of("adapted by", adapted.method().toString()));
    provenance =
        provenance.with(NetworkNote.of(model.provenance()).map(NetworkNote::kept).orElse(Map.of()));
    if (adapted.keepsNoise()) {
      provenance = provenance.with(DomainFindings.kept(model.provenance()));
    }
    ModelFiles.write(output.path(), adapted.model(), format, provenance);
    report(adapted, verdict);
    return 0;
  }

  private TargetVectors target(LabelledVectors set) throws IOException {
    Map<String, String> speakers = new HashMap<>(TargetVectors.of(set).speakers());
    if (labels != null) {
      speakers.putAll(SpeakerLabels.read(labels, id -> set.row(id) >= 0));
    }
    return new TargetVectors(
        set, speakers, domains == null ? Map.of() : KaldiLists.readPairs(domains));
  }

  private EvaluationSet evaluation(LabelledVectors set) throws IOException {
    TrialList key = trialOptions.read(trials).asKey();
    LabelledVectors recordings = trialVectors == null ? set : VectorFiles.read(trialVectors);
    EnrolmentModels models = enrolment.models(recordings);
    Optional<TrialSpeakerLists> ofTrials = TrialSpeakerLists.ofColumns(key);
    if (labels != null) {
      Map<String, String> known = SpeakerLabels.read(labels, id -> recordings.row(id) >= 0);
      Map<String, String> enrolled = new HashMap<>(known);
      int[][] rows = models.rows();
      for (int m = 0; m < rows.length; m++) {
        String speaker = known.get(recordings.ids().get(rows[m][0]));
        if (speaker != null) {
          enrolled.put(models.ids().get(m), speaker);
        }
      }
      ofTrials = Optional.of(TrialSpeakerLists.of(key, enrolled, known, labels.toString()));
    }
    if (ofTrials.isEmpty()) {
      throw new GmeException(
          trials + " does not say who speaks in its trials, and gains are judged by speakers",
          "name them with --labels FILE, for example an utt2spk");
    }
    return new EvaluationSet(
        trials.toString(),
        recordings,
        models,
        enrolment.way(),
        key,
        ofTrials,
        List.of(),
        List.of());
  }

  private void report(AdaptedModel adapted, Optional<AdaptationVerdict> verdict)
      throws IOException {
    adapted.notes().forEach(note -> terminal.say("note: " + note));
    if (output.json().isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("out", output.path().toString());
      tree.putAll(adapted.figures());
      verdict.ifPresent(
          v -> {
            tree.put("adapted", v.isAdapted());
            tree.put("trials", v.figures().values());
            tree.put("tried", v.tried());
          });
      output.json().print(tree);
    } else {
      verdict.ifPresent(v -> v.figures().lines().forEach(terminal.out()::println));
      terminal.say(adapted + ". Wrote " + output.path() + ".");
    }
  }
}
