package dev.gme.lab.calibrate;

import dev.gme.core.calibrate.Decision;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.formats.io.SignificantDigits;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.table.TrialList;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.IntStream;

/**
 * Trials accepted or rejected by their log-likelihood ratios, at minimum expected cost.
 *
 * <pre>{@code
 * Decisions decisions = Decisions.of(llrs, new OperatingPoint(0.01, 10, 1));
 * decisions.write(Path.of("decisions.txt"));
 * }</pre>
 */
public final class Decisions {
  private final TrialList llrs;
  private final double threshold;
  private final boolean[] accepted;

  private Decisions(TrialList llrs, double threshold, boolean[] accepted) {
    this.llrs = llrs;
    this.threshold = threshold;
    this.accepted = accepted;
  }

  public static Decisions of(TrialList llrs, OperatingPoint point) {
    Decision decision = new Decision(point);
    return new Decisions(llrs, decision.threshold(), decision.accepts(llrs.scores()));
  }

  /** A trial is accepted if its log-likelihood ratio is at least this. */
  public double threshold() {
    return threshold;
  }

  /** The number of accepted trials. */
  public int accepted() {
    return (int) IntStream.range(0, accepted.length).filter(i -> accepted[i]).count();
  }

  /** The number of rejected trials. */
  public int rejected() {
    return accepted.length - accepted();
  }

  /** Writes a line for each trial: enrol, test, log-likelihood ratio, accept or reject. */
  public void write(Path file) throws IOException {
    try (TargetFile target = TargetFile.create(file)) {
      write(target.stream());
      target.commit();
    }
  }

  /** Writes the lines to a stream, which stays open. */
  public void write(OutputStream to) throws IOException {
    BufferedOutputStream lines = new BufferedOutputStream(to, 1 << 16);
    for (int i = 0; i < accepted.length; i++) {
      String line =
          llrs.describe(i)
              + " "
              + SignificantDigits.text(llrs.score(i), ListWriter.DIGITS)
              + (accepted[i] ? " accept\n" : " reject\n");
      lines.write(line.getBytes(StandardCharsets.UTF_8));
    }
    lines.flush();
  }
}
