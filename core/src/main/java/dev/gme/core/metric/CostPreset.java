package dev.gme.core.metric;

import dev.gme.core.GmeException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The operating points of an evaluation under one name.
 *
 * @param label the name that users write
 * @param points where costs are measured
 * @param isPrimaryCost whether the mean over the points is a cost of its own, as for NIST
 */
public record CostPreset(String label, List<OperatingPoint> points, boolean isPrimaryCost) {
  /** The NIST evaluations up to 2008. */
  public static final CostPreset SRE08 = nist("sre08", OperatingPoint.SRE08);

  /** The NIST evaluation of 2010. */
  public static final CostPreset SRE10 = nist("sre10", OperatingPoint.SRE10);

  /** The NIST evaluation of 2016; the mean of its minimum DCFs is Cprm_min. */
  public static final CostPreset SRE16 = new CostPreset("sre16", OperatingPoint.SRE16, true);

  /** NIST 2018, the telephone partition. */
  public static final CostPreset SRE18_CMN2 =
      new CostPreset("sre18-cmn2", OperatingPoint.SRE16, true);

  /** NIST 2018, speech from video. */
  public static final CostPreset SRE18_VAST = nist("sre18-vast", OperatingPoint.ofPrior(0.05));

  /** NIST 2019, the telephone challenge. */
  public static final CostPreset SRE19_CTS =
      new CostPreset("sre19-cts", OperatingPoint.SRE16, true);

  /** The NIST evaluation of 2021. */
  public static final CostPreset SRE21 =
      nist("sre21", OperatingPoint.ofPrior(0.01), OperatingPoint.ofPrior(0.05));

  /** What is usually printed for VoxCeleb: two costs, not their mean. */
  public static final CostPreset VOXCELEB =
      new CostPreset(
          "voxceleb", List.of(OperatingPoint.ofPrior(0.05), OperatingPoint.ofPrior(0.01)), false);

  /** All of the above. */
  public static final List<CostPreset> ALL =
      List.of(SRE08, SRE10, SRE16, SRE18_CMN2, SRE18_VAST, SRE19_CTS, SRE21, VOXCELEB);

  public CostPreset {
    points = List.copyOf(points);
    if (points.isEmpty()) {
      throw new IllegalArgumentException(label + " has no operating point");
    }
  }

  private static CostPreset nist(String label, OperatingPoint... points) {
    return new CostPreset(label, List.of(points), true);
  }

  /** The preset of this name. */
  public static CostPreset named(String name) {
    return ALL.stream()
        .filter(p -> p.label.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new GmeException(
                    "there are no operating points named '" + name + "'",
                    "use one of "
                        + ALL.stream().map(CostPreset::label).collect(Collectors.joining(", "))));
  }
}
