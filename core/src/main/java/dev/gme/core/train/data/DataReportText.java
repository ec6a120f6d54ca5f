package dev.gme.core.train.data;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** A {@link DataReport} for people. */
final class DataReportText {
  private DataReportText() {}

  static String of(DataReport r) {
    DataReport.PerSpeaker per = r.perSpeaker();
    DataReport.Norms norms = r.norms();
    StringJoiner lines = new StringJoiner("\n");
    line(lines, "speakers", "%d", r.speakers());
    line(
        lines,
        "recordings",
        r.leftOut() == 0 ? "%d" : "%d, and %d of weight 0",
        r.recordings(),
        r.leftOut());
    line(lines, "dimension", "%d", r.dimension());
    line(
        lines, "per speaker", "%d to %d recordings, median %d", per.min(), per.max(), per.median());
    line(lines, "", "%s", histogram(per.histogram()));
    line(
        lines,
        "lengths",
        "%.4g to %.4g, median %.4g; %d zero, %d far off",
        norms.min(),
        norms.max(),
        norms.median(),
        norms.zero(),
        norms.outliers().size());
    line(lines, "within speakers", "%s", spectrum(r.within(), r.dimension()));
    line(lines, "between speakers", "%s", spectrum(r.between(), r.dimension()));
    line(lines, "duplicates", "%s", duplicates(r.duplicates()));
    line(lines, "NaN or infinite", "%d recordings", r.unusable().size());
    line(
        lines,
        "constant columns",
        "%d, nearly constant %d",
        r.constantColumns().size(),
        r.nearConstantColumns().size());
    line(lines, "speaker dimension", "at most %d", r.largestSpeakerDimension());
    for (DataReport.Finding f : r.findings()) {
      lines.add(f.severity().name().toLowerCase(Locale.ROOT) + ": " + f.message());
      lines.add("  help: " + f.help());
    }
    return lines.toString();
  }

  private static void line(StringJoiner lines, String name, String format, Object... values) {
    lines.add(
        String.format(Locale.ROOT, "%-19s", name) + String.format(Locale.ROOT, format, values));
  }

  /** For example {@code speakers with 1: 2, 2: 0, 3-4: 12, 5-8: 40}. */
  private static String histogram(List<Integer> classes) {
    StringJoiner out = new StringJoiner(", ", "speakers with ", "");
    for (int k = 0; k < classes.size(); k++) {
      int most = 1 << k;
      int least = most / 2 + 1;
      out.add((least >= most ? most : least + "-" + most) + ": " + classes.get(k));
    }
    return out.toString();
  }

  private static String duplicates(DataReport.Duplicates d) {
    return d.within() + " of the same speaker, " + d.across() + " of another";
  }

  private static String spectrum(DataReport.Spectrum s, int dimension) {
    String rank = "rank " + s.rank() + " of " + dimension;
    return s.rank() == 0
        ? rank
        : rank + String.format(Locale.ROOT, ", condition %.3g", s.condition());
  }
}
