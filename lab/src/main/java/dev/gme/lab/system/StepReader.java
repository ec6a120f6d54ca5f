package dev.gme.lab.system;

import dev.gme.core.GmeException;
import dev.gme.core.model.StepSpec;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.train.data.Shrinkage;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.PseudolikelihoodOptions;
import dev.gme.core.train.plda.EmOptions;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.Stopping;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads steps as users write them. This is the list of the steps there are: a new kind gets a line
 * in the constructor.
 *
 * <pre>{@code
 * List<Step> steps = new StepReader(StepDefaults.DEFAULT)
 *     .read(List.of("centre", "lda 150", "length", "plda 120", "nu 2", "vb 10"));
 * }</pre>
 */
public final class StepReader {
  private static final List<String> PREPROCESSING =
      List.of("centre", "lda N", "pca N", "whiten-total", "whiten-within", "length");

  private final StepDefaults defaults;
  private final Map<String, Function<StepWords, Step>> readers = new LinkedHashMap<>();

  /** A reader of steps that name files from the folder where gme runs. */
  public StepReader(StepDefaults defaults) {
    this(defaults, Path.of(""));
  }

  /**
   * A reader of steps.
   *
   * @param folder that steps name files from
   */
  public StepReader(StepDefaults defaults, Path folder) {
    this.defaults = defaults;
    readers.put("plda", this::plda);
    Isotropic isotropic = new Isotropic();
    readers.put(isotropic.text(), w -> w.require(0).as(isotropic));
    readers.put("nu", w -> new PluggedNu(nu(w.require(1))));
    readers.put("auto", this::auto);
    readers.put("vb", this::vb);
    readers.put("bxe", this::bxe);
    readers.put("pseudolikelihood", this::pseudolikelihood);
    readers.put("adapt", w -> AdaptedTo.read(w, folder));
    readers.put("head", Headed::read);
    for (SystemModel.Scoring scoring :
        List.of(
            SystemModel.Scoring.COSINE, SystemModel.Scoring.QUADRATIC, SystemModel.Scoring.EXACT)) {
      ScoredBy step = new ScoredBy(scoring);
      readers.put(step.text(), w -> w.require(0).as(step));
    }
    Calibrated calibrated = new Calibrated();
    readers.put(calibrated.text(), w -> w.require(0).as(calibrated));
  }

  /** The names of all steps, for messages. */
  public List<String> names() {
    return Stream.concat(PREPROCESSING.stream(), readers.keySet().stream()).toList();
  }

  /** Reads a chain, with preprocessing steps in a row as one. */
  public List<Step> read(List<String> texts) {
    List<Step> out = new ArrayList<>();
    for (String text : texts) {
      add(read(text), out);
    }
    return out;
  }

  /**
   * Reads a chain as {@link SystemSpec#text} writes it, which is how models remember theirs; empty
   * where it is none.
   */
  public static List<Step> readChain(String text) {
    if (text == null || !text.startsWith("[") || !text.endsWith("]")) {
      return List.of();
    }
    try {
      return new StepReader(StepDefaults.DEFAULT)
          .read(List.of(text.substring(1, text.length() - 1).split(", ")));
    } catch (GmeException e) {
      // A chain of steps that this version does not know.
      return List.of();
    }
  }

  /** Puts a step behind others; preprocessing in a row is learned together. */
  static void add(Step step, List<Step> to) {
    int last = to.size() - 1;
    if (step instanceof LearnedPreprocessing p
        && last >= 0
        && to.get(last) instanceof LearnedPreprocessing before) {
      to.set(last, before.then(p));
    } else {
      to.add(step);
    }
  }

  /** Reads one step as a user writes it. */
  public Step read(String text) {
    StepWords words = StepWords.parse(text);
    Function<StepWords, Step> reader = readers.get(words.name());
    if (reader != null) {
      return reader.apply(words);
    }
    try {
      return new LearnedPreprocessing(List.of(StepSpec.parse(text)));
    } catch (GmeException e) {
      throw new GmeException(e.getMessage(), "the steps are " + String.join(", ", names()));
    }
  }

  private double nu(StepWords words) {
    return words.values().isEmpty() ? defaults.nu() : StepWords.number(words.value(""));
  }

  private Step plda(StepWords words) {
    words.require(
        1,
        "iterations",
        "tolerance",
        "minimum-divergence",
        "two-covariance",
        "random-start",
        "shrink");
    Map<String, String> named = words.named();
    EmOptions em = defaults.em();
    Stopping stopping =
        new Stopping(
            DescentWords.integer(named, "iterations", em.stopping().maxIterations()),
            DescentWords.number(named, "tolerance", em.stopping().tolerance()));
    return new GaussianPlda(
        words.values().isEmpty() ? defaults.dimension() : SpeakerDimension.parse(words.value("")),
        new EmOptions(
            stopping,
            flag(named, "minimum-divergence", em.minimumDivergence()),
            flag(named, "two-covariance", em.twoCovariance()),
            named.containsKey("random-start")
                ? OptionalLong.of(StepWords.integer(named.get("random-start")))
                : em.randomStart(),
            named.containsKey("shrink") ? Shrinkage.parse(named.get("shrink")) : em.shrinkage()));
  }

  private static boolean flag(Map<String, String> named, String name, boolean otherwise) {
    return named.containsKey(name) ? Boolean.parseBoolean(named.get(name)) : otherwise;
  }

  private Step auto(StepWords words) {
    words.require(
        1, "prior", "nu", "iterations", "vb-iterations", "batch", "steps", "folds", "seed");
    Map<String, String> named = words.named();
    StepDefaults d = defaults;
    if (!words.values().isEmpty()) {
      d = d.withDimension(SpeakerDimension.parse(words.value("")));
    }
    if (named.containsKey("nu")) {
      d = d.withNu(StepWords.number(named.get("nu")));
    }
    Stopping stopping = d.em().stopping();
    d =
        d.withEm(
            d.em()
                .withStopping(
                    new Stopping(
                        DescentWords.integer(named, "iterations", stopping.maxIterations()),
                        stopping.tolerance())));
    d =
        d.withVb(
            d.vb()
                .withIterations(DescentWords.integer(named, "vb-iterations", d.vb().iterations())));
    BxeOptions loss = d.bxe().withBatch(DescentWords.integer(named, "batch", d.bxe().batch()));
    if (named.containsKey("prior")) {
      loss = loss.withPrior(StepWords.number(named.get("prior")));
    }
    return new Auto(d.withBxe(loss, DescentWords.read(named, d.descent())));
  }

  private Step vb(StepWords words) {
    words.require(1, "mean-field");
    HtPldaVb vb = defaults.vb();
    if (!words.values().isEmpty()) {
      vb = vb.withIterations(StepWords.integer(words.value("")));
    }
    return new VariationalBayes(
        words.named().containsKey("mean-field")
            ? vb.withScaleStep(
                HtPldaVb.ScaleStep.meanField(StepWords.integer(words.named().get("mean-field"))))
            : vb);
  }

  private Step bxe(StepWords words) {
    words.require(0, discriminative("batch", "prior", "calibration"));
    Map<String, String> named = words.named();
    BxeOptions loss =
        defaults.bxe().withBatch(DescentWords.integer(named, "batch", defaults.bxe().batch()));
    if (named.containsKey("prior")) {
      loss = loss.withPrior(StepWords.number(named.get("prior")));
    }
    if (named.containsKey("calibration")) {
      loss =
          loss.withCalibration(
              DescentWords.constant(BxeOptions.Calibration.class, named.get("calibration")));
    }
    return new CrossEntropy(loss, DescentWords.read(named, defaults.descent()));
  }

  private Step pseudolikelihood(StepWords words) {
    words.require(0, discriminative("speakers", "crp"));
    Map<String, String> named = words.named();
    PseudolikelihoodOptions loss = PseudolikelihoodOptions.DEFAULT;
    loss = loss.withSpeakers(DescentWords.integer(named, "speakers", loss.speakers()));
    if (named.containsKey("crp")) {
      loss = loss.withPrior(ChineseRestaurant.parse(named.get("crp")));
    }
    return new Pseudolikelihood(loss, DescentWords.read(named, defaults.descent()));
  }

  private static String[] discriminative(String... own) {
    return Stream.concat(Stream.of(own), Stream.of(DescentWords.NAMES)).toArray(String[]::new);
  }
}
