package dev.gme.core.diarize;

/**
 * How wrong the turns of a recording are, or of several: times add up, rates are their quotients
 * (docs/math.md 9.9).
 *
 * @param total seconds of speaker time in the reference; two speakers at once count twice
 * @param missed seconds of speaker time that the output lacks
 * @param falseAlarm seconds of speaker time that the output has in excess
 * @param confusion seconds in which the output names another speaker
 * @param jaccard the sum of the Jaccard errors of the reference's speakers
 * @param speakers speakers of the reference
 * @param found speakers of the output
 */
public record DiarizationError(
    double total,
    double missed,
    double falseAlarm,
    double confusion,
    double jaccard,
    int speakers,
    int found) {
  /** Of no recording. */
  public static final DiarizationError NONE = new DiarizationError(0, 0, 0, 0, 0, 0, 0);

  /** Of these recordings and others together. */
  public DiarizationError plus(DiarizationError other) {
    return new DiarizationError(
        total + other.total,
        missed + other.missed,
        falseAlarm + other.falseAlarm,
        confusion + other.confusion,
        jaccard + other.jaccard,
        speakers + other.speakers,
        found + other.found);
  }

  /**
   * The diarization error rate, 1 for 100 %. It may exceed 1. Without speech in the reference it is
   * 0 where nothing is wrong, else infinite.
   */
  public double der() {
    return rate(missed + falseAlarm + confusion);
  }

  public double missedRate() {
    return rate(missed);
  }

  public double falseAlarmRate() {
    return rate(falseAlarm);
  }

  public double confusionRate() {
    return rate(confusion);
  }

  private double rate(double wrong) {
    return wrong == 0 ? 0 : wrong / total;
  }

  /**
   * The Jaccard error rate: the mean over the speakers of the reference. Without any it is 1 where
   * the output has speakers, else 0.
   */
  public double jer() {
    if (speakers == 0) {
      return found > 0 ? 1 : 0;
    }
    return jaccard / speakers;
  }
}
