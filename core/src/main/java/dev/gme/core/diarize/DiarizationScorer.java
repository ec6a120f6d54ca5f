package dev.gme.core.diarize;

import dev.gme.core.math.Assignment;
import java.util.Arrays;
import java.util.Optional;

/**
 * Compares turns with a reference as the NIST script does (docs/math.md 9.9): times are sums over
 * the sorted boundaries, not over frames; speakers are mapped one to one by the largest overlap.
 *
 * <pre>{@code
 * DiarizationError error = new DiarizationScorer(DerOptions.ALL).score(reference, output, Optional.empty());
 * double der = error.der();
 * }</pre>
 */
public final class DiarizationScorer {
  private final DerOptions options;

  public DiarizationScorer(DerOptions options) {
    this.options = options;
  }

  /**
   * The errors of an output.
   *
   * @param region what is scored; by default from the first start to the last end of both
   */
  public DiarizationError score(
      SpeakerTurns reference, SpeakerTurns output, Optional<TimeRegions> region) {
    TimeRegions scored = region.orElseGet(() -> span(reference, output));
    Sweep sweep = new Sweep(reference, output, scored, options.collar());
    Overlaps overlaps = new Overlaps(reference.names().size(), output.names().size());
    sweep.run(overlaps);
    Errors errors = new Errors(Assignment.largest(overlaps.both), options.skipOverlap());
    sweep.run(errors);
    return new DiarizationError(
        errors.total,
        errors.missed,
        errors.falseAlarm,
        errors.confusion,
        overlaps.jaccard(),
        heard(overlaps.reference),
        heard(overlaps.output));
  }

  private static TimeRegions span(SpeakerTurns... all) {
    double start = Double.POSITIVE_INFINITY;
    double end = Double.NEGATIVE_INFINITY;
    for (SpeakerTurns turns : all) {
      for (int i = 0; i < turns.size(); i++) {
        start = Math.min(start, turns.start(i));
        end = Math.max(end, turns.end(i));
      }
    }
    return start < end
        ? TimeRegions.of(new double[] {start}, new double[] {end})
        : TimeRegions.NONE;
  }

  private static int heard(double[] times) {
    return (int) Arrays.stream(times).filter(t -> t > 0).count();
  }

  /** Who speaks together for how long, in the whole region. */
  private static final class Overlaps implements Sweep.Visitor {
    final double[][] both;
    final double[] reference;
    final double[] output;

    Overlaps(int referenceSpeakers, int outputSpeakers) {
      both = new double[referenceSpeakers][outputSpeakers];
      reference = new double[referenceSpeakers];
      output = new double[outputSpeakers];
    }

    @Override
    public void interval(double length, boolean inCollar, ActiveSpeakers ref, ActiveSpeakers out) {
      for (int k = 0; k < ref.count(); k++) {
        reference[ref.speaker(k)] += length;
        for (int l = 0; l < out.count(); l++) {
          both[ref.speaker(k)][out.speaker(l)] += length;
        }
      }
      for (int l = 0; l < out.count(); l++) {
        output[out.speaker(l)] += length;
      }
    }

    /** The least sum of Jaccard errors over one-to-one maps; 1 for a speaker without partner. */
    double jaccard() {
      double[][] index = new double[reference.length][output.length];
      for (int i = 0; i < reference.length; i++) {
        for (int j = 0; j < output.length; j++) {
          double union = reference[i] + output[j] - both[i][j];
          index[i][j] = union > 0 ? both[i][j] / union : 0;
        }
      }
      return heard(reference) - Assignment.total(index, Assignment.largest(index));
    }
  }

  /** Times of errors under a map of speakers, outside of collars. */
  private static final class Errors implements Sweep.Visitor {
    private final int[] partner;
    private final boolean skipOverlap;
    double total;
    double missed;
    double falseAlarm;
    double confusion;

    Errors(int[] partner, boolean skipOverlap) {
      this.partner = partner;
      this.skipOverlap = skipOverlap;
    }

    @Override
    public void interval(double length, boolean inCollar, ActiveSpeakers ref, ActiveSpeakers out) {
      int r = ref.count();
      int h = out.count();
      if (inCollar || (skipOverlap && r > 1)) {
        return;
      }
      int right = 0;
      for (int k = 0; k < r; k++) {
        int found = partner[ref.speaker(k)];
        right += found >= 0 && out.isActive(found) ? 1 : 0;
      }
      total += length * r;
      missed += length * Math.max(0, r - h);
      falseAlarm += length * Math.max(0, h - r);
      confusion += length * (Math.min(r, h) - right);
    }
  }
}
