package dev.gme.cli.model;

import dev.gme.cli.files.JsonOption;
import dev.gme.cli.files.ModelOptions;
import dev.gme.cli.files.Origin;
import dev.gme.cli.files.VectorOptions;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.lists.EnrolmentModels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Turns vectors into meta-embeddings. */
@Command(
    name = "extract",
    description = {
      "Turn vectors into meta-embeddings, one for each recording or, with --models, for each model.",
      "'gme score' takes meta-embeddings in the place of vectors."
    },
    footer = {
      "  gme extract test.scp --model htplda.gme --out test.gme",
      "  gme extract enrol.npz --model htplda.gme --pool spk2utt --out models.gme"
    })
public final class ExtractCommand implements Callable<Integer> {
  @Parameters(paramLabel = "VECTORS", description = "Vectors, in any format.")
  Path vectors;

  @Mixin ModelOptions model;
  @Mixin EnrolmentOptions enrolment;

  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "FILE",
      description = "Where to write the meta-embeddings.")
  Path out;

  @Mixin VectorOptions vectorOptions;
  @Mixin JsonOption json;
  @Spec CommandSpec spec;

  private final Terminal terminal;

  public ExtractCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Pipeline pipeline = model.require();
    model.noteCalibration("gme score applies it if it is given the model, too");
    LabelledVectors set =
        vectorOptions.read(vectors).requireFinite().requireDimension(pipeline.inputDimension());
    EnrolmentModels models = enrolment.models(set);
    MetaEmbeddings embeddings = enrolment.way().extract(pipeline, set.vectors(), models.rows());
    Artefact.write(
        out,
        ArtefactKind.META_EMBEDDINGS,
        new IdentifiedEmbeddings(models.ids(), embeddings),
        Origin.of(spec, set));
    double[] b = embeddings.b();
    Arrays.sort(b);
    if (json.isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("out", out.toString());
      tree.put("embeddings", embeddings.size());
      tree.put("recordings", set.size());
      tree.put("dimension", embeddings.dimension());
      tree.put("missing", models.missing());
      tree.put("precision_min", b.length == 0 ? null : b[0]);
      tree.put("precision_median", b.length == 0 ? null : b[(b.length - 1) / 2]);
      tree.put("precision_max", b.length == 0 ? null : b[b.length - 1]);
      json.print(tree);
      return 0;
    }
    if (models.missing() > 0) {
      terminal.say("Passed over " + models.missing() + " recordings without a vector.");
    }
    if (b.length > 0) {
      terminal.say(
          String.format(
              Locale.ROOT,
              "Wrote %s to %s; precisions %.3g to %.3g, median %.3g.",
              embeddings,
              out,
              b[0],
              b[b.length - 1],
              b[(b.length - 1) / 2]));
    }
    return 0;
  }
}
