package dev.gme.lab.system;

import dev.gme.core.GmeException;
import dev.gme.core.Trained;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.Sha256;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.lists.IdList;
import dev.gme.formats.lists.SpeakerLabels;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.lab.model.AdaptationMethod;
import dev.gme.lab.model.AdaptationOptions;
import dev.gme.lab.model.AdaptedModel;
import dev.gme.lab.model.ModelAdapter;
import dev.gme.lab.model.TargetVectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The model so far, adapted to vectors of another domain: {@code adapt coral+
 * vectors=target/vectors.scp only=target/train.utt}.
 *
 * @param options how
 * @param vectors the file of the target's vectors
 * @param only a list of those that count
 * @param labels a list of their speakers, as far as they are known
 * @param domains a list of their domains
 * @param text the step as the user wrote it
 */
public record AdaptedTo(
    AdaptationOptions options,
    Path vectors,
    Optional<Path> only,
    Optional<Path> labels,
    Optional<Path> domains,
    String text)
    implements Step {
  private static final String[] NAMES = {
    "vectors",
    "only",
    "labels",
    "domains",
    "shrink",
    "weight",
    "relevance",
    "between",
    "within",
    "mean-diff"
  };

  /** Reads the step. */
  static AdaptedTo read(StepWords words, Path folder) {
    words.require(1, NAMES);
    AdaptationMethod method = AdaptationMethod.parse(words.value(AdaptationMethod.AUTO.toString()));
    Map<String, String> named = words.named();
    if (!named.containsKey("vectors")) {
      throw new GmeException(
          "the step 'adapt' needs vectors of the target", "add vectors=FILE to it");
    }
    if (method.needsLabels() && !named.containsKey("labels")) {
      throw new GmeException(
          "adapting by " + method + " learns from speakers, which are not named",
          "add labels=FILE to the step, or choose a way without labels");
    }
    if ((method == AdaptationMethod.DOMAINS) != named.containsKey("domains")) {
      throw new GmeException(
          "adapting by domains needs a list of them, and no other way has use for one",
          "write 'adapt domains vectors=FILE domains=FILE'");
    }
    AdaptationOptions options =
        AdaptationOptions.of(
            method,
            number(named, "mean-diff"),
            number(named, "within"),
            number(named, "between"),
            number(named, "shrink"),
            number(named, "weight"),
            number(named, "relevance"));
    return new AdaptedTo(
        options,
        file(named.get("vectors"), folder),
        Optional.ofNullable(named.get("only")).map(f -> file(f, folder)),
        Optional.ofNullable(named.get("labels")).map(f -> file(f, folder)),
        Optional.ofNullable(named.get("domains")).map(f -> file(f, folder)),
        text(words));
  }

  /** Null where it is not named. */
  private static Double number(Map<String, String> named, String name) {
    return named.containsKey(name) ? (Double) StepWords.number(named.get(name)) : null;
  }

  private static Path file(String name, Path folder) {
    Path path = folder.resolve(name).normalize();
    if (!Files.isRegularFile(path)) {
      throw new GmeException("there is no file " + path, "correct the path in the step");
    }
    return path;
  }

  private static String text(StepWords words) {
    StepWords.Writer writer = new StepWords.Writer(words.name());
    words.values().forEach(writer::value);
    words.named().forEach((name, value) -> writer.named(name, value, ""));
    return writer.toString();
  }

  @Override
  public Place place() {
    return Place.REFINEMENT;
  }

  /** What the files hold decides, not where they lie. */
  @Override
  public String decisive() {
    try {
      TargetVectors target = target();
      Sha256 lists = new Sha256();
      for (String id : target.vectors().ids()) {
        lists
            .add(target.speakers().getOrDefault(id, ""))
            .add(target.domains().getOrDefault(id, ""));
      }
      return "adapt " + options + " to " + target.vectors().digest() + " " + lists.text();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TargetVectors target() throws IOException {
    LabelledVectors all = VectorFiles.read(vectors);
    LabelledVectors set = only.isPresent() ? all.only(IdList.read(only.get())) : all;
    return new TargetVectors(
        set,
        labels.isPresent()
            ? SpeakerLabels.read(labels.get(), id -> set.row(id) >= 0)
            : TargetVectors.of(set).speakers(),
        domains.isPresent() ? KaldiLists.readPairs(domains.get()) : Map.of());
  }

  @Override
  public Trained<SystemModel> train(SystemModel soFar, StepInputs inputs) throws IOException {
    AdaptedModel adapted =
        new ModelAdapter(options).adapt(soFar.pipeline(), target(), inputs.progress());
    List<String> notes = new ArrayList<>(adapted.notes());
    notes.add("adapted to " + adapted);
    return new Trained<>(soFar.withExtractor(adapted.model().extractor()), List.of(), notes);
  }
}
