package dev.gme.lab.system;

import dev.gme.core.GmeException;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The systems that have a name: abbreviations for chains of steps.
 *
 * <pre>{@code
 * NamedSystems systems = new NamedSystems(StepDefaults.DEFAULT);
 * SystemSpec baseline = systems.get("gplda-ln");   // [centre, whiten-total, length, centre, plda, quadratic]
 * }</pre>
 */
public final class NamedSystems {
  /** Names of the five systems of the paper's table. */
  public static final List<String> PAPER =
      List.of("gplda-ln", "gplda", "gme-inf", "gme", "gme-bxe");

  /** Behind the name of a system that is calibrated. */
  private static final String CALIBRATED = "+cal";

  private final List<StepSpec> preprocessing;
  private final Map<String, SystemSpec> systems = new LinkedHashMap<>();

  /** The systems without preprocessing of their own, and the usual length normalization. */
  public NamedSystems(StepDefaults defaults) {
    this(defaults, List.of(), PldaRecipe.baseline());
  }

  /**
   * The systems of an experiment.
   *
   * @param preprocessing what comes before every system
   * @param lengthNorm what further comes before the length-normalized one
   */
  public NamedSystems(
      StepDefaults defaults, List<StepSpec> preprocessing, List<StepSpec> lengthNorm) {
    this.preprocessing = List.copyOf(preprocessing);
    StepReader reader = new StepReader(defaults);
    String nu = PluggedNu.label(defaults.nu());
    List<StepSpec> centred = then(preprocessing, List.of(StepSpec.centre()));
    List<StepSpec> normalized = then(preprocessing, lengthNorm);
    put("cosine", "cosine", reader, centred, "cosine");
    // Of the vectors as they are, whatever preprocessing other systems have.
    put("cosine-raw", "cosine, raw vectors", reader, List.of(), "cosine");
    List<StepSpec> ofOneLength = then(preprocessing, List.of(StepSpec.length(), StepSpec.centre()));
    put("isotropic", "isotropic PLDA", reader, ofOneLength, "isotropic");
    put("gplda-ln", "Gaussian PLDA, length norm", reader, normalized, "plda", "quadratic");
    put("gplda", "Gaussian PLDA", reader, preprocessing, "plda", "quadratic");
    // Exact, because its scores are there to be compared with those of gplda.
    put("gme-inf", "GME, nu = infinity", reader, preprocessing, "plda", "exact");
    put("gme", "GME, nu = " + nu, reader, preprocessing, "plda", "nu");
    put("gme-bxe", "GME, nu = " + nu + ", BXE", reader, preprocessing, "plda", "nu", "bxe");
    put("vb", "GME, nu = " + nu + ", VB", reader, preprocessing, "plda", "nu", "vb");
    put(
        "vb-bxe",
        "GME, nu = " + nu + ", VB, BXE",
        reader,
        preprocessing,
        "plda",
        "nu",
        "vb",
        "bxe");
    put(
        "head",
        "GME, nu = " + nu + ", precision head",
        reader,
        preprocessing,
        "plda",
        "nu",
        "head");
    put("auto", "auto, chosen by held-out speakers", reader, preprocessing, "auto");
  }

  /**
   * One chain after another. What is centred stays so under linear steps and is not centred again:
   * {@code preprocessing: [centre, lda 150]} makes gplda-ln the model of {@code gme train plda
   * --lda 150}.
   */
  private static List<StepSpec> then(List<StepSpec> first, List<StepSpec> second) {
    boolean again =
        first.contains(StepSpec.centre())
            && first.lastIndexOf(StepSpec.centre()) > first.lastIndexOf(StepSpec.length())
            && !second.isEmpty()
            && second.get(0).equals(StepSpec.centre());
    List<StepSpec> all = new ArrayList<>(first);
    all.addAll(again ? second.subList(1, second.size()) : second);
    return all;
  }

  private void put(
      String id, String label, StepReader reader, List<StepSpec> first, String... then) {
    List<Step> steps = new ArrayList<>();
    if (!first.isEmpty()) {
      steps.add(new LearnedPreprocessing(first));
    }
    steps.addAll(reader.read(List.of(then)));
    systems.put(id, new SystemSpec(id, label, steps));
  }

  /** The preprocessing of every system. */
  public List<StepSpec> preprocessing() {
    return preprocessing;
  }

  /** A system by its name, for example {@code gme-bxe} or {@code gme-bxe+cal}. */
  public SystemSpec get(String name) {
    boolean calibrated = name.endsWith(CALIBRATED);
    String id = calibrated ? name.substring(0, name.length() - CALIBRATED.length()) : name;
    SystemSpec system = systems.get(id);
    if (system == null) {
      throw new GmeException(
          "there is no system '" + name + "'",
          "the systems are "
              + String.join(", ", systems.keySet())
              + "; each may be followed by "
              + CALIBRATED);
    }
    return calibrated ? system.calibrated(name, system.label() + ", calibrated") : system;
  }

  public List<SystemSpec> get(List<String> names) {
    return names.stream().map(this::get).toList();
  }

  /** Cosines, the paper's table and VB; with development data, the main ones calibrated as well. */
  public List<SystemSpec> usual(boolean withCalibrated) {
    List<String> names = new ArrayList<>(List.of("cosine-raw", "cosine"));
    names.addAll(PAPER);
    names.add("vb");
    names.add("auto");
    if (withCalibrated) {
      for (String name : List.of("cosine", "gplda-ln", "gplda", "gme", "vb")) {
        names.add(name + CALIBRATED);
      }
    }
    return get(names);
  }
}
